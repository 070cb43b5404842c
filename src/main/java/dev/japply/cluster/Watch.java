package dev.japply.cluster;

import dev.japply.tree.Value.MapValue;
import java.util.function.Consumer;

/// A request to watch the objects of one type.
///
/// <https://kubernetes.io/docs/reference/using-api/api-concepts/#efficient-detection-of-changes>
///
/// @param version the resource version to start after
/// @param fields a field selector, as `metadata.name=web`; empty for all objects
/// @param changes receives the changes, in the watching thread
public record Watch(String version, String fields, Consumer<Change> changes) {

  /// A change of the watched objects.
  public sealed interface Change {
    /// An object is there, and like this.
    record Stored(MapValue object) implements Change {}

    /// An object is gone; it was like this.
    record Deleted(MapValue object) implements Change {}

    /// Nothing, up to this version.
    record Nothing(String version) implements Change {}
  }
}
