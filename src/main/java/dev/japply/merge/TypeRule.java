package dev.japply.merge;

import dev.japply.merge.MergeException.Reason;
import dev.japply.merge.TypeRule.FieldRule.Strategy;
import dev.japply.schema.PatchRule;
import dev.japply.schema.Schema;
import dev.japply.schema.Topology;
import dev.japply.tree.FieldPath;
import dev.japply.walk.FieldType;
import dev.japply.walk.ItemNames;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The merge rule of a map or list field, also in places without a schema. Inside maps with free
/// keys and embedded JSON, maps merge and lists are replaced. Objects that take no strategic merge
/// patches follow the topology of each type there, too.
///
/// @param type the type of the map or of the list; null if it is unknown
/// @param field the rule of the schema; null if it is unknown
record TypeRule(@Nullable Schema type, @Nullable FieldRule field) {

  static TypeRule ofMap(@Nullable Schema parent, String key, FieldPath path) {
    return of(parent, key, path, false);
  }

  static TypeRule ofList(@Nullable Schema parent, String key, FieldPath path) {
    return of(parent, key, path, true);
  }

  private static TypeRule of(@Nullable Schema parent, String key, FieldPath path, boolean list) {
    Schema type = child(parent, key);
    if (parent != null && !parent.isStrategic()) {
      return new TypeRule(type, type == null ? null : FieldRule.ofTopology(type));
    }
    if (parent == null || !describes(parent, key)) {
      return new TypeRule(type, null);
    }
    return new TypeRule(
        type, list ? FieldRule.ofList(parent, key, path) : FieldRule.ofMap(parent, key, path));
  }

  /// Returns the type of the value at `key` of a map; null if the schema does not describe it.
  static @Nullable Schema child(@Nullable Schema map, String key) {
    return map == null
        ? null
        : map.field(key).map(Schema.Field::type).or(map::additional).orElse(null);
  }

  /// Returns the type of a list's items; null if the schema does not describe it.
  static @Nullable Schema items(@Nullable Schema list) {
    return list == null ? null : list.items().orElse(null);
  }

  /// Returns whether a type describes no fields: maps with free keys, embedded JSON.
  static boolean isFreeForm(Schema type) {
    return type.def().fields().isEmpty();
  }

  /// Returns whether the type describes its fields, so that an unknown field is an error.
  private static boolean describes(Schema map, String key) {
    return !isFreeForm(map) && (map.field(key).isPresent() || map.additional().isEmpty());
  }

  Strategy strategy() {
    return field == null ? Strategy.DEFAULT : field.strategy();
  }

  /// Returns the rule of a field that merges.
  FieldRule merging() {
    return Objects.requireNonNull(field);
  }

  boolean retainKeys() {
    return field != null && field.retainKeys();
  }

  /// Returns whether this is a map with free keys, so that several writers share it.
  boolean hasFreeKeys() {
    return strategy() != Strategy.REPLACE
        && type != null
        && isFreeForm(type)
        && type.additional().isPresent();
  }

  /// The merge rule of one map or list field.
  ///
  /// @param type the type of the map, or of the list's items
  /// @param strategy the strategy in the schema
  /// @param retainKeys whether keys that are not in the manifest are removed
  /// @param mergeKey the key of the items; empty for lists of primitives, and if the topology alone
  ///   defines how the list merges
  /// @param listMapKeys the keys that identify items in server-side apply
  record FieldRule(
      Schema type,
      Strategy strategy,
      boolean retainKeys,
      String mergeKey,
      List<String> listMapKeys) {

    /// The patch strategies.
    enum Strategy {
      /// Maps merge, lists are replaced.
      DEFAULT,
      /// Lists merge.
      MERGE,
      /// Maps are replaced.
      REPLACE
    }

    /// Returns the rule of the map at `key` of a map of type `schema`.
    ///
    /// @throws MergeException if the schema does not contain the field
    static FieldRule ofMap(Schema schema, String key, FieldPath path) {
      Schema.Field field = known(schema, key, path);
      return of(field.type(), field.rule(), List.of(), path);
    }

    /// Returns the rule of the list at `key` of a map of type `schema`.
    ///
    /// @throws MergeException if the schema does not contain the field
    static FieldRule ofList(Schema schema, String key, FieldPath path) {
      Schema.Field field = known(schema, key, path);
      return of(
          field.type().items().orElse(field.type()),
          field.rule(),
          FieldType.of(field.type()).serverKeys(),
          path);
    }

    /// Returns the rule of a map or list of that type in an object that takes no strategic merge
    /// patches.
    static FieldRule ofTopology(Schema type) {
      Strategy strategy =
          switch (type.def().topology()) {
            case Topology.Plain plain ->
                switch (plain) {
                  case USUAL -> Strategy.DEFAULT;
                  case ATOMIC -> Strategy.REPLACE;
                  case SET -> Strategy.MERGE;
                };
            case Topology.Keyed keyed -> Strategy.MERGE;
          };
      return new FieldRule(
          type.items().orElse(type), strategy, false, "", FieldType.of(type).serverKeys());
    }

    /// Returns whether the topology alone defines how the list merges.
    boolean isOfTopology() {
      return !type.isStrategic();
    }

    /// Returns whether items are maps that are identified by keys.
    boolean isKeyed() {
      return !mergeKey.isEmpty() || (isOfTopology() && !listMapKeys.isEmpty());
    }

    /// Returns the names of items in the paths of reasons.
    ItemNames names() {
      return new ItemNames(mergeKey.isEmpty() ? listMapKeys : List.of(mergeKey));
    }

    private static Schema.Field known(Schema schema, String key, FieldPath path) {
      Optional<Schema.Field> field = schema.field(key);
      return field.orElseThrow(() ->
          new MergeException(
              Reason.UNKNOWN_FIELD,
              path.key(key),
              "unable to find api field \"" + key + "\" of " + schema.name()));
    }

    private static FieldRule of(Schema type, PatchRule rule, List<String> keys, FieldPath path) {
      List<String> strategies = rule.strategies();
      boolean retainKeys = strategies.contains("retainKeys");
      List<String> others =
          retainKeys
              ? strategies.stream().filter(name -> !name.equals("retainKeys")).toList()
              : strategies;
      if (others.size() > 1 || strategies.size() > 2) {
        throw new MergeException(Reason.OTHER, path, "unexpected patch strategy: " + strategies);
      }
      return new FieldRule(type, strategy(others), retainKeys, rule.mergeKey(), keys);
    }

    private static Strategy strategy(List<String> names) {
      return switch (names.isEmpty() ? "" : names.getFirst()) {
        case "merge" -> Strategy.MERGE;
        case "replace" -> Strategy.REPLACE;
        default -> Strategy.DEFAULT;
      };
    }
  }
}
