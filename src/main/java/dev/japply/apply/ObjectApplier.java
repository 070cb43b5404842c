package dev.japply.apply;

import dev.japply.apply.ApplyMethod.ClientSide;
import dev.japply.object.KubeObject;
import dev.japply.problem.Problem;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// Applies one object, and replaces it where it takes no patch and that was asked for.
final class ObjectApplier implements Applier {
  private final ApplyContext context;

  ObjectApplier(ApplyContext context) {
    this.context = context;
  }

  @Override
  public Optional<Event.Ended> apply(ResolvedObject target, Consumer<Event> events) {
    KubeObject desired = target.desired();
    Optional<Problem> unnamed = NameRule.check(desired);
    if (unnamed.isPresent()) {
      return Optional.of(new Event.Failed(desired, List.of(unnamed.get())));
    }
    var run = new ObjectRun(context, target, events);
    Optional<Event.Ended> end = run.apply();
    Replacement replacement =
        context.options().method() instanceof ClientSide here ? here.replacement() : null;
    return replacement != null && end.isPresent() && run.refusedPatch().isPresent()
        ? new Replacer(context, replacement, target, events)
            .replace(run.refusedPatch().get(), end.get())
        : end;
  }
}
