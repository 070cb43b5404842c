package dev.japply.merge;

import dev.japply.merge.MergeOutcome.Conflict;
import dev.japply.merge.OwnershipMerge.MergeDecision.Entry;
import dev.japply.merge.OwnershipMerge.MergeDecision.MergeList;
import dev.japply.merge.OwnershipMerge.MergeDecision.MergeMap;
import dev.japply.merge.OwnershipMerge.MergeDecision.ReleaseItems;
import dev.japply.merge.TypeRule.FieldRule;
import dev.japply.merge.TypeRule.FieldRule.Strategy;
import dev.japply.schema.Schema;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Missing;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import dev.japply.tree.Value.NullValue;
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

  /// The decision on an entry of a live map, or on a new entry:
  ///
  /// | manifest | live | owned | the entry becomes |
  /// |---|---|---|---|
  /// | value | same value | - | as it is live, in its live form |
  /// | value | other | - | the manifest's; maps and merge lists entry by entry |
  /// | null | any | - | removed |
  /// | - | any | yes | removed; of shared maps and lists only the owned parts |
  /// | - | any | no | as it is live |
  ///
  /// "Owned" is a value that was applied last; an explicit null owns nothing.
  sealed interface MergeDecision {

    /// One entry of a map in the three documents.
    ///
    /// @param owned the value that was applied last
    /// @param config the value in the manifest
    /// @param live the value on the server
    /// @param parent the type of the map; null if it is unknown
    /// @param map the path of the map
    record Entry(
        Node owned, Node config, Node live, @Nullable Schema parent, String key, FieldPath map) {
      /// Returns the path of the entry. Computed on demand, since most entries do not change.
      FieldPath path() {
        return map.key(key);
      }

      TypeRule mapRule() {
        return TypeRule.ofMap(parent, key, map);
      }

      TypeRule listRule() {
        return TypeRule.ofList(parent, key, map);
      }

      @Nullable Schema type() {
        return TypeRule.child(parent, key);
      }
    }

    /// A decision that needs no rule to be carried out.
    enum Plain implements MergeDecision {
      /// The entry keeps its live value.
      KEEP,
      /// The entry gets the value of the manifest.
      SET,
      /// The entry is removed.
      REMOVE,
      /// The entry is a map that several writers share: its owned entries are removed.
      RELEASE_KEYS
    }

    /// It is a map that merges entry by entry.
    record MergeMap(TypeRule rule) implements MergeDecision {}

    /// It is a list that merges item by item.
    record MergeList(FieldRule rule) implements MergeDecision {}

    /// The entry is a list that several writers share: its owned items are removed.
    record ReleaseItems(FieldRule rule) implements MergeDecision {}

    /// Decides on `entry` if the manifest and the live object have different values.
    static MergeDecision on(Entry entry) {
      if (entry.config() instanceof NullValue) {
        return Plain.REMOVE;
      }
      if (!(entry.config() instanceof Value config)) {
        return onAbsent(entry);
      }
      return entry.live() instanceof Value live ? onBoth(entry, config, live) : Plain.SET;
    }

    private static MergeDecision onBoth(Entry entry, Value config, Value live) {
      if (config instanceof MapValue && live instanceof MapValue) {
        TypeRule rule = entry.mapRule();
        return rule.strategy() == Strategy.REPLACE ? whole(entry) : new MergeMap(rule);
      }
      if (config instanceof ListValue want && live instanceof ListValue have) {
        if (want.withoutNulls().equals(have)) {
          return Plain.KEEP;
        }
        TypeRule rule = entry.listRule();
        return rule.strategy() == Strategy.MERGE && OwnershipLists.fit(rule.merging(), want)
            ? new MergeList(rule.merging())
            : whole(entry);
      }
      return whole(entry);
    }

    private static MergeDecision whole(Entry entry) {
      return SemanticEquality.same(entry.config(), entry.live(), entry.type())
          ? Plain.KEEP
          : Plain.SET;
    }

    /// Decides on an entry that is not in the manifest.
    private static MergeDecision onAbsent(Entry entry) {
      Node owned = entry.owned();
      if (SemanticEquality.isNothing(owned)) {
        return Plain.KEEP;
      }
      if (owned instanceof MapValue && entry.live() instanceof MapValue && isShared(entry)) {
        return Plain.RELEASE_KEYS;
      }
      if (owned instanceof ListValue
          && entry.live() instanceof ListValue
          && entry.type() != null
          && entry.listRule().strategy() == Strategy.MERGE) {
        return new ReleaseItems(entry.listRule().merging());
      }
      return Plain.REMOVE;
    }

    private static boolean isShared(Entry entry) {
      return entry.type() != null && entry.mapRule().hasFreeKeys();
    }
  }
}
