package dev.japply.merge;

import dev.japply.merge.FieldRule.Strategy;
import dev.japply.merge.MergeDecision.Entry;
import dev.japply.merge.MergeDecision.MergeList;
import dev.japply.merge.MergeDecision.MergeMap;
import dev.japply.merge.MergeDecision.ReleaseItems;
import dev.japply.merge.MergeOutcome.Conflict;
import dev.japply.schema.Schema;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Missing;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import dev.japply.walk.SemanticEquality;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Computes the live object after a three-way merge.
///
/// Walks the last applied object ("owned"), the manifest and the live object in parallel, and
/// carries out the [MergeDecision] on every entry.
final class OwnershipMerge {
  private final List<Conflict> conflicts = new ArrayList<>();
  private final OwnershipLists lists = new OwnershipLists(new Items());

  /// Returns the changes by others that the merge undoes.
  List<Conflict> conflicts() {
    return conflicts;
  }

  /// Returns the merged map; `live` itself if nothing changes. So do the parts of it that stay.
  MapValue maps(Node owned, MapValue config, MapValue live, @Nullable Schema type, FieldPath path) {
    MapValue before = owned instanceof MapValue map ? map : MapValue.EMPTY;
    MapValue merged =
        live.mapEntries((key, value) -> {
          Node wanted = config.get(key);
          // Most entries are equal and require no decision; but a null always removes.
          return value.equals(wanted) && !value.equals(Value.NULL)
              ? value
              : merge(new Entry(before.get(key), wanted, value, type, key, path));
        });
    var added = new LinkedHashMap<String, Value>();
    config
        .entries()
        .forEach((key, value) -> {
          if (!live.has(key)
              && merge(new Entry(before.get(key), value, Missing.MISSING, type, key, path))
                  instanceof Value result) {
            added.put(key, result);
          }
        });
    return merged.with(added);
  }

  private Node merge(Entry entry) {
    return carryOut(MergeDecision.on(entry), entry);
  }

  /// Returns the new value of the entry. The decision and its three input values are available
  /// together only here.
  private Node carryOut(MergeDecision decision, Entry entry) {
    return switch (decision) {
      case MergeDecision.Plain plain -> carryOut(plain, entry);
      case MergeMap(TypeRule rule) -> {
        MapValue config = (MapValue) entry.config();
        MapValue live = (MapValue) entry.live();
        MapValue merged = maps(entry.owned(), config, live, rule.type(), entry.path());
        yield rule.retainKeys() ? retain(merged, config) : merged;
      }
      case MergeList(FieldRule rule) -> {
        ListValue config = (ListValue) entry.config();
        ListValue live = (ListValue) entry.live();
        ListValue merged = lists.merge(entry.owned(), config, live, rule, entry.path());
        yield merged.equals(live) ? live : merged;
      }
      case ReleaseItems(FieldRule rule) ->
          lists.without((ListValue) entry.live(), (ListValue) entry.owned(), rule, entry.path());
    };
  }

  private Node carryOut(MergeDecision.Plain decision, Entry entry) {
    return switch (decision) {
      case KEEP -> entry.live();
      case SET -> {
        record(entry.owned(), entry.config(), entry.live(), entry.type(), entry.path());
        yield Value.withoutNulls((Value) entry.config());
      }
      case REMOVE -> {
        record(entry.owned(), Missing.MISSING, entry.live(), entry.type(), entry.path());
        yield Missing.MISSING;
      }
      case RELEASE_KEYS -> withoutKeys(entry);
    };
  }

  /// Removes the keys that are not in the manifest, if the manifest has any.
  private static MapValue retain(MapValue merged, MapValue config) {
    if (config.withoutNulls().isEmpty()) {
      return merged;
    }
    return merged.mapEntries((key, value) -> config.has(key) ? value : Missing.MISSING);
  }

  private Node withoutKeys(Entry shared) {
    MapValue live = (MapValue) shared.live();
    MapValue left = live;
    for (var entry : ((MapValue) shared.owned()).entries().entrySet()) {
      String key = entry.getKey();
      if (live.get(key) instanceof Value value && !SemanticEquality.isNothing(entry.getValue())) {
        Schema type = TypeRule.child(shared.type(), key);
        record(entry.getValue(), Missing.MISSING, value, type, shared.path().key(key));
        left = left.without(key);
      }
    }
    return left.isEmpty() ? Missing.MISSING : left;
  }

  /// Records a value that the merge sets or removes. Additions of the server or of others to a
  /// value do not count as changes: defaults look the same.
  private void record(Node owned, Node config, Node live, @Nullable Schema type, FieldPath path) {
    boolean untouched =
        SemanticEquality.isNothing(owned)
            ? SemanticEquality.isNothing(live)
            : SemanticEquality.holds(live, owned, type);
    if (!untouched && !SemanticEquality.same(config, live, type)) {
      conflicts.add(new Conflict(path, owned, config, live));
    }
  }

  private final class Items implements OwnershipLists.ItemMerge {
    /// Merges entry by entry, unless the type of the items has one owner.
    @Override
    public MapValue merge(
        Node owned, MapValue config, MapValue live, FieldRule rule, FieldPath path) {
      Schema type = rule.type();
      boolean whole =
          !type.isStrategic() && FieldRule.ofTopology(type).strategy() == Strategy.REPLACE;
      MapValue merged =
          whole ? replace(owned, config, live, type, path) : maps(owned, config, live, type, path);
      return rule.retainKeys() ? retain(merged, config) : merged;
    }

    private MapValue replace(
        Node owned, MapValue config, MapValue live, Schema type, FieldPath path) {
      if (SemanticEquality.same(config, live, type)) {
        return live;
      }
      record(owned, config, live, type, path);
      return config.withoutNulls();
    }

    @Override
    public void removed(Node owned, Value live, FieldRule rule, FieldPath path) {
      record(owned, Missing.MISSING, live, rule.type(), path);
    }
  }
}
