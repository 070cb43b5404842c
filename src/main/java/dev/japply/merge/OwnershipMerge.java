package dev.japply.merge;

import dev.japply.merge.FieldRule.Strategy;
import dev.japply.merge.MergeOutcome.Conflict;
import dev.japply.schema.Schema;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Missing;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The three-way merge as values: what the live object becomes.
///
/// Walks what was applied last ("owned"), the manifest and the live object in step. For every
/// entry:
///
/// | manifest | live | owned | the entry becomes |
/// |---|---|---|---|
/// | value | same value | - | as it is live, in its live form |
/// | value | other | - | the manifest's; maps and merge lists entry by entry |
/// | null | any | - | removed |
/// | - | any | yes | removed; of shared maps and lists only what was owned |
/// | - | any | no | as it is live |
///
/// "Owned" is a value that was applied last; an explicit null owns nothing.
final class OwnershipMerge {
  private final List<Conflict> conflicts = new ArrayList<>();
  private final OwnershipLists lists = new OwnershipLists(this);

  /// The changes by others that the merge undoes.
  List<Conflict> conflicts() {
    return conflicts;
  }

  MapValue maps(Node owned, MapValue config, MapValue live, Optional<Schema> type, FieldPath path) {
    MapValue before = owned instanceof MapValue map ? map : MapValue.EMPTY;
    var result = new LinkedHashMap<String, Value>();
    live.entries()
        .forEach((key, value) -> {
          Node next =
              config.has(key)
                  ? set(before.get(key), config.entries().get(key), value, at(type, key, path))
                  : release(before.get(key), value, at(type, key, path));
          put(result, key, next);
        });
    config
        .entries()
        .forEach((key, value) -> {
          if (!live.has(key)) {
            recordConflict(
                path.key(key), before.get(key), value, Missing.MISSING, Sameness.child(type, key));
            put(result, key, value.equals(Value.NULL) ? Missing.MISSING : Nulls.drop(value));
          }
        });
    return new MapValue(result);
  }

  /// An item of a list, which is merged unless its type has one owner.
  MapValue item(Node owned, MapValue config, MapValue live, Schema type, FieldPath path) {
    boolean whole =
        !type.isStrategic() && FieldRule.ofTopology(type).strategy() == Strategy.REPLACE;
    return whole
        ? (MapValue) replace(owned, config, live, Optional.of(type), path)
        : maps(owned, config, live, Optional.of(type), path);
  }

  /// One entry of a map of type `parent`.
  record At(Optional<Schema> parent, String key, FieldPath path) {
    TypeRule mapRule() {
      return TypeRule.ofMap(parent, key, path.parentPath());
    }

    TypeRule listRule() {
      return TypeRule.ofList(parent, key, path.parentPath());
    }

    Optional<Schema> type() {
      return Sameness.child(parent, key);
    }
  }

  private static At at(Optional<Schema> parent, String key, FieldPath path) {
    return new At(parent, key, path.key(key));
  }

  private static void put(Map<String, Value> result, String key, Node node) {
    if (node instanceof Value value) {
      result.put(key, value);
    }
  }

  /// What a live value becomes that the manifest has a value for.
  private Node set(Node owned, @org.jspecify.annotations.Nullable Value config, Value live, At at) {
    if (config == null || config.equals(Value.NULL)) {
      recordConflict(at.path(), owned, Missing.MISSING, live, at.type());
      return Missing.MISSING;
    }
    if (config.equals(live)) {
      return live;
    }
    if (config instanceof MapValue want && live instanceof MapValue have) {
      return setMap(owned, want, have, at);
    }
    if (config instanceof ListValue want && live instanceof ListValue have) {
      if (Nulls.drop(want).equals(have)) {
        return have;
      }
      TypeRule rule = at.listRule();
      return rule.strategy() == Strategy.MERGE
              && OwnershipLists.fit(rule.field().orElseThrow(), want, have)
          ? lists.merge(owned, want, have, rule.field().orElseThrow(), at.path())
          : replace(owned, want, have, at);
    }
    return replace(owned, config, live, at);
  }

  private Value setMap(Node owned, MapValue config, MapValue live, At at) {
    TypeRule rule = at.mapRule();
    if (rule.strategy() == Strategy.REPLACE) {
      return replace(owned, config, live, at);
    }
    MapValue merged = maps(owned, config, live, rule.type(), at.path());
    return rule.retainKeys() ? retain(merged, config) : merged;
  }

  /// A map that keeps only the keys that the manifest names, if it names any.
  static MapValue retain(MapValue merged, MapValue config) {
    if (Nulls.drop(config).isEmpty()) {
      return merged;
    }
    var kept = new LinkedHashMap<String, Value>();
    merged
        .entries()
        .forEach((key, value) -> {
          if (config.has(key)) {
            kept.put(key, value);
          }
        });
    return new MapValue(kept);
  }

  private Value replace(Node owned, Value config, Value live, At at) {
    return replace(owned, config, live, at.type(), at.path());
  }

  private Value replace(
      Node owned, Value config, Value live, Optional<Schema> type, FieldPath path) {
    if (Sameness.same(config, live, type)) {
      return live;
    }
    recordConflict(path, owned, config, live, type);
    return Nulls.drop(config);
  }

  /// What a live value becomes that the manifest no longer has.
  private Node release(Node owned, Value live, At at) {
    if (Sameness.isNothing(owned)) {
      return live;
    }
    if (owned instanceof MapValue mine && live instanceof MapValue have && hasFreeKeys(at)) {
      return withoutKeys(have, mine, at);
    }
    if (owned instanceof ListValue mine && live instanceof ListValue have && merges(at)) {
      return lists.without(have, mine, at.listRule().field().orElseThrow(), at.path());
    }
    recordConflict(at.path(), owned, Missing.MISSING, live, at.type());
    return Missing.MISSING;
  }

  private static boolean hasFreeKeys(At at) {
    return at.type().isPresent() && at.mapRule().hasFreeKeys();
  }

  private static boolean merges(At at) {
    return at.type().isPresent() && at.listRule().strategy() == Strategy.MERGE;
  }

  private Node withoutKeys(MapValue live, MapValue owned, At at) {
    MapValue left = live;
    for (var entry : owned.entries().entrySet()) {
      String key = entry.getKey();
      if (live.get(key) instanceof Value value && !Sameness.isNothing(entry.getValue())) {
        released(at.path().key(key), entry.getValue(), value, Sameness.child(at.type(), key));
        left = left.without(key);
      }
    }
    return left.isEmpty() ? Missing.MISSING : left;
  }

  /// Takes note of a value that goes because it left the manifest.
  void released(FieldPath path, Node owned, Value live, Optional<Schema> type) {
    recordConflict(path, owned, Missing.MISSING, live, type);
  }

  /// What the server or others only added to a value is no change of it: defaults look the same.
  private void recordConflict(
      FieldPath path, Node owned, Node config, Node live, Optional<Schema> type) {
    boolean untouched =
        Sameness.isNothing(owned) ? Sameness.isNothing(live) : Sameness.holds(live, owned, type);
    if (!untouched && !Sameness.same(config, live, type)) {
      conflicts.add(new Conflict(path, owned, config, live));
    }
  }
}
