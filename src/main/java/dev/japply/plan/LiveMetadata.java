package dev.japply.plan;

import dev.japply.tree.Node;
import dev.japply.tree.Value.MapValue;

/// The fields of an object's metadata that the server sets.
public final class LiveMetadata {
  private LiveMetadata() {}

  public static String uid(MapValue object) {
    return object.map("metadata").text("uid");
  }

  /// Returns the `resourceVersion`.
  public static String version(MapValue object) {
    return object.map("metadata").text("resourceVersion");
  }

  /// Whether the object was deleted, and still exists because of finalizers or its grace period.
  public static boolean isBeingDeleted(MapValue object) {
    return object.map("metadata").has("deletionTimestamp");
  }

  /// Whether both are states of one object; false if one is missing. An object that is deleted and
  /// created again has another uid.
  public static boolean areOneObject(Node one, Node other) {
    return one instanceof MapValue before
        && other instanceof MapValue after
        && uid(before).equals(uid(after));
  }
}
