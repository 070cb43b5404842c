package dev.japply.object;

import dev.japply.object.FieldManagers.Manager;
import dev.japply.object.ManagedFields.Operation;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Value.MapValue;
import java.util.ArrayList;
import java.util.List;

/// The fields of a live object that one manager owns by server-side apply, from
/// `metadata.managedFields`:
///
/// ```java
/// MapValue live = (MapValue) Json.parse(liveJson);
/// OwnedFields own = OwnedFields.of(live, "my-operator");
/// MapValue applied = own.in(live);
/// boolean scales = own.owns(FieldPath.root().key("spec").key("replicas"));
/// ```
///
/// Another manager that changes a field takes it over, so `in(live)` has the values that the
/// manager has applied, in the server's form. `dev.japply.merge.AppliedCheck` compares a manifest
/// with them.
///
/// <https://kubernetes.io/docs/reference/using-api/server-side-apply/#managed-fields>
///
/// @param manager the field manager
/// @param apiVersion the API version of the fields; empty if the manager owns none
/// @param fields the fields, each item with its keys in one order
/// @param since the time of the manager's last change to the object; empty if the server has
///   recorded none, as for a manager that has changed no value
public record OwnedFields(String manager, String apiVersion, FieldSet fields, String since) {
  /// Returns the fields of `manager` in `live`. Fields of subresources and of updates do not count.
  public static OwnedFields of(MapValue live, String manager) {
    List<MapValue> entries =
        ManagedFields.of(live).entries().stream()
            .filter(entry -> ManagedFields.is(entry, manager, Operation.APPLY))
            .toList();
    FieldSet all =
        entries.stream()
            .flatMap(entry -> ManagedFields.fields(entry).stream())
            .reduce(FieldSet.EMPTY, FieldSet::union);
    MapValue first = entries.isEmpty() ? MapValue.EMPTY : entries.getFirst();
    return new OwnedFields(manager, first.text("apiVersion"), all.normal(), first.text("time"));
  }

  /// Whether the manager owns no field.
  public boolean isEmpty() {
    return fields.nodes().isEmpty();
  }

  /// Returns the owned fields that have no owned fields below them.
  public List<FieldPath> paths() {
    return fields.leaves();
  }

  /// Whether the manager owns the field at `path`, or a field below it. Items of lists that have
  /// keys must have them in the path.
  public boolean owns(FieldPath path) {
    return fields.at(path).isPresent();
  }

  /// Returns the part of `live` that the manager owns, without `apiVersion`, `kind` and name.
  public MapValue in(MapValue live) {
    return fields.in(live).orElse(MapValue.EMPTY) instanceof MapValue own ? own : MapValue.EMPTY;
  }

  /// Returns the other managers of the field at `path` in `live`, the latest first.
  public List<Manager> others(FieldPath path, MapValue live) {
    var others = new ArrayList<>(FieldManagers.of(live).of(path, live));
    others.removeIf(other -> other.applies(manager));
    return List.copyOf(others);
  }
}
