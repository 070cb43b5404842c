package dev.japply.apply;

import dev.japply.object.KubeObject;
import dev.japply.plan.Action;
import dev.japply.plan.Planner;
import dev.japply.problem.Problem;
import dev.japply.tree.Value.MapValue;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// What would become of objects on a dry run that need what a real run would have created before:
/// their namespace, or their type. The server cannot be asked about them.
///
/// @param method who would merge
record LocalResult(Planner planner, ApplyMethod method) {

  /// How applying `desired` would end.
  ///
  /// @param missing what it needs; empty when there is nothing to say about it
  Event.Ended result(KubeObject desired, String missing, Consumer<Event> events) {
    Optional<Problem> unnamed = GenerateNameCheck.check(desired);
    if (unnamed.isPresent()) {
      return new Event.Failed(desired, List.of(unnamed.get()));
    }
    if (!missing.isEmpty()) {
      events.accept(new Event.Warned(ApplyWarnings.notAsked(desired, missing)));
    }
    return switch (method) {
      case ApplyMethod.ClientSide here -> created(desired);
      case ApplyMethod.ServerSide there ->
          new Event.Applied(desired, Outcome.SERVERSIDE_APPLIED, desired.tree());
    };
  }

  private Event.Ended created(KubeObject desired) {
    return switch (planner.create(desired)) {
      case Action.Create(MapValue body) -> new Event.Applied(desired, Outcome.CREATED, body);
      case Action.Refused(List<Problem> problems) -> new Event.Failed(desired, problems);
    };
  }
}
