package dev.japply.plan.file;

import dev.japply.object.Gvk;
import dev.japply.plan.Seal;
import dev.japply.plan.file.PlanFile.Target;
import dev.japply.schema.SchemaDocument;
import dev.japply.tree.Node;
import dev.japply.tree.Value.MapValue;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What was read from a cluster, so that diffs and plans can be made without it.
///
/// @param namespace where objects go that name none
/// @param seal what stands in place of the values of Secrets
/// @param types how the types of the objects are served
/// @param schemas how their fields merge
public record Snapshot(
    Made made,
    String namespace,
    Seal seal,
    List<TypeRecord> types,
    List<SchemaDocument> schemas,
    List<Entry> entries) {
  public Snapshot {
    types = List.copyOf(types);
    schemas = List.copyOf(schemas);
    entries = List.copyOf(entries);
  }

  /// When a snapshot was taken, and of what.
  ///
  /// @param by the program that has taken it
  public record Made(Instant created, String by, Target target) {}

  /// How a type is served.
  ///
  /// @param plural the name in paths; empty where the type is not served
  public record TypeRecord(Gvk gvk, String plural, boolean namespaced) {
    /// Whether the cluster has the type.
    public boolean isServed() {
      return !plural.isEmpty();
    }
  }

  /// Which object, and by which version of its type it was read.
  ///
  /// @param namespace empty for an object of the whole cluster
  public record Place(Gvk gvk, String namespace, String name) {}

  /// What is known of one object.
  ///
  /// @param object what was read; null where the object does not exist
  public record Entry(Place place, @Nullable SealedObject object) {}

  /// A live object without the values of Secrets.
  ///
  /// @param live the object
  /// @param lastApplied what its annotation holds, where that is sealed in `live`; else
  ///   [dev.japply.tree.Missing#MISSING]
  public record SealedObject(MapValue live, Node lastApplied) {}

  /// How `gvk` is served; empty when that was not asked.
  public Optional<TypeRecord> type(Gvk gvk) {
    return types.stream().filter(type -> type.gvk().equals(gvk)).findFirst();
  }
}
