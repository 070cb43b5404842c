package dev.japply.cluster;

import dev.japply.tree.Value.MapValue;
import java.util.function.Consumer;

/// What is to be told of the objects of one type.
///
/// <https://kubernetes.io/docs/reference/using-api/api-concepts/#efficient-detection-of-changes>
///
/// @param version what comes after it is told
/// @param fields which objects count by a selector of fields, as `metadata.name=web`; empty for all
/// @param changes hears of it, in the thread that watches
public record Watch(String version, String fields, Consumer<Change> changes) {

  /// What has happened.
  public sealed interface Change {
    /// An object is there, and like this.
    record Stored(MapValue object) implements Change {}

    /// An object is gone; it was like this.
    record Deleted(MapValue object) implements Change {}

    /// Nothing, up to this version.
    record Nothing(String version) implements Change {}
  }
}
