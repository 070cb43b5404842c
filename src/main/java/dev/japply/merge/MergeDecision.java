package dev.japply.merge;

import dev.japply.merge.FieldRule.Strategy;
import dev.japply.schema.Schema;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import dev.japply.tree.Value.NullValue;
import dev.japply.walk.SemanticEquality;
import org.jspecify.annotations.Nullable;

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
