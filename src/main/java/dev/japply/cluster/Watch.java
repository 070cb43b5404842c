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

  public sealed interface Change {
    /// An object was created or changed, or existed already.
    record Stored(MapValue object) implements Change {}

    /// An object was deleted; this was its last state.
    record Deleted(MapValue object) implements Change {}

    /// No changes up to this version.
    record Nothing(String version) implements Change {}
  }
}
