package dev.japply.client;

import dev.japply.object.ObjectKey;
import dev.japply.problem.Problem;
import dev.japply.tree.Value.MapValue;
import java.util.List;

/// The result for one object. To handle all cases:
///
/// ```java
/// String line =
///     switch (result) {
///       case ApplyResult.Applied(var key, var outcome, var object) ->
///           key.subject() + " " + outcome.word();
///       case ApplyResult.Failed(var key, var problems) -> key.subject() + " failed: " + problems;
///       case ApplyResult.Unknown(var key, var problem) -> problem.toString();
///       case ApplyResult.NotTried(var key) -> key.subject() + " was not tried";
///     };
/// ```
///
/// As text, a result has no value of an object, so it can be logged.
public sealed interface ApplyResult {
  /// The object's key; the namespace is filled in if the manifest names none.
  ObjectKey key();

  /// The live object matches the manifest; on a dry run, it would.
  ///
  /// @param object the object in the server's response; with [ApplyOptions.DryRun#CLIENT] as it
  ///   would be sent. [Applier#read] converts it into a fabric8 object
  record Applied(ObjectKey key, Outcome outcome, MapValue object) implements ApplyResult {
    @Override
    public String toString() {
      return key.subject() + " " + outcome.word();
    }
  }

  /// The effect on the live object; on a dry run, the effect that a real run would have.
  enum Outcome {
    /// It did not exist, and now does.
    CREATED("created"),
    /// It existed, and was changed.
    CONFIGURED("configured"),
    /// It existed and matches the manifest; nothing was written.
    UNCHANGED("unchanged"),
    /// The server merged it, and it was created or changed. Only with [ApplyOptions#serverSide].
    SERVERSIDE_APPLIED("serverside-applied");

    private final String word;

    Outcome(String word) {
      this.word = word;
    }

    /// The word that `kubectl apply` prints. After server-side apply, it prints
    /// `serverside-applied` for unchanged objects, too.
    public String word() {
      return word;
    }
  }

  /// The object was not applied, and why: the server refused it, could not be reached, or the live
  /// object cannot be merged. The cluster is unchanged by it, and applying it again is safe.
  ///
  /// @param problems at least one; their text holds no value of a Secret
  record Failed(ObjectKey key, List<Problem> problems) implements ApplyResult {
    public Failed {
      problems = List.copyOf(problems);
    }
  }

  /// A write was sent, and whether the server carried it out could not be found out. Applying the
  /// object again is safe, and finds it out.
  record Unknown(ObjectKey key, Problem problem) implements ApplyResult {}

  /// The run ended before the object was tried, since the thread was interrupted.
  record NotTried(ObjectKey key) implements ApplyResult {}
}
