package dev.japply.merge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.Cases;
import dev.japply.merge.FieldReason.Ignored;
import dev.japply.merge.TypeRule.FieldRule;
import dev.japply.object.KubeObject;
import dev.japply.object.LastApplied;
import dev.japply.plan.Action;
import dev.japply.plan.Compatibility;
import dev.japply.plan.IgnoreRules;
import dev.japply.plan.PlanOptions;
import dev.japply.plan.PlanOptions.ReasonsWanted;
import dev.japply.plan.Planner;
import dev.japply.plan.Planner.Annotation;
import dev.japply.plan.Planner.Decided;
import dev.japply.problem.JapplyException;
import dev.japply.problem.Origin;
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
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.LongFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What a rule for ignored fields changes in generated merges: where it is about a field, the
/// result has what is live; all else is as without the rule. `make conformance CASES=…` runs more
/// of them.
@Tag("generated")
class IgnoreLawsTest {
  /// So many that kept and refused fields come up among them.
  private static final int USUAL_CASES = 2_000;

  private static final int CASES = Cases.of(USUAL_CASES);
  private static final long SEED = Long.getLong("japply.seed", 1L);

  private final TripleGenerator generator = new TripleGenerator();
  private int kept;
  private int keptInLists;
  private int refused;

  @Test
  void rulesChangeNothingElse() {
    assertThat(broken(CASES, generator::triple)).isEmpty();
    checkCounts();
  }

  @Test
  void rulesChangeNothingElseOfCustomResources() {
    assertThat(broken(Math.ceilDiv(CASES, 2), generator::shared)).isEmpty();
    checkCounts();
  }

  /// Seeds that failed: a port whose live protocol is not that of the manifest; an empty address
  /// beside an ignored field; a service account, which is in two fields; a number in the place of a
  /// map; annotations that are null live; the type of a strategy whose parameters are live, and the
  /// parameters of a strategy that the manifest leaves empty, and one of them.
  @ParameterizedTest
  @ValueSource(
      longs = {
        1199344590L,
        881675,
        887052,
        890083,
        897058,
        901756,
        1412092517,
        1413285492,
        1414879941,
        1510034149,
        2129929790,
        2139879434,
        2139937502
      })
  void aRuleChangesNothingElse(long seed) {
    check(generator.triple(seed), seed);
  }

  /// Seeds that failed: a null beside what stays; a port that leaves out its protocol; items
  /// without keys beside an ignored field that keeps its map; a port whose name is also that of
  /// another; a null for annotations that there are none of.
  @ParameterizedTest
  @ValueSource(longs = {1412087448, 1412109781, 1413198378, 1414857109, 1414838873, 1727229991})
  void aRuleChangesNothingElseOfACustomResource(long seed) {
    check(generator.shared(seed), seed);
  }

  private void check(Triple triple, long seed) {
    String pointer = pointer(new SplittableRandom(seed), triple.config(), triple.live());
    assertThat(what(triple, pointer)).isEmpty();
  }

  /// That what was generated was worth it.
  private void checkCounts() {
    if (CASES < USUAL_CASES) {
      return;
    }
    assertThat(kept).as("fields that were kept").isGreaterThan(CASES / 20);
    assertThat(keptInLists).as("those in lists").isGreaterThan(CASES / 200);
    assertThat(refused).as("rules that could not be followed").isLessThan(CASES / 50);
  }

  private List<String> broken(int cases, LongFunction<Triple> generated) {
    var broken = new ArrayList<String>();
    for (long seed = SEED; seed < SEED + cases && broken.size() < 5; seed++) {
      Triple triple = generated.apply(seed);
      String pointer = pointer(new SplittableRandom(seed), triple.config(), triple.live());
      String where = "seed " + seed + ", " + pointer + ": ";
      String repeat = "\n" + Cases.repeat("conformance", seed);
      what(triple, pointer).ifPresent(law -> broken.add(where + law + "\n" + triple + repeat));
    }
    return broken;
  }

  /// A place somewhere in one of the documents.
  private static String pointer(SplittableRandom random, Value config, Value live) {
    Node one = config;
    Node other = live;
    var pointer = new StringBuilder();
    do {
      if (one instanceof ListValue || (other instanceof ListValue && !(one instanceof Value))) {
        ListValue counted = (ListValue) (one instanceof ListValue ? one : other);
        if (counted.isEmpty()) {
          break;
        }
        int index = random.nextInt(counted.size());
        Value item = counted.items().get(index);
        pointer.append('/').append(index);
        other = one instanceof ListValue ? sameItem(item, other) : item;
        one = one instanceof ListValue ? item : Missing.MISSING;
      } else {
        var keys = new LinkedHashSet<String>(keys(one));
        keys.addAll(keys(other));
        if (keys.isEmpty()) {
          break;
        }
        String key = List.copyOf(keys).get(random.nextInt(keys.size()));
        pointer.append('/').append(key.replace("~", "~0").replace("/", "~1"));
        one = FieldPath.root().key(key).in(one);
        other = FieldPath.root().key(key).in(other);
      }
    } while (random.nextInt(4) > 0);
    return pointer.toString();
  }

  private static Node sameItem(Value item, Node list) {
    return item instanceof MapValue map && map.get("name") instanceof Value name
        ? FieldPath.root().item(MapValue.of("name", name)).in(list)
        : Missing.MISSING;
  }

  private static List<String> keys(Node node) {
    return node instanceof MapValue map ? List.copyOf(map.entries().keySet()) : List.of();
  }

  private Optional<String> what(Triple triple, String pointer) {
    IgnoreRules rules;
    try {
      rules = IgnoreRules.parse(List.of(pointer));
    } catch (JapplyException e) {
      return Optional.empty(); // it names the object
    }
    var options = new PlanOptions(Compatibility.japply(), true).with(ReasonsWanted.ALL);
    MapValue live = live(triple);
    KubeObject desired = KubeObject.of(triple.config(), Origin.NONE);
    var schema = triple.schema().orElse(null);
    Decided without = new Planner(options, Annotation.LEFT).decide(desired, live, schema);
    Decided with =
        new Planner(options.ignoring(rules), Annotation.LEFT).decide(desired, live, schema);
    if (without.action() instanceof Action.Refused) {
      return Optional.empty();
    }
    if (with.action() instanceof Action.Refused) {
      refused++;
      return Optional.empty();
    }
    List<Ignored> ignored = ReasonLaws.of(with.reasons().fields(), Ignored.class);
    MapValue before = result(without, live);
    MapValue after = result(with, live);
    if (!ignored.isEmpty()
        && isAmbiguous(ignored.getFirst().path(), triple.config(), live, before, after)) {
      return Optional.empty();
    }
    return compare(triple, live, before, after, ignored);
  }

  /// Whether several items of a list are the one of the path, so that none can be told apart.
  private static boolean isAmbiguous(FieldPath path, MapValue... trees) {
    for (var steps = path.steps(); steps.hasNext(); ) {
      if (steps.next() instanceof FieldPath.Item(FieldPath list, Value identity)
          && Stream.of(trees).anyMatch(tree -> count(list.in(tree), identity) > 1)) {
        return true;
      }
    }
    return false;
  }

  private static long count(Node list, Value identity) {
    return list instanceof ListValue(List<Value> items)
        ? items.stream().filter(item -> isSame(item, identity)).count()
        : 0;
  }

  /// A key that is missing may have the default.
  private static boolean isSame(Value item, Value identity) {
    if (!(item instanceof MapValue map) || !(identity instanceof MapValue keys)) {
      return item.equals(identity);
    }
    return keys.entries().entrySet().stream()
        .allMatch(key -> !map.has(key.getKey()) || map.get(key.getKey()).equals(key.getValue()));
  }

  private Optional<String> compare(
      Triple triple, MapValue live, MapValue before, MapValue after, List<Ignored> ignored) {
    if (ignored.isEmpty()) {
      return before.equals(after)
          ? Optional.empty()
          : Optional.of("nothing is ignored, but the result is another\n" + text(before, after));
    }
    FieldPath path = ignored.getFirst().path();
    kept++;
    keptInLists += path.toString().contains("[") ? 1 : 0;
    boolean numbered = isNumbered(path);
    Node was = own(path, path.in(live));
    if (!numbered && !own(path, path.in(after)).equals(was)) {
      return Optional.of(path + " is not as it is live\n" + text(before, after));
    }
    boolean named =
        !path.in(triple.config()).equals(MapValue.EMPTY) && !path.in(live).equals(Value.NULL);
    if (!numbered && named && own(path, in(path, before)).equals(was)) {
      return Optional.of(path + " is called ignored, but would not change\n" + text(before, after));
    }
    if (path.toString().startsWith("aggregationRule")) {
      return Optional.empty(); // with it, the rules of a role change their owner
    }
    boolean union = isLastOfUnion(path, triple);
    FieldPath apart = union ? path.parentPath() : apart(path);
    if (union && !apart.in(after).equals(withoutApplied(apart, triple))) {
      return Optional.of(apart + " is not as it is live\n" + text(before, after));
    }
    Node one = without(apart, comparable(before));
    Node other = without(apart, comparable(after));
    if (path.toString().matches(".*\\.serviceAccount(Name)?")) {
      // A server keeps the two equal, so a rule about one is about both.
      for (String twin : List.of("serviceAccount", "serviceAccountName")) {
        one = one instanceof MapValue map ? without(path.parentPath().key(twin), map) : one;
        other = other instanceof MapValue map ? without(path.parentPath().key(twin), map) : other;
      }
    }
    return one.equals(other)
        ? Optional.empty()
        : Optional.of(path + ": something else changes\n" + text(before, after));
  }

  /// Whether the manifest has nothing else in a map that keeps only what the manifest names. With
  /// the rule it names nothing there, so that all stays but what was applied.
  private static boolean isLastOfUnion(FieldPath path, Triple triple) {
    FieldPath map = path.parentPath();
    Schema at = triple.schema().orElse(null);
    boolean union = false;
    for (var steps = map.steps(); steps.hasNext(); ) {
      FieldPath step = steps.next();
      String key = step instanceof FieldPath.Key(FieldPath parent, String name) ? name : "";
      union = !key.isEmpty() && Laws.mapRule(at, key).filter(FieldRule::retainKeys).isPresent();
      at = key.isEmpty() ? TypeRule.items(at) : TypeRule.child(at, key);
    }
    return union
        && path instanceof FieldPath.Key(FieldPath parent, String key)
        && map.in(triple.live()) instanceof MapValue live
        && live.get(key) instanceof Missing
        && map.in(triple.config()) instanceof MapValue named
        && named.withoutNulls().without(key).isEmpty();
  }

  private static MapValue withoutApplied(FieldPath map, Triple triple) {
    MapValue left = (MapValue) map.in(triple.live());
    Node applied = map.in(triple.lastApplied());
    return left.mapEntries((key, value) ->
        applied instanceof MapValue last && !SemanticEquality.isNothing(last.get(key))
            ? Missing.MISSING
            : value);
  }

  /// A null, or an empty text where servers have none, stays with what stays beside it, and means
  /// nothing; so does a map of them.
  private static MapValue comparable(MapValue map) {
    MapValue rest = map;
    for (var entry : map.entries().entrySet()) {
      String key = entry.getKey();
      rest =
          switch (entry.getValue()) {
            case Value value when value.equals(Value.NULL) || value.equals(Value.text("")) ->
                rest.without(key);
            case MapValue below when !below.isEmpty() && comparable(below).isEmpty() ->
                rest.without(key);
            case MapValue below -> rest.with(key, comparable(below));
            case Value value -> rest.with(key, Value.withoutNulls(value));
          };
    }
    return rest;
  }

  /// Whether the rule is about a place in a list, as for items without keys.
  private static boolean isNumbered(FieldPath path) {
    return path.numberedIn(MapValue.EMPTY).toString().matches(".*\\[\\d+].*")
        || (path instanceof FieldPath.Item(FieldPath list, Value identity)
            && !(identity instanceof MapValue));
  }

  /// What can be told apart: items without keys may take each other's place.
  private static FieldPath apart(FieldPath path) {
    FieldPath apart = path;
    for (FieldPath at = path; !(at instanceof FieldPath.Root); at = at.parentPath()) {
      boolean keyed = at instanceof FieldPath.Item(FieldPath list, MapValue keys);
      apart = at instanceof FieldPath.Key || keyed ? apart : at.parentPath();
    }
    return apart;
  }

  /// What is at the path, also in an item that leaves out a key with its default.
  private static Node in(FieldPath path, Node tree) {
    return switch (path) {
      case FieldPath.Root root -> tree;
      case FieldPath.Key(FieldPath parent, String key) ->
          in(parent, tree) instanceof MapValue map ? map.get(key) : Missing.MISSING;
      case FieldPath.Index(FieldPath parent, int index) -> path.in(tree);
      case FieldPath.Item(FieldPath parent, Value identity) ->
          in(parent, tree) instanceof ListValue(List<Value> items)
              ? items.stream()
                  .filter(item -> isSame(item, identity))
                  .<Node>map(item -> item)
                  .findFirst()
                  .orElse(Missing.MISSING)
              : Missing.MISSING;
    };
  }

  /// Annotations without that of japply, and no other empty map. No server stores a null there.
  private static Node own(FieldPath path, Node node) {
    if (path.toString().equals("metadata.annotations") && node.equals(Value.NULL)) {
      return Missing.MISSING;
    }
    if (!path.toString().equals("metadata.annotations") || !(node instanceof MapValue map)) {
      return node;
    }
    MapValue own = map.without(LastApplied.KEY);
    return own.isEmpty() ? Missing.MISSING : own;
  }

  private static String text(MapValue before, MapValue after) {
    return "without: " + GoJson.write(before) + "\nwith:    " + GoJson.write(after);
  }

  /// The live object, which says what was applied last.
  private static MapValue live(Triple triple) {
    MapValue live = triple.live();
    if (!(triple.lastApplied() instanceof MapValue last)) {
      return live;
    }
    MapValue metadata = live.map("metadata");
    MapValue annotations =
        metadata.map("annotations").with(LastApplied.KEY, Value.text(LastApplied.encode(last)));
    return live.with("metadata", metadata.with("annotations", annotations));
  }

  private static MapValue result(Decided decided, MapValue live) {
    return decided.action() instanceof Action.Patch patch ? patch.result() : live;
  }

  /// `tree` without what is at `path`, and without the maps and lists that this leaves empty.
  private static Node without(FieldPath path, MapValue tree) {
    var steps = new ArrayList<FieldPath>();
    path.numberedIn(tree).steps().forEachRemaining(steps::add);
    return without(steps, tree);
  }

  private static Node without(List<FieldPath> steps, Node node) {
    if (steps.isEmpty()) {
      return Missing.MISSING;
    }
    List<FieldPath> rest = steps.subList(1, steps.size());
    if (steps.getFirst() instanceof FieldPath.Key(FieldPath parent, String key)
        && node instanceof MapValue map) {
      Node below = without(rest, map.get(key));
      MapValue changed = below instanceof Value value ? map.with(key, value) : map.without(key);
      return changed.isEmpty() ? Missing.MISSING : changed;
    }
    if (steps.getFirst() instanceof FieldPath.Item(FieldPath list, Value identity)
        && node instanceof ListValue(List<Value> items)
        && items.stream().anyMatch(item -> isSame(item, identity))) {
      Value same = items.stream().filter(item -> isSame(item, identity)).findFirst().orElseThrow();
      var numbered = new ArrayList<FieldPath>(List.of(list.index(items.indexOf(same))));
      numbered.addAll(rest);
      return without(numbered, node);
    }
    if (steps.getFirst() instanceof FieldPath.Index(FieldPath parent, int index)
        && node instanceof ListValue(List<Value> items)
        && index < items.size()) {
      var changed = new ArrayList<>(items);
      Node below = without(rest, items.get(index));
      if (below instanceof Value value) {
        changed.set(index, value);
      } else {
        changed.remove(index);
      }
      return changed.isEmpty() ? Missing.MISSING : new ListValue(changed);
    }
    boolean empty = node.equals(MapValue.EMPTY) || node.equals(ListValue.EMPTY);
    return empty ? Missing.MISSING : node;
  }
}
