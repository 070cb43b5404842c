package dev.japply.merge;

import dev.japply.merge.MergeException.Reason;
import dev.japply.schema.PatchRule;
import dev.japply.schema.Schema;
import dev.japply.tree.FieldPath;
import java.util.List;
import java.util.Optional;

/// How one map or list field merges.
///
/// @param type the type of the map, or of the list's items
/// @param strategy what the schema asks for
/// @param retainKeys whether keys that the manifest does not name go
/// @param mergeKey the key of the items; empty for lists of primitives
/// @param listMapKeys the keys by which server-side apply tells the items apart
record FieldRule(
    Schema type, Strategy strategy, boolean retainKeys, String mergeKey, List<String> listMapKeys) {

  /// The patch strategies.
  enum Strategy {
    /// Maps merge, lists are replaced.
    DEFAULT,
    /// Lists merge.
    MERGE,
    /// Maps are replaced.
    REPLACE
  }

  /// The rule of the map at `key` of a map of type `schema`.
  ///
  /// @throws MergeException when the schema does not know the field
  static FieldRule ofMap(Schema schema, String key, FieldPath path) {
    Schema.Field field = known(schema, key, path);
    return of(field.type(), field.rule(), path);
  }

  /// The rule of the list at `key` of a map of type `schema`.
  ///
  /// @throws MergeException when the schema does not know the field
  static FieldRule ofList(Schema schema, String key, FieldPath path) {
    Schema.Field field = known(schema, key, path);
    return of(field.type().items().orElse(field.type()), field.rule(), path);
  }

  private static Schema.Field known(Schema schema, String key, FieldPath path) {
    Optional<Schema.Field> field = schema.field(key);
    return field.orElseThrow(() ->
        new MergeException(
            Reason.UNKNOWN_FIELD,
            path.key(key),
            "unable to find api field \"" + key + "\" of " + schema.name()));
  }

  private static FieldRule of(Schema type, PatchRule rule, FieldPath path) {
    List<String> strategies = rule.strategies();
    boolean retainKeys = strategies.contains("retainKeys");
    var others = strategies.stream().filter(name -> !name.equals("retainKeys")).toList();
    if (others.size() > 1 || strategies.size() > 2) {
      throw new MergeException(Reason.OTHER, path, "unexpected patch strategy: " + strategies);
    }
    return new FieldRule(type, strategy(others), retainKeys, rule.mergeKey(), rule.listMapKeys());
  }

  private static Strategy strategy(List<String> names) {
    return switch (names.isEmpty() ? "" : names.getFirst()) {
      case "merge" -> Strategy.MERGE;
      case "replace" -> Strategy.REPLACE;
      default -> Strategy.DEFAULT;
    };
  }
}
