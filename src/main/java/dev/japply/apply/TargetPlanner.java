package dev.japply.apply;

import dev.japply.plan.Action;
import dev.japply.plan.Grounds;
import dev.japply.tree.Value.MapValue;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Says what is to be done with an object, in one write.
@FunctionalInterface
interface TargetPlanner {

  /// What to do with the object of `target`, of which that is live; null for nothing.
  Action.OneWrite plan(ResolvedObject target, @Nullable MapValue live);

  /// The same; `grounds` hears why, where that is known.
  default Action.OneWrite plan(
      ResolvedObject target, @Nullable MapValue live, Consumer<Grounds> grounds) {
    return plan(target, live);
  }
}
