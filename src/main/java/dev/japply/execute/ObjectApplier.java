package dev.japply.execute;

import dev.japply.event.Event;
import dev.japply.execute.ApplyMethod.ClientSide;
import dev.japply.object.KubeObject;
import dev.japply.problem.Problem;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// Applies one object, and replaces it where it takes no patch and that was asked for.
final class ObjectApplier implements Applier {
  private final ObjectRun.Means means;

  ObjectApplier(ObjectRun.Means means) {
    this.means = means;
  }

  @Override
  public Optional<Event> apply(Target target, Consumer<Event> events) {
    KubeObject desired = target.desired();
    Optional<Problem> unnamed = NameRule.check(desired);
    if (unnamed.isPresent()) {
      return Optional.of(new Event.Failed(desired, List.of(unnamed.get())));
    }
    var run = new ObjectRun(means, target, events);
    Optional<Event> end = run.apply();
    Optional<Replacement> replacement =
        means.options().method() instanceof ClientSide(Optional<Replacement> how)
            ? how
            : Optional.empty();
    return replacement.isPresent() && run.refusedPatch().isPresent()
        ? new Replacer(means, replacement.get(), target, events)
            .replace(run.refusedPatch().get(), end)
        : end;
  }
}
