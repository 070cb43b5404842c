package dev.japply.plan;

import dev.japply.object.FieldManagers;
import dev.japply.object.ManagedFields;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Missing;
import dev.japply.tree.Node;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import dev.japply.walk.Place;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Values of a server-side apply that the server does not store as they are sent: an empty list, a
/// status, another form of a quantity. If several managers send such values, each of them writes
/// the object again after the other, though nothing but a time changes.
public final class EndlessWrites {
  private final List<FieldPath> found = new ArrayList<>();

  private EndlessWrites() {}

  /// Returns the fields of such values; empty unless the apply wrote the object without a change of
  /// a value. If owners have changed, these are fields of another manager that applies.
  ///
  /// @param manifest the manifest as it was sent
  /// @param before the object before; missing if it was not read
  /// @param after the object afterwards
  public static List<FieldPath> of(String manager, MapValue manifest, Node before, MapValue after) {
    if (!(before instanceof MapValue live)
        || LiveMetadata.version(live).equals(LiveMetadata.version(after))
        || !ManagedFields.unversioned(live).equals(ManagedFields.unversioned(after))) {
      return List.of();
    }
    var values = new EndlessWrites();
    MapValue metadata = manifest.map("metadata");
    for (String bound : List.of("uid", "resourceVersion")) {
      metadata = metadata.without(bound);
    }
    MapValue sent = manifest.without("apiVersion").without("kind").with("metadata", metadata);
    values.compare(Place.of(null, sent, after));
    boolean owned = owners(live).equals(owners(after));
    FieldManagers managers = FieldManagers.of(live);
    return values.found.stream()
        .filter(path ->
            owned
                || managers.of(path, manifest).stream()
                    .anyMatch(other ->
                        other.operation().equals("Apply") && !other.name().equals(manager)))
        .toList();
  }

  /// Returns the entries without their times and their order, which follows from the times.
  private static Set<MapValue> owners(MapValue object) {
    var owners = new HashSet<MapValue>();
    ManagedFields.of(object).entries().forEach(entry -> owners.add(entry.without("time")));
    return owners;
  }

  private void compare(Place at) {
    if (at.at(1) instanceof Missing) {
      found.add(at.path());
    } else if (at.are(MapValue.class) && !at.at(0).equals(MapValue.EMPTY)) {
      at.entriesOf(0).forEach(this::compare);
    } else if (at.areOfOneLength()) {
      at.rows().forEach(this::compare);
    } else if (!at.isSame(0, 1) && !(at.at(0) instanceof ListValue)) {
      found.add(at.path());
    }
  }
}
