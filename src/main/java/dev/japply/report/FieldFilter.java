package dev.japply.report;

import dev.japply.diff.Secrets;
import dev.japply.object.LastApplied;
import dev.japply.tree.Value.MapValue;
import java.util.List;

/// The fields that a diff shows in addition to those that people write: the status, the server's
/// metadata and the last-applied annotation.
///
/// @param metadata whether these fields are shown
/// @param managedFields whether `managedFields` is shown, too
/// @param secrets whether the values of Secrets are shown
public record FieldFilter(boolean metadata, boolean managedFields, Secrets secrets) {
  /// None of them, and Secrets masked.
  public static final FieldFilter OWN = own(Secrets.MASKED);

  private static final List<String> ACCOUNTS =
      List.of("creationTimestamp", "generation", "resourceVersion", "uid");

  /// Returns the settings that show none of these fields.
  public static FieldFilter own(Secrets secrets) {
    return new FieldFilter(false, false, secrets);
  }

  /// Returns `object` without the hidden fields.
  ///
  /// @param status whether its status is always shown
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
