package dev.japply.compare;

import dev.japply.object.ObjectKey;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

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
