package dev.japply.schema;

import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/// Looks merge rules up in an OpenAPI version 3 document itself, step by step as
/// `PatchMetaFromOpenAPIV3` of `k8s.io/apimachinery/pkg/util/strategicpatch` does, and compares
/// each answer with the schema's.
final class RawWalk {
  private final MapValue schemas;
  private final Set<MapValue> seen = Collections.newSetFromMap(new IdentityHashMap<>());

  RawWalk(MapValue schemas) {
    this.schemas = schemas;
  }

  Set<String> names() {
    return schemas.entries().keySet();
  }

  /// Reports each difference between the type of that name in the document and `schema`, and in
  /// what can be reached from them.
  void compare(String name, Optional<Schema> schema, Consumer<String> report) {
    compare(name, schemas.map(name), schema, report);
  }

  private void compare(String at, MapValue raw, Optional<Schema> schema, Consumer<String> report) {
    if (schema.isEmpty()) {
      report.accept(at + ": unknown");
      return;
    }
    if (!seen.add(raw)) {
      return;
    }
    Schema type = schema.get();
    MapValue properties = raw.map("properties");
    check(at + " kind", raw.text("type"), type.def().kind(), report);
    check(at + " topology", topology(raw), topology(type.def().topology()), report);
    check(at + " fields", properties.entries().keySet(), type.def().fields().keySet(), report);
    properties
        .entries()
        .forEach((key, property) -> compareField(at + "." + key, key, property, type, report));
    if (raw.get("additionalProperties") instanceof MapValue values) {
      compare(at + ".*", resolve(values), type.additional(), report);
    }
    if (raw.get("items") instanceof MapValue items) {
      compare(at + "[]", resolve(items), type.items(), report);
    }
  }

  private void compareField(
      String at, String key, Value property, Schema type, Consumer<String> report) {
    MapValue raw = (MapValue) property;
    Optional<Schema.Field> field = type.field(key);
    if (field.isEmpty()) {
      report.accept(at + ": unknown field");
      return;
    }
    PatchRule rule = field.get().rule();
    check(
        at + " strategies",
        raw.text("x-kubernetes-patch-strategy"),
        String.join(",", rule.strategies()),
        report);
    check(at + " merge key", raw.text("x-kubernetes-patch-merge-key"), rule.mergeKey(), report);
    check(at + " default", raw.get("default"), rule.defaultValue(), report);
    compare(at, resolve(raw), Optional.of(field.get().type()), report);
    if (raw.get("items") instanceof MapValue items) {
      compare(at + "[]", resolve(items), field.get().type().items(), report);
    }
  }

  private static Value topology(MapValue raw) {
    if (raw.get("x-kubernetes-list-map-keys") instanceof ListValue keys) {
      return keys;
    }
    boolean set = raw.text("x-kubernetes-list-type").equals("set");
    boolean atomic = raw.text("x-kubernetes-map-type").equals("atomic");
    return Value.text(set ? "set" : atomic ? "atomic" : "");
  }

  private static Value topology(Topology topology) {
    return switch (topology) {
      case Topology.Plain.USUAL -> Value.text("");
      case Topology.Plain.SET -> Value.text("set");
      case Topology.Plain.ATOMIC -> Value.text("atomic");
      case Topology.Keyed(List<String> keys) ->
          new ListValue(keys.stream().<Value>map(Value::text).toList());
    };
  }

  private MapValue resolve(MapValue raw) {
    MapValue target =
        raw.get("allOf") instanceof ListValue all && !all.isEmpty()
            ? (MapValue) all.items().getFirst()
            : raw;
    String ref = target.text("$ref");
    return ref.isEmpty() ? target : schemas.map(ref.replace("#/components/schemas/", ""));
  }

  private static void check(String what, Object expected, Object actual, Consumer<String> report) {
    if (!expected.equals(actual)) {
      report.accept(what + ": " + actual + " and not " + expected);
    }
  }
}
