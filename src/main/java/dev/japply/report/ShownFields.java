package dev.japply.report;

import dev.japply.diff.Secrets;
import dev.japply.object.LastApplied;
import dev.japply.tree.Value.MapValue;
import java.util.List;

/// Which fields of objects a diff shows besides those that people write: those in which the server
/// keeps account of an object, and in which apply keeps what it applied.
///
/// @param metadata whether it shows them
/// @param managedFields whether it shows `managedFields`, too
/// @param secrets whether it shows the values of Secrets
public record ShownFields(boolean metadata, boolean managedFields, Secrets secrets) {
  /// None of them, and Secrets masked.
  public static final ShownFields OWN = own(Secrets.MASKED);

  private static final List<String> ACCOUNTS =
      List.of("creationTimestamp", "generation", "resourceVersion", "uid");

  /// None of them.
  public static ShownFields own(Secrets secrets) {
    return new ShownFields(false, false, secrets);
  }

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
