package dev.japply.merge;

import dev.japply.merge.FieldReason.Change;
import dev.japply.merge.FieldReason.Sent;
import dev.japply.merge.FieldReason.Stays;
import dev.japply.merge.FieldReason.Values;
import dev.japply.merge.ThreeWayMerge.CustomResourceSchema;
import dev.japply.merge.TypeRule.FieldRule;
import dev.japply.object.ServerFields;
import dev.japply.schema.Schema;
import dev.japply.tree.FieldPath;
import dev.japply.tree.GoJson;
import dev.japply.tree.Missing;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import dev.japply.walk.SemanticEquality;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// What must hold of the reasons of every merge, by the documents alone.
final class ReasonLaws {
  private final MapValue config;
  private final MapValue live;
  private final Node owned;
  private final MapValue result;
  private final @Nullable Schema type;
  private final boolean japply;

  private ReasonLaws(Triple triple, MapValue result, boolean japply) {
    this.type =
        japply || triple.strategicSchema().isEmpty()
            ? CustomResourceSchema.orThis(triple.schema().orElse(null))
            : triple.schema().orElse(null);
    boolean rounds = !japply && triple.strategicSchema().isPresent();
    Node last = triple.lastApplied();
    MapValue stored = ServerNormalization.stored(triple.config());
    MapValue manifest =
        japply ? ServerFields.withoutRules(stored, last, stored, triple.live()) : triple.config();
    this.config = rounds ? GoComparison.rounded(manifest) : manifest;
    this.live = rounds ? GoComparison.rounded(triple.live()) : triple.live();
    this.owned =
        last instanceof MapValue map
            ? japply
                ? ServerFields.withoutRules(
                    ServerNormalization.owned(map, config, live), last, stored, live)
                : rounds ? GoComparison.rounded(map) : map
            : MapValue.EMPTY;
    this.result = result;
    this.japply = japply;
  }

  /// What is broken, if something is.
  static Optional<String> broken(
      Triple triple, MergeOutcome outcome, List<FieldReason> reasons, boolean japply) {
    var laws = new ReasonLaws(triple, outcome.result(), japply);
    List<Sent> sent = of(reasons, Sent.class);
    List<Stays> stays = of(reasons, Stays.class);
    return PatchOfReasons.difference(sent, outcome.patch())
        .or(() -> sent.stream().map(laws::lie).flatMap(Optional::stream).findFirst())
        .or(() -> stays.stream().map(laws::lie).flatMap(Optional::stream).findFirst())
        .or(() -> laws.uncovered(sent, stays));
  }

  static <T extends FieldReason> List<T> of(List<FieldReason> reasons, Class<T> kind) {
    return reasons.stream().filter(kind::isInstance).map(kind::cast).toList();
  }

  private Optional<String> lie(Sent reason) {
    boolean field = reason.change().isOfField();
    boolean right =
        documents(reason)
            && (!field || !japply || becomes(reason))
            && isTrue(reason, typeAt(reason.path()));
    return right ? Optional.empty() : Optional.of("not true: " + text(reason));
  }

  private boolean documents(FieldReason reason) {
    Values values = reason.values();
    Node last = reason instanceof Sent ? in(reason.path(), owned) : reason.path().in(owned);
    return values.lastApplied().equals(last)
        && values.manifest().equals(reason.path().in(config))
        && values.live().equals(reason.path().in(live));
  }

  /// What is at the path, also in an item that lacks the key that is empty in the path: to the
  /// merge they are the same.
  private static Node in(FieldPath path, Node tree) {
    return switch (path) {
      case FieldPath.Root root -> tree;
      case FieldPath.Key(FieldPath parent, String key) ->
          in(parent, tree) instanceof MapValue map ? map.get(key) : Missing.MISSING;
      case FieldPath.Index(FieldPath parent, int index) ->
          FieldPath.root().index(index).in(in(parent, tree));
      case FieldPath.Item(FieldPath parent, Value identity) -> {
        Node list = in(parent, tree);
        Node named = FieldPath.root().item(identity).in(list);
        yield named instanceof Missing && list instanceof ListValue(List<Value> items)
            ? items.stream()
                .filter(item -> lacksEmptyKey(item, identity))
                .<Node>map(item -> item)
                .findFirst()
                .orElse(Missing.MISSING)
            : named;
      }
    };
  }

  private static boolean lacksEmptyKey(Value item, Value identity) {
    return identity.equals(MapValue.EMPTY.with(emptyKey(identity), Value.text("")))
        && item instanceof MapValue map
        && SemanticEquality.isNothing(map.get(emptyKey(identity)));
  }

  private static String emptyKey(Value identity) {
    return identity instanceof MapValue(var keys) && keys.size() == 1
        ? keys.keySet().iterator().next()
        : "";
  }

  private boolean becomes(Sent reason) {
    Node after = reason.values().result();
    return reason.path().in(result).equals(after);
  }

  /// Whether a list is written whole to remove a null from an item that is like the manifest's
  /// otherwise.
  private static boolean losesNulls(Node live, Node manifest) {
    return live instanceof ListValue && holdsNull(live) && !live.equals(manifest);
  }

  private static boolean holdsNull(Node node) {
    return switch (node) {
      case MapValue map -> map.entries().values().stream().anyMatch(ReasonLaws::holdsNull);
      case ListValue list -> list.items().stream().anyMatch(ReasonLaws::holdsNull);
      default -> node.equals(Value.NULL);
    };
  }

  private boolean isTrue(Sent reason, @Nullable Schema at) {
    Values is = reason.values();
    if (reason.change().isOfField()
        && reason.path() instanceof FieldPath.Item(FieldPath list, Value item)
        && !(item instanceof MapValue)) {
      boolean gone = is.result() instanceof Missing;
      return isTrueOfItem(reason.change(), list, item)
          && gone == (reason.change() == Change.LEFT_MANIFEST);
    }
    boolean first = SemanticEquality.isNothing(is.lastApplied());
    boolean named = !SemanticEquality.isNothing(is.manifest());
    boolean manifest = !SemanticEquality.same(is.lastApplied(), is.manifest(), at);
    boolean moved = !keeps(is.live(), is.lastApplied(), at);
    boolean differs =
        !SemanticEquality.same(is.live(), is.manifest(), at)
            || losesNulls(is.live(), is.manifest());
    return switch (reason.change()) {
      case ADDED -> first && named && (differs || !japply);
      case CHANGED -> !first && named && manifest && !moved && (differs || !japply);
      case RESTORED -> !first && named && !manifest && differs;
      case CHANGED_BY_BOTH -> !first && named && manifest && moved && (differs || !japply);
      case LEFT_MANIFEST ->
          (is.lastApplied() instanceof Value || isOfAnotherItem(reason.path()))
              && is.manifest() instanceof Missing
              && (is.live() instanceof Value || !japply);
      case NULLED -> is.manifest().equals(Value.NULL);
      case CLEARED ->
          is.lastApplied() instanceof Missing
              && is.manifest() instanceof Missing
              && is.live() instanceof Value
              && keepsNamedOnly(reason.path());
      case RESENT -> !japply && !first && named && !manifest && !differs;
      case ORDER -> ordersResult(reason);
      case KEPT_KEYS -> keepsKeys(reason);
      case GUARD -> japply && reason.entry().value().equals(is.live());
    };
  }

  /// Whether an item of the manifest takes the place of one that was applied and has left, and that
  /// has the same merge key, but other keys in server-side apply.
  private boolean isOfAnotherItem(FieldPath path) {
    for (var steps = path.steps(); steps.hasNext(); ) {
      FieldPath step = steps.next();
      if (step instanceof FieldPath.Item(FieldPath.Key(FieldPath map, String key), Value identity)
          && step.in(live) instanceof MapValue before
          && step.in(result) instanceof MapValue after) {
        FieldRule rule = Laws.listRule(typeAt(map), key).orElse(null);
        if (rule != null && !ItemNames.areOne(rule, before, after)) {
          return true;
        }
      }
    }
    return false;
  }

  /// Whether somebody has left what was applied as it is, though perhaps added to it.
  private static boolean keeps(Node live, Node applied, @Nullable Schema at) {
    return (live instanceof ListValue(var there) && applied instanceof ListValue(var items))
        ? items.stream()
            .allMatch(item ->
                there.stream()
                    .anyMatch(one -> SemanticEquality.holds(one, item, TypeRule.items(at))))
        : SemanticEquality.holds(live, applied, at);
  }

  private boolean isTrueOfItem(Change change, FieldPath list, Value item) {
    long before = count(list.in(owned), item);
    long want = count(list.in(config), item);
    long have = count(list.in(live), item);
    return switch (change) {
      case ADDED -> before == 0 && want > have;
      case LEFT_MANIFEST -> japply ? before > 0 && want == 0 && have > 0 : before > want;
      case RESTORED -> before > 0 && have < want && (have == 0 || (!japply && before >= want));
      case CHANGED -> !japply && before > 0 && want > before && have > 0;
      default -> false;
    };
  }

  private static long count(Node list, Value item) {
    return list instanceof ListValue(var items) ? items.stream().filter(item::equals).count() : 0;
  }

  /// Whether the field is in a map of which only what the manifest names stays.
  private boolean keepsNamedOnly(FieldPath path) {
    Schema at = type;
    boolean only = false;
    boolean retains = type != null && isAtomic(type);
    for (var steps = path.steps(); steps.hasNext(); ) {
      FieldPath step = steps.next();
      only |= retains;
      if (step instanceof FieldPath.Key(FieldPath map, String key)) {
        FieldRule rule = Laws.mapRule(at, key).or(() -> Optional.empty()).orElse(null);
        FieldRule list = Laws.listRule(at, key).orElse(null);
        at = TypeRule.child(at, key);
        retains =
            (rule != null && (rule.retainKeys() || rule.strategy() == FieldRule.Strategy.REPLACE))
                || (list != null && list.retainKeys());
      } else {
        at = TypeRule.items(at);
        retains |= at != null && isAtomic(at);
      }
    }
    return only;
  }

  private static boolean isAtomic(Schema type) {
    return !type.isStrategic()
        && FieldRule.ofTopology(type).strategy() == FieldRule.Strategy.REPLACE;
  }

  private boolean ordersResult(Sent reason) {
    if (!(reason.entry().value() instanceof ListValue(List<Value> order))) {
      return false;
    }
    if (!japply) {
      return true;
    }
    Node list = reason.path().in(result);
    var places = new ArrayList<Integer>();
    for (Value identity : order) {
      FieldPath item = reason.path().item(identity).numberedIn(result);
      if (!(item instanceof FieldPath.Index(FieldPath parent, int index))) {
        return false;
      }
      places.add(index);
    }
    return list instanceof ListValue && places.equals(places.stream().sorted().toList());
  }

  private boolean keepsKeys(Sent reason) {
    if (!japply) {
      return true;
    }
    var keys = new HashSet<Value>();
    if (reason.path().in(result) instanceof MapValue(var entries)) {
      entries.forEach((key, value) -> {
        if (!value.equals(Value.NULL)) {
          keys.add(Value.text(key));
        }
      });
    }
    return reason.entry().value() instanceof ListValue(List<Value> kept)
        && keys.equals(new HashSet<>(kept));
  }

  private Optional<String> lie(Stays reason) {
    Values is = reason.values();
    boolean right =
        documents(reason)
            && is.result().equals(is.live())
            && (!japply || reason.path().in(result).equals(is.live()))
            && switch (reason.stay()) {
              case AS_MANIFEST ->
                  !SemanticEquality.isNothing(is.manifest())
                      && (!japply
                          || SemanticEquality.same(
                              is.manifest(), is.live(), typeAt(reason.path())));
              case IN_PART ->
                  is.manifest() instanceof ListValue && !is.manifest().equals(is.live());
              case NOT_IN_MANIFEST -> SemanticEquality.isNothing(is.manifest());
            };
    return right
        ? Optional.empty()
        : Optional.of("not true: " + reason.stay() + " " + text(is, reason.path()));
  }

  /// A value of the live object of which nothing is said, or more than one thing.
  private Optional<String> uncovered(List<Sent> sent, List<Stays> stays) {
    if (Laws.isAmbiguous(live, type)) {
      return Optional.empty();
    }
    List<FieldPath> told =
        Stream.concat(
                sent.stream().filter(one -> one.change().isOfField()).map(Sent::path),
                stays.stream().map(Stays::path))
            .map(path -> path.numberedIn(live))
            .toList();
    return leaves(live, FieldPath.root()).stream()
        .filter(leaf -> {
          long times = told.stream().filter(path -> covers(path, leaf)).count();
          return japply ? times != 1 : times == 0;
        })
        .map(leaf -> "nothing or more than one thing is said of " + leaf)
        .findFirst();
  }

  private static boolean covers(FieldPath path, FieldPath leaf) {
    for (FieldPath at = leaf; ; at = at.parentPath()) {
      if (at.equals(path)) {
        return true;
      }
      if (at instanceof FieldPath.Root) {
        return false;
      }
    }
  }

  private static List<FieldPath> leaves(Value value, FieldPath path) {
    var leaves = new ArrayList<FieldPath>();
    if (value instanceof MapValue map) {
      map.entries().forEach((key, inner) -> leaves.addAll(leaves(inner, path.key(key))));
    } else if (value instanceof ListValue(List<Value> items)) {
      for (Value item : new LinkedHashSet<>(items)) {
        leaves.addAll(leaves(item, path.index(items.indexOf(item))));
      }
    } else {
      leaves.add(path);
    }
    return leaves;
  }

  private @Nullable Schema typeAt(FieldPath path) {
    Schema at = type;
    for (var steps = path.steps(); steps.hasNext(); ) {
      at =
          steps.next() instanceof FieldPath.Key(FieldPath map, String key)
              ? TypeRule.child(at, key)
              : TypeRule.items(at);
    }
    return at;
  }

  static String text(Sent reason) {
    return reason.change() + " " + text(reason.values(), reason.path());
  }

  private static String text(Values values, FieldPath path) {
    return path
        + ": last applied "
        + text(values.lastApplied())
        + ", manifest "
        + text(values.manifest())
        + ", live "
        + text(values.live())
        + ", becomes "
        + text(values.result());
  }

  private static String text(Node node) {
    return node instanceof Value value ? GoJson.write(value) : "nothing";
  }
}
