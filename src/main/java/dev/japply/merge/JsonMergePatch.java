package dev.japply.merge;

import dev.japply.merge.TypeRule.FieldRule.Strategy;
import dev.japply.schema.Schema;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import java.util.LinkedHashMap;
import org.jspecify.annotations.Nullable;

/// JSON merge patches (RFC 7386): maps merge, null removes, other values are replaced.
public final class JsonMergePatch {
  private JsonMergePatch() {}

  /// Returns `object` with `patch` applied, without the nulls in new values of the patch.
  public static MapValue apply(MapValue object, MapValue patch) {
    var out = new LinkedHashMap<>(object.entries());
    patch
        .entries()
        .forEach((key, value) -> {
          Value before = out.get(key);
          if (value.equals(Value.NULL)) {
            out.remove(key);
          } else if (before instanceof MapValue into && value instanceof MapValue map) {
            out.put(key, apply(into, map));
          } else if (before instanceof MapValue) {
            // Upstream's library keeps the nulls of a list that replaces a map.
            out.put(key, value);
          } else {
            out.put(key, Value.withoutNulls(value));
          }
        });
    return new MapValue(out);
  }

  /// Returns the patch that turns `from` into `to`. A null in a map of `to` is a removal.
  public static MapValue diff(MapValue from, MapValue to) {
    var patch = new LinkedHashMap<String, Value>();
    to.entries()
        .forEach((key, value) -> {
          Value before = from.entries().get(key);
          if (before instanceof MapValue left && value instanceof MapValue right) {
            MapValue inner = diff(left, right);
            if (!inner.isEmpty()) {
              patch.put(key, inner);
            }
          } else if (!value.equals(before)) {
            patch.put(key, value);
          }
        });
    from.entries().keySet().stream()
        .filter(key -> !to.has(key))
        .forEach(key -> patch.put(key, Value.NULL));
    return new MapValue(patch);
  }

  /// Records each entry of `patch` for an object of that type. Entries are the values that replace
  /// others; the maps around them only lead there.
  static void note(MapValue patch, @Nullable Schema type, FieldPath path, ReasonRecorder recorder) {
    patch
        .entries()
        .forEach((key, value) -> {
          FieldPath at = path.key(key);
          var rule = TypeRule.ofList(type, key, path);
          if (value.equals(Value.NULL)) {
            recorder.noteGone(at);
          } else if (value instanceof MapValue map
              && !map.isEmpty()
              && at.in(recorder.live()) instanceof MapValue) {
            note(map, TypeRule.child(type, key), at, recorder);
          } else if (value instanceof ListValue list && rule.strategy() == Strategy.MERGE) {
            recorder.noteWhole(at, list, list, rule.type());
          } else {
            recorder.noteValue(at, value, TypeRule.child(type, key));
          }
        });
  }

  /// Returns whether a patch contains a list that several writers share, by the topology of its
  /// type. Applied to a newer object, it would remove items that others have added since.
  static boolean hasSharedList(MapValue patch, Schema type) {
    return patch.entries().entrySet().stream()
        .anyMatch(entry -> {
          var rule = TypeRule.ofList(type, entry.getKey(), FieldPath.root());
          return switch (entry.getValue()) {
            case MapValue map -> rule.type() != null && hasSharedList(map, rule.type());
            case ListValue list -> rule.strategy() == Strategy.MERGE;
            case Value.NullValue gone -> rule.strategy() == Strategy.MERGE;
            default -> false;
          };
        });
  }

  /// Returns the three-way patch as kubectl computes it, in float64: changes and additions from
  /// `live` to `config`, and deletions from `lastApplied` to `config`.
  ///
  /// Follows upstream's `CreateThreeWayJSONMergePatch`.
  static MapValue upstream(MapValue lastApplied, MapValue config, MapValue live) {
    MapValue modified = (MapValue) inFloat64(config);
    MapValue changes = keep(diff((MapValue) inFloat64(live), modified), false);
    MapValue deletions = keep(diff((MapValue) inFloat64(lastApplied), modified), true);
    return apply(deletions, changes);
  }

  /// Returns only the nulls of a patch, or all other values. Empty maps count as values.
  private static MapValue keep(MapValue patch, boolean nulls) {
    var kept = new LinkedHashMap<String, Value>();
    patch
        .entries()
        .forEach((key, value) -> {
          if (value instanceof MapValue map && !map.isEmpty()) {
            MapValue inner = keep(map, nulls);
            if (!inner.isEmpty()) {
              kept.put(key, inner);
            }
          } else if (value.equals(Value.NULL) == nulls) {
            kept.put(key, value);
          }
        });
    return new MapValue(kept);
  }

  private static Value inFloat64(Value value) {
    return switch (value) {
      case Value.IntValue(long number) -> new Value.FloatValue(number);
      case Value.BigIntValue big -> new Value.FloatValue(big.value().doubleValue());
      case ListValue list -> list.map(JsonMergePatch::inFloat64);
      case MapValue map -> map.mapValues(JsonMergePatch::inFloat64);
      default -> value;
    };
  }
}
