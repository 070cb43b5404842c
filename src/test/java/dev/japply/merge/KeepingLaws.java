package dev.japply.merge;

import dev.japply.merge.TypeRule.FieldRule;
import dev.japply.merge.TypeRule.FieldRule.Strategy;
import dev.japply.schema.Schema;
import dev.japply.schema.Topology;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Missing;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import dev.japply.walk.SemanticEquality;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Those of the [Laws] that say whose values are still there.
final class KeepingLaws {
  private static final String NOT_KEPT = "another writer's value is not kept";
  private static final String DROPPED = "an owned value that the manifest dropped is still there";

  private KeepingLaws() {}

  /// The three documents at one field.
  record Docs(Node owned, MapValue config, MapValue live) {}

  /// What others own stays, and what was owned and is no longer in the manifest goes.
  static Optional<String> broken(Docs docs, MapValue result, @Nullable Schema type) {
    return keepsMap(docs, result, type, FieldPath.root(), false);
  }

  private static Optional<String> keepsMap(
      Docs docs, MapValue result, @Nullable Schema type, FieldPath path, boolean retainKeys) {
    MapValue owned = docs.owned() instanceof MapValue map ? map : MapValue.EMPTY;
    for (var entry : docs.live().entries().entrySet()) {
      String key = entry.getKey();
      Node config = docs.config().get(key);
      Node after = result.get(key);
      boolean mine = !SemanticEquality.isNothing(owned.get(key));
      if (config instanceof Missing && !mine && !retainKeys && !isKept(entry.getValue(), after)) {
        return Laws.broken(NOT_KEPT, path.key(key));
      }
      boolean stays = entry.getValue().equals(after) && !after.equals(Value.NULL);
      if (config instanceof Missing && mine && stays && !isShared(after)) {
        return Laws.broken(DROPPED, path.key(key));
      }
      Optional<String> inner =
          keepsEntry(owned.get(key), config, entry.getValue(), after, new Field(type, key, path));
      if (inner.isPresent()) {
        return inner;
      }
    }
    return Optional.empty();
  }

  /// Nulls in the items of a list go when the list is sent.
  private static boolean isKept(Value live, Node after) {
    boolean nothing = live.equals(Value.NULL) && SemanticEquality.isNothing(after);
    return nothing || live.equals(after) || Value.withoutNulls(live).equals(after);
  }

  /// A key of a map of that type.
  private record Field(@Nullable Schema type, String key, FieldPath path) {}

  private static boolean isShared(Node node) {
    return node instanceof MapValue || node instanceof ListValue;
  }

  private static Optional<String> keepsEntry(
      Node owned, Node config, Value live, Node after, Field field) {
    if (config instanceof MapValue want
        && live instanceof MapValue have
        && after instanceof MapValue result) {
      Optional<FieldRule> rule = Laws.mapRule(field.type(), field.key());
      boolean whole = rule.map(known -> known.strategy() == Strategy.REPLACE).orElse(false);
      boolean retain = rule.map(FieldRule::retainKeys).orElse(false);
      return whole
          ? Optional.empty()
          : keepsMap(
              new Docs(owned, want, have),
              result,
              TypeRule.child(field.type(), field.key()),
              field.path().key(field.key()),
              retain);
    }
    if (config instanceof Missing && owned instanceof MapValue mine && live instanceof MapValue m) {
      return keepsSharedMap(mine, m, after, field);
    }
    Optional<FieldRule> rule = Laws.listRule(field.type(), field.key());
    if (rule.isPresent()
        && live instanceof ListValue have
        && (config instanceof ListValue || (config instanceof Missing && ownsItems(owned)))) {
      return keepsItems(owned, config, have, after, rule.get());
    }
    return Optional.empty();
  }

  /// Whether all that was applied, if something was, are items. Another value is replaced by a list
  /// of the manifest, and owns none of the live items.
  private static boolean ownsItems(Node owned) {
    return SemanticEquality.isNothing(owned) || owned instanceof ListValue;
  }

  private static Optional<String> keepsSharedMap(
      MapValue owned, MapValue live, Node after, Field field) {
    boolean shared =
        TypeRule.child(field.type(), field.key()) != null
            && TypeRule.ofMap(field.type(), field.key(), field.path()).hasFreeKeys();
    MapValue left = after instanceof MapValue map ? map : MapValue.EMPTY;
    return live.entries().keySet().stream()
        .map(key -> {
          boolean mine = !SemanticEquality.isNothing(owned.get(key));
          boolean broken =
              mine
                  ? live.get(key).equals(left.get(key))
                  : after instanceof Missing || !isKept((Value) live.get(key), left.get(key));
          return shared && broken
              ? Laws.broken(mine ? DROPPED : NOT_KEPT, field.path().key(field.key()).key(key))
              : Optional.<String>empty();
        })
        .flatMap(Optional::stream)
        .findFirst();
  }

  private static Optional<String> keepsItems(
      Node owned, Node config, ListValue live, Node after, FieldRule rule) {
    ListValue mine = owned instanceof ListValue list ? list : ListValue.EMPTY;
    ListValue want = config instanceof ListValue list ? list : ListValue.EMPTY;
    ListValue left = after instanceof ListValue list ? list : ListValue.EMPTY;
    if (mine.isEmpty() && want.isEmpty() && !live.equals(left)) {
      return Laws.broken("another writer's items are gone", FieldPath.root());
    }
    if (!rule.isKeyed()) {
      return rule.isOfTopology() || kinds(mine, live) == 1
          ? keepsInSet(mine, want, live, left, ItemNames.by(rule))
          : Optional.empty();
    }
    if (rule.isOfTopology() && Laws.areMaps(want)) {
      boolean all = config instanceof Missing && mine.equals(live);
      return keepsWithoutKeys(live, left) || (all && left.isEmpty())
          ? keepsKeyed(mapsOf(mine), want, mapsOf(live), mapsOf(left), rule)
          : Laws.broken("another writer's item without keys is gone", FieldPath.root());
    }
    return Laws.areMaps(mine, want, live, left)
        ? keepsKeyed(mine, want, live, left, rule)
        : Optional.empty();
  }

  /// Whether the items that nothing tells apart are still there. Nulls in a list go when it is
  /// sent.
  private static boolean keepsWithoutKeys(ListValue live, ListValue left) {
    return live.items().stream()
        .filter(item -> !(item instanceof MapValue) && !item.equals(Value.NULL))
        .allMatch(item -> left.items().stream().anyMatch(kept -> isKept(item, kept)));
  }

  private static Optional<String> keepsKeyed(
      ListValue known, ListValue want, ListValue live, ListValue left, FieldRule rule) {
    var identity = ItemNames.ofMerge(rule, known, want, live);
    var ours = identity.index(known);
    var wanted = identity.index(want);
    boolean apart = !identity.equals(ItemNames.by(rule, known, want, live));
    if (apart && !identity.index(left).keySet().containsAll(wanted.keySet())) {
      return Laws.broken("the manifest's item is another writer's", FieldPath.root());
    }
    boolean kept =
        identity.index(live).entrySet().stream()
            .filter(e -> !ours.containsKey(e.getKey()) && !wanted.containsKey(e.getKey()))
            .allMatch(e -> left.items().stream().anyMatch(item -> isKept(e.getValue(), item)));
    boolean gone =
        identity.repeats(live)
            || identity.index(left).keySet().stream()
                .allMatch(name -> !ours.containsKey(name) || wanted.containsKey(name));
    return !gone
        ? Laws.broken(DROPPED, FieldPath.root())
        : kept
            ? keepsInItems(ours, wanted, identity.index(live), identity.index(left), rule)
            : Laws.broken("another writer's item is gone", FieldPath.root());
  }

  private static Optional<String> keepsInSet(
      ListValue owned, ListValue config, ListValue live, ListValue left, ItemNames names) {
    var ours = Set.copyOf(names.of(owned));
    var wanted = Set.copyOf(names.of(config));
    var there = Set.copyOf(names.of(left));
    for (String name : names.of(live)) {
      boolean mine = ours.contains(name) || wanted.contains(name);
      if (!mine && !there.contains(name)) {
        return Laws.broken("another writer's item is gone", FieldPath.root());
      }
      if (ours.contains(name) && !wanted.contains(name) && there.contains(name)) {
        return Laws.broken(DROPPED, FieldPath.root());
      }
    }
    return Optional.empty();
  }

  private static Optional<String> keepsInItems(
      Map<String, MapValue> owned,
      Map<String, MapValue> config,
      Map<String, MapValue> live,
      Map<String, MapValue> after,
      FieldRule rule) {
    boolean whole =
        Laws.isCustom(rule.type()) && rule.type().def().topology() == Topology.Plain.ATOMIC;
    return config.entrySet().stream()
        .filter(e -> !whole)
        .filter(e -> live.containsKey(e.getKey()) && after.containsKey(e.getKey()))
        .map(e ->
            keepsMap(
                new Docs(
                    owned.getOrDefault(e.getKey(), MapValue.EMPTY),
                    e.getValue(),
                    live.getOrDefault(e.getKey(), MapValue.EMPTY)),
                after.getOrDefault(e.getKey(), MapValue.EMPTY),
                rule.type(),
                FieldPath.root().key(e.getKey()),
                rule.retainKeys()))
        .flatMap(Optional::stream)
        .findFirst();
  }

  /// Nobody can tell in a list of maps which one was applied as something else.
  private static ListValue mapsOf(ListValue list) {
    return new ListValue(list.items().stream().filter(MapValue.class::isInstance).toList());
  }

  private static long kinds(ListValue... lists) {
    return Stream.of(lists)
        .flatMap(list -> list.items().stream())
        .map(GoComparison::kind)
        .distinct()
        .count();
  }
}
