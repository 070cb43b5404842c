package dev.japply.client;

import dev.japply.object.ObjectKey;
import dev.japply.problem.Problem;
import java.util.List;

/// The changes that applying one object would make:
///
/// ```java
/// for (DiffResult each : applier.diff(manifests)) {
///   if (each instanceof DiffResult.Changed(var key, var before, var after, var text)) {
///     System.out.print(text);
///   }
/// }
/// ```
public sealed interface DiffResult {
  /// The object's key; the namespace is filled in if the manifest names none.
  ObjectKey key();

  /// Nothing.
  record Same(ObjectKey key) implements DiffResult {}

  /// Something, or everything of an object that does not exist yet.
  ///
  /// @param before the live object in YAML, values of Secrets masked, without the status and what
  ///   else `japply diff` leaves out; empty when there is none
  /// @param after the object as it would be, in the same form; the same as `before` when only the
  ///   last-applied annotation changes
  /// @param text the difference as `japply diff` prints it
  record Changed(ObjectKey key, String before, String after, String text) implements DiffResult {
    @Override
    public String toString() {
      return key.subject() + " changed";
    }
  }

  /// The object would not be applied, and why.
  record Failed(ObjectKey key, List<Problem> problems) implements DiffResult {
    public Failed {
      problems = List.copyOf(problems);
    }
  }
}
