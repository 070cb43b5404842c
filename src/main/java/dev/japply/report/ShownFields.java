package dev.japply.report;

import dev.japply.object.LastApplied;
import dev.japply.tree.Value.MapValue;
import java.util.List;

/// Which fields of objects a diff shows besides those that people write: those in which the server
/// keeps account of an object, and in which apply keeps what it applied.
///
/// @param metadata whether it shows them
/// @param managedFields whether it shows `managedFields`, too
public record ShownFields(boolean metadata, boolean managedFields) {
  /// None of them.
  public static final ShownFields OWN = new ShownFields(false, false);

  private static final List<String> ACCOUNTS =
      List.of("creationTimestamp", "generation", "resourceVersion", "uid");

  /// `object` without what is not shown.
  ///
  /// @param status whether its status is shown in any case
  MapValue of(MapValue object, boolean status) {
    MapValue shown = metadata || status ? object : object.without("status");
    return object.get("metadata") instanceof MapValue map
        ? shown.with("metadata", metadata(map))
        : shown;
  }

  private MapValue metadata(MapValue all) {
    MapValue shown = managedFields ? all : all.without("managedFields");
    if (metadata) {
      return shown;
    }
    for (String field : ACCOUNTS) {
      shown = shown.without(field);
    }
    if (!(all.get("annotations") instanceof MapValue annotations)) {
      return shown;
    }
    MapValue others = annotations.without(LastApplied.KEY);
    return others.entries().isEmpty()
        ? shown.without("annotations")
        : shown.with("annotations", others);
  }
}
