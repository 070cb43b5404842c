package dev.japply.merge;

import dev.japply.merge.FieldRule.Strategy;
import dev.japply.merge.MergeRequest.Rules;
import dev.japply.schema.Schema;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Missing;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// What must hold of every merge by japply's rules, checked on the documents alone.
///
/// Each check answers with what is broken, or with nothing.
final class Laws {
  private static final String NOT_KEPT = "another writer's value is not kept";
  private static final String DROPPED = "an owned value that the manifest dropped is still there";

  private Laws() {}

  static Optional<String> broken(Triple triple, MergeOutcome outcome) {
    MapValue config = ConfigForm.stored(triple.config());
    Optional<Schema> type = Optional.of(triple.schema().orElse(CustomResourceSchema.SCHEMA));
    Node owned =
        triple.lastApplied() instanceof MapValue map ? ConfigForm.owned(map) : Missing.MISSING;
    return Stream.<java.util.function.Supplier<Optional<String>>>of(
            () -> patchGivesResult(triple, outcome),
            () -> secondMergeIsEmpty(triple, outcome),
            () -> ServerLaws.broken(triple, outcome),
            () -> wins(config, outcome.result(), type, FieldPath.root()),
            () -> keeps(new Docs(owned, config, triple.live()), outcome.result(), type),
            () -> equalsUpstreamWhereThatIsRight(triple, outcome, owned, type))
        .map(java.util.function.Supplier::get)
        .flatMap(Optional::stream)
        .findFirst();
  }

  private static Optional<String> patchGivesResult(Triple triple, MergeOutcome outcome) {
    MapValue applied =
        triple
            .schema()
            .map(schema -> StrategicPatch.apply(triple.live(), outcome.patch(), schema))
            .orElseGet(() -> JsonMergePatch.apply(triple.live(), outcome.patch()));
    return applied.equals(outcome.result())
        ? Optional.empty()
        : Optional.of("the patch gives another result: " + dev.japply.tree.GoJson.write(applied));
  }

  private static Optional<String> secondMergeIsEmpty(Triple triple, MergeOutcome outcome) {
    MapValue patch =
        triple
            .with(triple.config(), triple.config(), outcome.result())
            .merge(Rules.CORRECTED)
            .patch();
    return patch.isEmpty()
        ? Optional.empty()
        : Optional.of("a second merge is not empty: " + dev.japply.tree.GoJson.write(patch));
  }

  /// Where upstream's result keeps the laws, it is also japply's, but for forms that mean the same.
  private static Optional<String> equalsUpstreamWhereThatIsRight(
      Triple triple, MergeOutcome outcome, Node owned, Optional<Schema> type) {
    MapValue upstream;
    try {
      upstream = triple.merge(Rules.KUBECTL).result();
    } catch (MergeException e) {
      return Optional.empty();
    }
    MapValue config = ConfigForm.stored(triple.config());
    upstream = ConfigForm.stored(upstream);
    boolean right =
        !hasDirective(upstream)
            && Stream.of(owned, config, triple.live()).noneMatch(doc -> isAmbiguous(doc, type))
            && wins(config, upstream, type, FieldPath.root()).isEmpty()
            && keeps(new Docs(owned, config, triple.live()), upstream, type).isEmpty();
    return !right
            || Sameness.same(
                unordered(Nulls.drop(upstream)), unordered(Nulls.drop(outcome.result())), type)
        ? Optional.empty()
        : Optional.of(
            "upstream's result is right too: "
                + dev.japply.tree.GoJson.write(upstream)
                + " not "
                + dev.japply.tree.GoJson.write(outcome.result()));
  }

  /// Whether items of a keyed list share their key, so that upstream takes one for another.
  static boolean isAmbiguous(Node node, Optional<Schema> type) {
    return switch (node) {
      case ListValue list ->
          list.items().stream().anyMatch(i -> isAmbiguous(i, type.flatMap(Schema::items)));
      case MapValue map ->
          map.entries().entrySet().stream()
              .anyMatch(e ->
                  isAmbiguousList(e.getValue(), listRule(type, e.getKey()))
                      || isAmbiguous(e.getValue(), Sameness.child(type, e.getKey())));
      default -> false;
    };
  }

  private static boolean isAmbiguousList(Value value, Optional<FieldRule> rule) {
    return rule.isPresent()
        && value instanceof ListValue list
        && Expressible.isAmbiguous(rule.get().mergeKey(), list);
  }

  /// Upstream leaves directives behind in maps that were gone.
  private static boolean hasDirective(Value value) {
    return switch (value) {
      case ListValue list -> list.items().stream().anyMatch(Laws::hasDirective);
      case MapValue map ->
          map.entries().entrySet().stream()
              .anyMatch(e -> Directives.isDirective(e.getKey()) || hasDirective(e.getValue()));
      default -> false;
    };
  }

  /// Without the order and the repeats of lists, which the other laws watch.
  private static Value unordered(Value value) {
    return switch (value) {
      case ListValue list ->
          new ListValue(
              ScalarLists.sorted(list.items().stream().map(Laws::unordered).distinct().toList()));
      case MapValue map -> {
        var entries = new java.util.LinkedHashMap<String, Value>();
        map.entries()
            .forEach((key, item) -> {
              entries.put(key, unordered(item));
            });
        yield new MapValue(entries);
      }
      default -> value;
    };
  }

  /// What the manifest says is so in the result.
  static Optional<String> wins(Node config, Node result, Optional<Schema> type, FieldPath path) {
    if (Sameness.isNothing(config)) {
      return Sameness.isNothing(result) ? Optional.empty() : broken("null is not gone", path);
    }
    if (config instanceof MapValue want && result instanceof MapValue have) {
      return want.entries().keySet().stream()
          .map(key -> winsAt(key, want, have, type, path.key(key)))
          .flatMap(Optional::stream)
          .findFirst();
    }
    return Sameness.same(config, result, type)
        ? Optional.empty()
        : broken("the manifest's value is not there", path);
  }

  private static Optional<String> winsAt(
      String key, MapValue want, MapValue have, Optional<Schema> type, FieldPath path) {
    Node config = want.get(key);
    Node result = have.get(key);
    Optional<FieldRule> rule = listRule(type, key);
    if (config instanceof ListValue list && rule.isPresent()) {
      if (!(result instanceof ListValue items)) {
        return list.isEmpty() && result instanceof Missing
            ? Optional.empty()
            : broken("the list is gone", path);
      }
      return winsList(list, items, rule.get(), path);
    }
    return wins(config, result, Sameness.child(type, key), path);
  }

  private static Optional<String> winsList(
      ListValue config, ListValue result, FieldRule rule, FieldPath path) {
    if (rule.mergeKey().isEmpty()) {
      return inOrder(config.items().stream().distinct().toList(), result.items())
          ? Optional.empty()
          : broken("the manifest's items are not there in order", path);
    }
    if (Sameness.same(config, result, Optional.empty()) || !areMaps(config, result)) {
      return Optional.empty();
    }
    var identity = ItemNames.of(rule, config, result);
    Map<String, MapValue> want = identity.index(config);
    Map<String, MapValue> have = identity.index(result);
    if (!inOrder(List.copyOf(want.keySet()), List.copyOf(have.keySet()))) {
      return broken("the manifest's items are not there in order", path);
    }
    return want.entrySet().stream()
        .map(entry ->
            wins(
                entry.getValue(),
                have.getOrDefault(entry.getKey(), MapValue.EMPTY),
                Optional.of(rule.type()),
                path.key(entry.getKey())))
        .flatMap(Optional::stream)
        .findFirst();
  }

  private static long kinds(ListValue... lists) {
    return Stream.of(lists)
        .flatMap(list -> list.items().stream())
        .map(GoValue::kind)
        .distinct()
        .count();
  }

  private static boolean areMaps(ListValue... lists) {
    return Stream.of(lists)
        .flatMap(list -> list.items().stream())
        .allMatch(item -> item instanceof MapValue);
  }

  private static <T> boolean inOrder(List<T> wanted, List<T> items) {
    int at = 0;
    for (T item : items) {
      if (at < wanted.size() && wanted.get(at).equals(item)) {
        at++;
      }
    }
    return at == wanted.size();
  }

  /// The three documents at one place.
  record Docs(Node owned, MapValue config, MapValue live) {}

  /// What others own stays, and what was owned and is no longer in the manifest goes.
  static Optional<String> keeps(Docs docs, MapValue result, Optional<Schema> type) {
    return keepsMap(docs, result, type, FieldPath.root(), false);
  }

  private static Optional<String> keepsMap(
      Docs docs, MapValue result, Optional<Schema> type, FieldPath path, boolean retainKeys) {
    MapValue owned = docs.owned() instanceof MapValue map ? map : MapValue.EMPTY;
    for (var entry : docs.live().entries().entrySet()) {
      String key = entry.getKey();
      Node config = docs.config().get(key);
      Node after = result.get(key);
      boolean mine = !Sameness.isNothing(owned.get(key));
      if (config instanceof Missing && !mine && !retainKeys && !entry.getValue().equals(after)) {
        return broken(NOT_KEPT, path.key(key));
      }
      if (config instanceof Missing && mine && entry.getValue().equals(after) && !isShared(after)) {
        return broken(DROPPED, path.key(key));
      }
      Optional<String> inner =
          keepsEntry(owned.get(key), config, entry.getValue(), after, new Place(type, key, path));
      if (inner.isPresent()) {
        return inner;
      }
    }
    return Optional.empty();
  }

  /// A key of a map of that type.
  private record Place(Optional<Schema> type, String key, FieldPath path) {}

  private static boolean isShared(Node node) {
    return node instanceof MapValue || node instanceof ListValue;
  }

  private static Optional<String> keepsEntry(
      Node owned, Node config, Value live, Node after, Place place) {
    if (config instanceof MapValue want
        && live instanceof MapValue have
        && after instanceof MapValue result) {
      Optional<FieldRule> rule = mapRule(place.type(), place.key());
      boolean whole = rule.map(known -> known.strategy() == Strategy.REPLACE).orElse(false);
      boolean retain = rule.map(FieldRule::retainKeys).orElse(false);
      return whole
          ? Optional.empty()
          : keepsMap(
              new Docs(owned, want, have),
              result,
              Sameness.child(place.type(), place.key()),
              place.path().key(place.key()),
              retain);
    }
    if (config instanceof Missing && owned instanceof MapValue mine && live instanceof MapValue m) {
      return keepsSharedMap(mine, m, after, place);
    }
    Optional<FieldRule> rule = listRule(place.type(), place.key());
    if (rule.isPresent()
        && (Sameness.isNothing(owned) || owned instanceof ListValue)
        && live instanceof ListValue have
        && (config instanceof ListValue || config instanceof Missing)) {
      return keepsItems(owned, config, have, after, rule.get());
    }
    return Optional.empty();
  }

  private static Optional<String> keepsSharedMap(
      MapValue owned, MapValue live, Node after, Place place) {
    boolean shared =
        Sameness.child(place.type(), place.key()).isPresent()
            && TypeRule.ofMap(place.type(), place.key(), place.path()).hasFreeKeys();
    MapValue left = after instanceof MapValue map ? map : MapValue.EMPTY;
    return live.entries().keySet().stream()
        .map(key -> {
          boolean mine = !Sameness.isNothing(owned.get(key));
          boolean kept = live.get(key).equals(left.get(key));
          return shared && kept == mine
              ? broken(mine ? DROPPED : NOT_KEPT, place.path().key(place.key()).key(key))
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
      return broken("another writer's items are gone", FieldPath.root());
    }
    if (rule.mergeKey().isEmpty() && kinds(mine, live) != 1) {
      return Optional.empty();
    }
    if (rule.mergeKey().isEmpty()) {
      var named = new HashSet<>(want.items());
      named.addAll(mine.items());
      return live.items().stream().allMatch(i -> named.contains(i) || left.items().contains(i))
          ? Optional.empty()
          : broken("another writer's item is gone", FieldPath.root());
    }
    if (!areMaps(mine, want, live, left)) {
      return Optional.empty();
    }
    var identity = ItemNames.of(rule, mine, want, live);
    var ours = identity.index(mine);
    var wanted = identity.index(want);
    boolean kept =
        identity.index(live).entrySet().stream()
            .filter(e -> !ours.containsKey(e.getKey()) && !wanted.containsKey(e.getKey()))
            .allMatch(e -> left.items().contains(e.getValue()));
    return kept
        ? keepsInItems(ours, wanted, identity.index(live), identity.index(left), rule)
        : broken("another writer's item is gone", FieldPath.root());
  }

  private static Optional<String> keepsInItems(
      Map<String, MapValue> owned,
      Map<String, MapValue> config,
      Map<String, MapValue> live,
      Map<String, MapValue> after,
      FieldRule rule) {
    return config.entrySet().stream()
        .filter(e -> live.containsKey(e.getKey()) && after.containsKey(e.getKey()))
        .map(e ->
            keepsMap(
                new Docs(
                    owned.getOrDefault(e.getKey(), MapValue.EMPTY),
                    e.getValue(),
                    live.getOrDefault(e.getKey(), MapValue.EMPTY)),
                after.getOrDefault(e.getKey(), MapValue.EMPTY),
                Optional.of(rule.type()),
                FieldPath.root().key(e.getKey()),
                rule.retainKeys()))
        .flatMap(Optional::stream)
        .findFirst();
  }

  private static Optional<FieldRule> listRule(Optional<Schema> type, String key) {
    return type.filter(schema -> schema.field(key).isPresent())
        .map(schema -> FieldRule.ofList(schema, key, FieldPath.root()))
        .filter(rule -> rule.strategy() == Strategy.MERGE);
  }

  private static Optional<FieldRule> mapRule(Optional<Schema> type, String key) {
    return type.filter(schema -> schema.field(key).isPresent())
        .map(schema -> FieldRule.ofMap(schema, key, FieldPath.root()));
  }

  private static Optional<String> broken(String what, FieldPath path) {
    return Optional.of(what + ": " + path);
  }
}
