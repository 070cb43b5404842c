package dev.japply.plan;

import dev.japply.merge.AppliedFieldSet;
import dev.japply.merge.AppliedValues;
import dev.japply.object.FieldSet;
import dev.japply.object.OwnedFields;
import dev.japply.problem.JapplyException;
import dev.japply.schema.Schema;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import dev.japply.walk.FieldType;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A change of the fields that a manager owns by server-side apply, which changes no value.
///
/// @param own the fields of the manager in `live`
public record ServerSideTransfer(OwnedFields own, MapValue live, Schema schema) {

  /// Returns the manifest that the manager has applied, with the live values.
  public MapValue applied() {
    MapValue applied =
        AppliedValues.at(FieldPath.root(), own, live, schema).orElse(MapValue.EMPTY)
                instanceof MapValue map
            ? map
            : MapValue.EMPTY;
    MapValue metadata = applied.map("metadata");
    for (String key : List.of("name", "namespace")) {
      if (live.map("metadata").get(key) instanceof Value name) {
        metadata = metadata.with(key, name);
      }
    }
    return applied
        .with("metadata", metadata)
        .with("apiVersion", Value.text(live.text("apiVersion")))
        .with("kind", Value.text(live.text("kind")));
  }

  /// Returns the fields of the manager without `fields`, or with them.
  ///
  /// @param fields fields that exist
  /// @throws JapplyException if a field is a part of another one that has one owner as a whole, or
  ///   has no type
  public FieldSet fields(OwnershipTransfer direction, List<FieldReference> fields) {
    FieldSet owned = own.fields();
    for (FieldReference field : fields) {
      Optional<FieldPath> place = field.find(live).map(this::keyed);
      if (place.isPresent()) {
        owned =
            switch (direction) {
              case RELEASE -> released(owned, field, place.get());
              case ADOPT -> adopted(owned, field, place.get());
            };
      }
    }
    return owned;
  }

  private static FieldSet released(FieldSet owned, FieldReference field, FieldPath path) {
    if (owned.at(path).isEmpty() && owned.meets(path)) {
      FieldPath whole = path;
      while (owned.at(whole).isEmpty()) {
        whole = whole.parentPath();
      }
      throw new JapplyException(
          field.problem(
              whole + " has one owner as a whole, so no part of it changes hands",
              "name all of it: " + whole));
    }
    return owned.without(path);
  }

  private FieldSet adopted(FieldSet owned, FieldReference field, FieldPath path) {
    MapValue part = FieldAdoption.with(field, MapValue.EMPTY, live, schema);
    FieldSet more =
        AppliedFieldSet.of(part, schema)
            .orElseThrow(() ->
                new JapplyException(
                    field.problem("its type is not known", "apply a manifest with the field")));
    FieldSet all = owned.union(more);
    for (FieldPath at = path.parentPath(); !(at instanceof FieldPath.Root); at = at.parentPath()) {
      if (at instanceof FieldPath.Item(FieldPath list, MapValue keys) && owned.at(at).isPresent()) {
        // Keys of an owned item that the manager does not own stay as they are.
        for (String key : keys.entries().keySet()) {
          all = owned.at(at.key(key)).isPresent() ? all : all.without(at.key(key));
        }
      }
    }
    return all;
  }

  /// Returns the path with items by their keys.
  private FieldPath keyed(FieldPath path) {
    FieldPath keyed = FieldPath.root();
    FieldType type = FieldType.of(schema);
    for (var steps = path.steps(); steps.hasNext(); ) {
      FieldPath step = steps.next();
      keyed =
          step instanceof FieldPath.Index(FieldPath list, int index)
              ? item(keyed, list, index, type.type())
              : keyed.key(((FieldPath.Key) step).key());
      type = type.below(step);
    }
    return keyed;
  }

  private FieldPath item(FieldPath keyed, FieldPath list, int index, @Nullable Schema type) {
    Optional<String> key =
        type == null || !(list.in(live) instanceof ListValue(var items))
            ? Optional.empty()
            : AppliedFieldSet.itemKey(items.get(index), type);
    return key.flatMap(name -> FieldSet.path(keyed, name)).orElseGet(() -> keyed.index(index));
  }
}
