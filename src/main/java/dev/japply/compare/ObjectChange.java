package dev.japply.compare;

import dev.japply.compare.TracedBuild.TracedObject;
import dev.japply.object.ObjectKey;
import dev.japply.object.SecretMask;
import dev.japply.plan.FieldExplanation;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// The difference of one object between two builds.
///
/// @param states the object in the revision and now, with the values of Secrets hidden
/// @param fields the fields that differ, each with the line that causes it
public record ObjectChange(
    ObjectPair pair, Kind kind, SecretMask.Pair states, List<FieldExplanation> fields) {
  public ObjectChange {
    fields = List.copyOf(fields);
  }

  public enum Kind {
    ADDED,
    REMOVED,
    RENAMED,
    CHANGED,
    SAME
  }

  /// The same object of two builds. One of the two may be null, but not both.
  ///
  /// @param old the object in the revision; null if it is new
  /// @param now the object in the working tree; null if it went
  public record ObjectPair(@Nullable TracedObject old, @Nullable TracedObject now) {

    /// Returns the object as it is now, or as it was.
    public TracedObject latest() {
      return now == null ? Objects.requireNonNull(old) : now;
    }

    /// Whether the object has another name or namespace, apart from a hash of its content.
    public boolean isRenamed() {
      return old != null && now != null && !plainKey(old).equals(plainKey(now));
    }

    /// Returns the identity of an object without a hash of its content.
    static ObjectKey plainKey(TracedObject object) {
      ObjectKey key = object.object().key();
      String name = object.plainName().isEmpty() ? key.name() : object.plainName();
      return new ObjectKey(key.group(), key.kind(), key.namespace(), name);
    }
  }
}
