package dev.japply.merge;

import dev.japply.merge.MergeRequest.Rules;
import dev.japply.merge.ThreeWayMerge.CustomResourceSchema;
import dev.japply.merge.TypeRule.FieldRule;
import dev.japply.merge.TypeRule.FieldRule.Strategy;
import dev.japply.object.ServerFields;
import dev.japply.schema.Schema;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Missing;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import dev.japply.walk.SemanticEquality;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// What must hold of every merge by japply's rules, checked on the documents alone.
///
/// Each check answers with what is broken, or with nothing.
final class Laws {
  private Laws() {}

  static Optional<String> broken(Triple triple, MergeOutcome outcome) {
    MapValue config = stored(triple);
    Schema type = CustomResourceSchema.orThis(triple.schema().orElse(null));
    Node owned =
        triple.lastApplied() instanceof MapValue map
            ? ServerNormalization.owned(map)
            : Missing.MISSING;
    return Stream.<java.util.function.Supplier<Optional<String>>>of(
            () -> patchGivesResult(triple, outcome),
            () -> secondMergeIsEmpty(triple, outcome),
            () -> ServerLaws.broken(triple, outcome),
            () -> wins(config, outcome.result(), type, FieldPath.root()),
            () ->
                KeepingLaws.broken(
                    new KeepingLaws.Docs(owned, config, triple.live()), outcome.result(), type),
            () -> equalsUpstreamWhereThatIsRight(triple, outcome, owned, type))
        .map(java.util.function.Supplier::get)
        .flatMap(Optional::stream)
        .findFirst();
  }

  /// The manifest as it is stored. A role that another client aggregates has no rules of its own.
  private static MapValue stored(Triple triple) {
    MapValue config = ServerNormalization.stored(triple.config());
    return ServerFields.withoutRules(config, triple.lastApplied(), config, triple.live());
  }

  private static Optional<String> patchGivesResult(Triple triple, MergeOutcome outcome) {
    MapValue applied =
        triple
            .strategicSchema()
            .map(schema -> StrategicPatch.apply(triple.live(), outcome.patch(), schema))
            .orElseGet(() -> JsonMergePatch.apply(triple.live(), outcome.patch()));
    return applied.equals(outcome.result())
        ? Optional.empty()
        : Optional.of("the patch gives another result: " + dev.japply.tree.GoJson.write(applied));
  }

  private static Optional<String> secondMergeIsEmpty(Triple triple, MergeOutcome outcome) {
    MapValue patch =
        triple.with(triple.config(), triple.config(), outcome.result()).merge(Rules.JAPPLY).patch();
    return patch.isEmpty()
        ? Optional.empty()
        : Optional.of("a second merge is not empty: " + dev.japply.tree.GoJson.write(patch));
  }

  /// Where upstream's result keeps the laws, it is also japply's, but for forms that mean the same.
  private static Optional<String> equalsUpstreamWhereThatIsRight(
      Triple triple, MergeOutcome outcome, Node owned, @Nullable Schema type) {
    MapValue upstream;
    try {
      upstream = triple.merge(Rules.KUBECTL).result();
    } catch (MergeException e) {
      return Optional.empty();
    }
    MapValue config = stored(triple);
    upstream = ServerNormalization.stored(upstream);
    boolean right =
        !hasDirective(upstream)
            && Stream.of(owned, config, triple.live()).noneMatch(doc -> isAmbiguous(doc, type))
            && wins(config, upstream, type, FieldPath.root()).isEmpty()
            && KeepingLaws.broken(
                    new KeepingLaws.Docs(owned, config, triple.live()), upstream, type)
                .isEmpty();
    return !right
            || SemanticEquality.same(
                unordered(upstream.withoutNulls()),
                unordered(ServerNormalization.stored(outcome.result()).withoutNulls()),
                type)
        ? Optional.empty()
        : Optional.of(
            "upstream's result is right too: "
                + dev.japply.tree.GoJson.write(upstream)
                + " not "
                + dev.japply.tree.GoJson.write(outcome.result()));
  }

  /// Whether a manifest has an item without a key by which its schema tells items apart, so that
  /// japply may refuse it, where a JSON merge patch would leave that to the server.
  static boolean lacksKey(Node config, @Nullable Schema type) {
    return isCustom(type)
        && config instanceof MapValue map
        && map.entries().entrySet().stream()
            .anyMatch(e ->
                lacksKey(e.getValue(), TypeRule.child(type, e.getKey()))
                    || listRule(type, e.getKey())
                        .filter(rule -> hasItemWithoutKey(e.getValue(), rule))
                        .isPresent());
  }

  private static boolean hasItemWithoutKey(Value value, FieldRule rule) {
    return value instanceof ListValue list
        && list.items().stream()
            .anyMatch(item ->
                lacksKey(item, rule.type())
                    || (item instanceof MapValue map
                        && rule.listMapKeys().stream()
                            .anyMatch(key -> !map.has(key) && !hasDefault(rule.type(), key))));
  }

  private static boolean hasDefault(Schema type, String key) {
    return type.field(key).filter(f -> f.rule().defaultValue() instanceof Value).isPresent();
  }

  /// Whether items of a keyed list share their key, so that upstream takes one for another.
  static boolean isAmbiguous(Node node, @Nullable Schema type) {
    return switch (node) {
      case ListValue list ->
          list.items().stream().anyMatch(i -> isAmbiguous(i, TypeRule.items(type)));
      case MapValue map ->
          map.entries().entrySet().stream()
              .anyMatch(e ->
                  isAmbiguousList(e.getValue(), listRule(type, e.getKey()))
                      || isAmbiguous(e.getValue(), TypeRule.child(type, e.getKey())));
      default -> false;
    };
  }

  private static boolean isAmbiguousList(Value value, Optional<FieldRule> rule) {
    return rule.isPresent()
        && value instanceof ListValue list
        && PatchExpressiveness.isAmbiguous(rule.get().mergeKey(), list);
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
  static Optional<String> wins(Node config, Node result, @Nullable Schema type, FieldPath path) {
    if (SemanticEquality.isNothing(config)) {
      return SemanticEquality.isNothing(result)
          ? Optional.empty()
          : broken("null is not gone", path);
    }
    if (config instanceof MapValue want && result instanceof MapValue have) {
      return want.entries().keySet().stream()
          .map(key -> winsAt(key, want, have, type, path.key(key)))
          .flatMap(Optional::stream)
          .findFirst();
    }
    return SemanticEquality.same(config, result, type)
        ? Optional.empty()
        : broken("the manifest's value is not there", path);
  }

  private static Optional<String> winsAt(
      String key, MapValue want, MapValue have, @Nullable Schema type, FieldPath path) {
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
    Schema child = TypeRule.child(type, key);
    boolean whole =
        config instanceof MapValue
            && mapRule(type, key).filter(map -> map.strategy() == Strategy.REPLACE).isPresent();
    return whole && !SemanticEquality.same(config, result, child)
        ? broken("the manifest's map is not there whole", path)
        : wins(config, result, child, path);
  }

  private static Optional<String> winsList(
      ListValue config, ListValue result, FieldRule rule, FieldPath path) {
    if (!rule.isKeyed()) {
      var names = ItemNames.by(rule);
      return inOrder(
              names.of(config).stream().distinct().toList(),
              names.of(result).stream().distinct().toList())
          ? Optional.empty()
          : broken("the manifest's items are not there in order", path);
    }
    if (SemanticEquality.same(config, result, null)) {
      return Optional.empty();
    }
    if (!areMaps(config, result)) {
      return config.items().stream().allMatch(item -> isThere(item, result, rule.type()))
          ? Optional.empty()
          : broken("the manifest's item without keys is not there", path);
    }
    var identity = ItemNames.by(rule, config, result);
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
                rule.type(),
                path.key(entry.getKey())))
        .flatMap(Optional::stream)
        .findFirst();
  }

  /// Whether an item of a list that holds more than maps has one like it in the result. Nulls in a
  /// list go when it is sent.
  private static boolean isThere(Value item, ListValue result, Schema type) {
    return item.equals(Value.NULL)
        || result.items().stream()
            .anyMatch(have -> wins(item, have, type, FieldPath.root()).isEmpty());
  }

  static boolean areMaps(ListValue... lists) {
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

  static Optional<FieldRule> listRule(@Nullable Schema type, String key) {
    if (isCustom(type)) {
      return Optional.ofNullable(TypeRule.ofList(type, key, FieldPath.root()).field())
          .filter(rule -> rule.strategy() == Strategy.MERGE);
    }
    return Optional.ofNullable(type)
        .filter(schema -> schema.field(key).isPresent())
        .map(schema -> FieldRule.ofList(schema, key, FieldPath.root()))
        .filter(rule -> rule.strategy() == Strategy.MERGE);
  }

  static boolean isCustom(@Nullable Schema type) {
    return type != null && !type.isStrategic();
  }

  static Optional<FieldRule> mapRule(@Nullable Schema type, String key) {
    if (isCustom(type)) {
      return Optional.ofNullable(TypeRule.ofMap(type, key, FieldPath.root()).field());
    }
    return Optional.ofNullable(type)
        .filter(schema -> schema.field(key).isPresent())
        .map(schema -> FieldRule.ofMap(schema, key, FieldPath.root()));
  }

  static Optional<String> broken(String what, FieldPath path) {
    return Optional.of(what + ": " + path);
  }
}
