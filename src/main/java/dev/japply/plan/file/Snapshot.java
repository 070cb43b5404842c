package dev.japply.plan.file;

import dev.japply.object.Gvk;
import dev.japply.plan.SecretDigests;
import dev.japply.plan.file.PlanFile.Target;
import dev.japply.schema.SchemaDocument;
import dev.japply.tree.Node;
import dev.japply.tree.Value.MapValue;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Objects and types read from a cluster, for diffs and plans without a connection.
///
/// @param digests replaces the values of Secrets by digests
/// @param types the served types of the objects
/// @param schemas the schemas of their fields
public record Snapshot(
    Made made,
    String namespace,
    SecretDigests digests,
    List<TypeRecord> types,
    List<SchemaDocument> schemas,
    List<Entry> entries) {
  public Snapshot {
    types = List.copyOf(types);
    schemas = List.copyOf(schemas);
    entries = List.copyOf(entries);
  }

  /// Creation time and cluster of a snapshot.
  ///
  /// @param by the program that took the snapshot
  public record Made(Instant created, String by, Target target) {}

  /// A type as the API server serves it.
  ///
  /// @param plural the name in API paths; empty if the type is not served
  public record TypeRecord(Gvk gvk, String plural, boolean namespaced) {
    /// Whether the cluster has the type.
    public boolean isServed() {
      return !plural.isEmpty();
    }
  }

  /// Identity of an object, with the API version that was read.
  ///
  /// @param namespace empty if the object is cluster-scoped
  public record Place(Gvk gvk, String namespace, String name) {}

  /// One object of a snapshot.
  ///
  /// @param object the live object; null if it does not exist
  public record Entry(Place place, @Nullable SealedObject object) {}

  /// A live object without the values of Secrets.
  ///
  /// @param lastApplied the last-applied configuration if `live` has a digest for it; otherwise
  ///   [dev.japply.tree.Missing#MISSING]
  public record SealedObject(MapValue live, Node lastApplied) {}

  /// Returns the record of `gvk`; empty if the snapshot has no such type.
  public Optional<TypeRecord> type(Gvk gvk) {
    return types.stream().filter(type -> type.gvk().equals(gvk)).findFirst();
  }
}
