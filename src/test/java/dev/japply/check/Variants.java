package dev.japply.check;

import dev.japply.object.KubeObject;
import dev.japply.problem.Origin;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Missing;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;

/// Changes of an object, most of which break it.
final class Variants {
  private static final Set<String> KEPT = Set.of("apiVersion", "kind");

  private static final List<Value> VALUES =
      List.of(
          Value.NULL,
          Value.text(""),
          Value.text("text"),
          Value.text("Bad_Value!"),
          Value.text("UPPER"),
          Value.text("10%"),
          Value.text("x".repeat(300)),
          Value.text("2026-02-30T00:00:00Z"),
          Value.text("2026-01-01T00:00:00Z"),
          Value.text("1.5e3Gi"),
          Value.number(0),
          Value.number(-1),
          Value.number(70_000),
          Value.number(1L << 31),
          Value.number(Long.MAX_VALUE),
          new Value.FloatValue(2.0),
          new Value.FloatValue(2.5),
          Value.TRUE,
          MapValue.EMPTY,
          MapValue.of("bogus", Value.number(1)),
          ListValue.EMPTY,
          ListValue.of(Value.NULL),
          ListValue.of(Value.text("text")),
          ListValue.of(MapValue.EMPTY));

  private final MapValue object;
  private final List<Variant> found = new ArrayList<>();

  private Variants(MapValue object) {
    this.object = object;
  }

  /// One change.
  ///
  /// @param change the change, for messages
  record Variant(KubeObject object, FieldPath path, String change) {}

  static List<Variant> of(KubeObject object) {
    var variants = new Variants(object.tree());
    variants.walk(object.tree(), FieldPath.root());
    return variants.found;
  }

  private void add(FieldPath path, Value tree, String change) {
    if (tree instanceof MapValue map) {
      found.add(new Variant(KubeObject.of(map, Origin.NONE), path, change));
    }
  }

  private void walk(Value value, FieldPath path) {
    switch (value) {
      case MapValue map -> {
        add(
            path.key("bogus"),
            Trees.with(object, path, map.with("bogus", Value.text("b"))),
            "add bogus");
        map.entries()
            .forEach((key, inner) -> {
              if (!(path instanceof FieldPath.Root && KEPT.contains(key))
                  && !path.key(key).toString().equals("metadata.namespace")) {
                change(path.key(key), inner);
                rename(map, path, key);
                walk(inner, path.key(key));
              }
            });
      }
      case ListValue list -> {
        for (int i = 0; i < list.size(); i++) {
          change(path.index(i), list.items().get(i));
          walk(list.items().get(i), path.index(i));
        }
        if (!list.isEmpty()) {
          var twice = new ArrayList<>(list.items());
          twice.add(list.items().getFirst());
          add(path, Trees.with(object, path, new ListValue(twice)), "repeat the first item");
        }
      }
      default -> {}
    }
  }

  private void rename(MapValue map, FieldPath path, String key) {
    Value value = Objects.requireNonNull(map.entries().get(key));
    for (String other : List.of(key + "s", key.toUpperCase(Locale.ROOT))) {
      if (!map.has(other)) {
        add(
            path.key(other),
            Trees.with(object, path, map.without(key).with(other, value)),
            "rename " + key);
      }
    }
  }

  private void change(FieldPath path, Value old) {
    add(path, Trees.with(object, path, Missing.MISSING), "remove");
    for (Value value : VALUES) {
      if (!value.equals(old)) {
        add(path, Trees.with(object, path, value), "set " + value);
      }
    }
  }
}
