package dev.japply.client;

import dev.japply.object.ObjectKey;
import dev.japply.problem.Problem;
import java.util.List;

/// The result of a wait for one object ([Applier#waitUntilReady]).
///
/// Texts of the cluster (states, events, logs) are shown without the values of the Secrets in the
/// manifests.
public sealed interface ReadyResult {
  /// The object's key; the namespace is filled in if the manifest names none.
  ObjectKey key();

  /// The object has the desired state.
  record Ready(ObjectKey key) implements ReadyResult {}

  /// The object was not ready when the wait ended.
  ///
  /// @param state the present state in a few words: `1 of 3 Pods are available`
  /// @param cause the reason, from Pods and events
  record NotReady(ObjectKey key, Status status, String state, Cause cause) implements ReadyResult {}

  /// The state could not be read: the server does not serve the type, refuses the request, or could
  /// not be reached.
  ///
  /// @param problems at least one
  record Failed(ObjectKey key, List<Problem> problems) implements ReadyResult {
    public Failed {
      problems = List.copyOf(problems);
    }
  }

  /// The state of an object that is not ready, as in kstatus
  /// (<https://github.com/kubernetes-sigs/cli-utils/blob/master/pkg/kstatus/README.md>).
  enum Status {
    /// Its controller is still at work.
    IN_PROGRESS,
    /// Its controller has given up, or has failed repeatedly.
    FAILED,
    /// It is being deleted.
    TERMINATING,
    /// It does not exist.
    NOT_FOUND
  }

  /// The reason why an object is not ready. A part without information is empty.
  ///
  /// @param pod the Pod in the worst state, and that state
  /// @param events warnings about that Pod or the object, and what could not be read
  /// @param container the Pod and container that wrote `log`
  /// @param log its last lines, at most ten
  record Cause(String pod, List<String> events, String container, List<String> log) {
    public Cause {
      events = List.copyOf(events);
      log = List.copyOf(log);
    }
  }
}
