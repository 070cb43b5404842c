package dev.japply.event;

import dev.japply.object.KubeObject;
import dev.japply.problem.Problem;
import dev.japply.tree.Value.MapValue;
import java.util.List;

/// One thing that happened while objects were applied, in the order of the objects.
public sealed interface Event {

  /// An object was applied, or would be, on a dry run.
  ///
  /// @param object what the server holds now; on a client's dry run, what it would be sent
  record Applied(KubeObject desired, Outcome outcome, MapValue object) implements Event {}

  /// A request with a body is about to be sent.
  ///
  /// @param verb `POST` or `PATCH`
  record Sending(KubeObject desired, String verb, MapValue body) implements Event {}

  /// A write met a conflict, and the object is read and merged again.
  ///
  /// @param attempt the number of the retry, from 1
  record Retrying(KubeObject desired, int attempt) implements Event {}

  /// An object could not be applied.
  record Failed(KubeObject desired, List<Problem> problems) implements Event {
    public Failed {
      problems = List.copyOf(problems);
    }
  }

  /// A document of the input that is no object to apply.
  record Rejected(Problem problem) implements Event {}

  /// Something the user is told, and the run goes on.
  record Warned(Problem warning) implements Event {}

  /// The run was ended from outside before all objects were tried.
  record Stopped(int applied, int failed, int notTried) implements Event {}
}
