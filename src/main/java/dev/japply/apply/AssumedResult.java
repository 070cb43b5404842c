package dev.japply.apply;

import dev.japply.object.KubeObject;
import dev.japply.plan.Action;
import dev.japply.plan.Planner;
import dev.japply.problem.Problem;
import dev.japply.tree.Value.MapValue;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// Local results of a dry run for objects that need objects which only a real run would create:
/// their namespace, or their type. The server cannot check them.
///
/// @param options have the method of each object
record AssumedResult(ExecutionOptions options) {

  /// Returns the result of applying `desired`.
  ///
  /// @param missing the missing object or type; empty if there is nothing to report about it
  Event.Ended result(KubeObject desired, String missing, Consumer<Event> events) {
    Optional<Problem> unnamed = GenerateNameCheck.check(desired);
    if (unnamed.isPresent()) {
      return new Event.Failed(desired, List.of(unnamed.get()));
    }
    if (!missing.isEmpty()) {
      events.accept(new Event.Warned(ApplyWarnings.notSent(desired, missing)));
    }
    return switch (options.of(desired).method()) {
      case ApplyMethod.ClientSide client -> created(desired);
      case ApplyMethod.ServerSide server ->
          new Event.Applied(desired, Outcome.SERVERSIDE_APPLIED, desired.tree());
    };
  }

  private Event.Ended created(KubeObject desired) {
    return switch (new Planner(options.planning()).create(desired)) {
      case Action.Create(MapValue body) -> new Event.Applied(desired, Outcome.CREATED, body);
      case Action.Refused(List<Problem> problems) -> new Event.Failed(desired, problems);
    };
  }
}
