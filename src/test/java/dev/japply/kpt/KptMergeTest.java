package dev.japply.kpt;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.Cases;
import dev.japply.Oracle;
import dev.japply.UsesOracle;
import dev.japply.kpt.MergeOptions.ConflictChoice;
import dev.japply.merge.EditedObjects;
import dev.japply.merge.EditedObjects.Versions;
import dev.japply.tree.GoJson;
import dev.japply.tree.Missing;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.BoolValue;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import dev.japply.tree.Value.NullValue;
import dev.japply.tree.Value.ScalarValue;
import dev.japply.tree.Value.StringValue;
import dev.japply.yaml.YamlSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// The merge of packages with `--on-conflict=upstream` against kpt's own merge, on generated
/// objects: each field with another value in kpt's result has one of the reasons in
/// docs/pkg-merge.md.
///
/// `make conformance CASES=… SEED=…` runs it with any number of cases.
@UsesOracle
class KptMergeTest {
  private static final int CASES = Cases.of(3_000);
  private static final long SEED = Long.getLong("japply.seed", 1L);
  private static final int BATCH = 500;
  private static final int CASES_FOR_OFTEN = 3_000;
  private static final int SHOWN = 5;
  private static final MergeOptions UPSTREAM = MergeOptions.DEFAULT.with(ConflictChoice.UPSTREAM);

  /// Fields that identify the items of some lists.
  private static final List<String> KEYS =
      Stream.concat(Stream.of("port"), MergeOptions.KEYS.stream()).toList();

  private static final List<String> OWNER_KEYS = List.of("uid");

  /// Second keys in kpt: an item with another value is another item.
  private static final List<String> SECOND_KEYS = List.of("protocol", "whenUnsatisfiable");

  /// The reasons of differences. In the first three, japply's value is certain.
  private enum Reason {
    /// At most one side has changed the field: kpt drops new nulls, leaves `{}` and `[]`, and
    /// brings parts of deleted fields back.
    ONE_SIDE,
    /// The field was edited here and is gone upstream: it stays as a whole.
    KEPT,
    /// The field was deleted here and changed upstream: it comes back as a whole.
    RESTORED,
    /// Nothing remains: kpt leaves `{}` or `[]`.
    EMPTY,
    /// A version has a null or another type: a value like others, but not in kpt.
    TYPE,
    /// A text has quotes in one place and none in the other: the same value for kpt.
    QUOTES,
    /// A list without keys, or with equal ones, which only one of both merges by items.
    LIST,
    /// A field that admits one of several alternatives counts as one value.
    ALTERNATIVES
  }

  private final EditedObjects objects = new EditedObjects();
  private final Map<String, Integer> histogram = new TreeMap<>();
  private final List<String> failures = new ArrayList<>();
  private final List<Long> unreadable = new ArrayList<>();

  /// An object as texts.
  private record Texts(String origin, String updated, String local) {
    MapValue question() {
      return MapValue.of("op", Value.text("pkgupdate"))
          .with("original", Value.text(origin))
          .with("modified", Value.text(updated))
          .with("current", Value.text(local));
    }

    /// The fields of both results, with the versions that they were made of.
    Field compared(String kpt) {
      String own = Trees.text(Trees.of(origin, updated, local).merge(UPSTREAM));
      return new Field("", read(origin), read(updated), read(local), read(kpt), read(own));
    }

    @Override
    public String toString() {
      return "# origin\n%s# updated\n%s# local\n%s".formatted(origin, updated, local);
    }
  }

  /// The values of one field.
  private record Field(String path, Node origin, Node updated, Node local, Node kpt, Node japply) {
    private List<Node> versions() {
      return List.of(origin, updated, local);
    }

    private List<Node> all() {
      return List.of(origin, updated, local, kpt, japply);
    }

    /// The deepest fields with a difference.
    List<Field> differences() {
      if (kpt.equals(japply)) {
        return List.of();
      }
      boolean split = reason().isEmpty() || reason().get() == Reason.LIST;
      if (split && (areMaps(kpt, japply) || areMaps(japply, kpt))) {
        return parts(all().stream().map(Field::entries).toList());
      }
      if (split && kpt instanceof ListValue && japply instanceof ListValue) {
        return items();
      }
      return List.of(this);
    }

    /// The differences by the first key that identifies all items, or by one that gives each a
    /// reason: upstream may have renamed a port, which japply recognizes by its number.
    private List<Field> items() {
      List<Field> first = List.of(this);
      for (String key : path.endsWith(".ownerReferences") ? OWNER_KEYS : KEYS) {
        List<Map<String, Node>> items =
            all().stream().flatMap(node -> items(node, key).stream()).toList();
        if (items.size() == all().size()) {
          List<Field> parts = parts(items);
          if (isWhole(items, parts)) {
            return List.of(this);
          }
          if (parts.stream().allMatch(part -> part.reason().isPresent())) {
            return parts;
          }
          first = first.equals(List.of(this)) ? parts : first;
        }
      }
      return first;
    }

    /// Whether japply has decided about the list as one: a key that is no text in one of the
    /// versions identifies nothing.
    private static boolean isWhole(List<Map<String, Node>> lists, List<Field> parts) {
      return parts.stream().anyMatch(part -> part.reason().isEmpty())
          && lists.stream()
              .flatMap(list -> list.values().stream())
              .flatMap(item -> ((MapValue) item).entries().values().stream())
              .anyMatch(value -> value instanceof BoolValue);
    }

    /// Two maps, or one with entries where the other result has nothing.
    private static boolean areMaps(Node one, Node other) {
      return one instanceof MapValue map
          && (other instanceof MapValue || (other instanceof Missing && !map.isEmpty()));
    }

    private List<Field> parts(List<Map<String, Node>> nodes) {
      var keys = new LinkedHashSet<String>();
      nodes.forEach(node -> keys.addAll(node.keySet()));
      return keys.stream()
          .map(key -> {
            List<Node> at =
                nodes.stream().map(node -> node.getOrDefault(key, Missing.MISSING)).toList();
            String name = path + "." + key;
            return new Field(name, at.get(0), at.get(1), at.get(2), at.get(3), at.get(4));
          })
          .flatMap(field -> field.differences().stream())
          .toList();
    }

    private static Map<String, Node> entries(Node node) {
      return node instanceof MapValue map ? new LinkedHashMap<>(map.entries()) : Map.of();
    }

    /// The items by one of their fields; empty if it does not identify each.
    private static Optional<Map<String, Node>> items(Node list, String key) {
      var items = new LinkedHashMap<String, Node>();
      for (Value item : list instanceof ListValue(List<Value> all) ? all : List.<Value>of()) {
        if (!(item instanceof MapValue map && map.get(key) instanceof ScalarValue value)
            || SECOND_KEYS.stream().anyMatch(map::has)
            || items.put(identity(value), map) != null) {
          return Optional.empty();
        }
      }
      return Optional.of(items);
    }

    /// Returns the value whatever its quotes: items whose keys differ by them alone are compared.
    private static String identity(ScalarValue value) {
      return switch (value) {
        case StringValue(String text) when text.matches("true|on") -> "true";
        case StringValue(String text) when text.matches("false|no") -> "false";
        case StringValue(String text) -> text;
        case ScalarValue other -> GoJson.write(other);
      };
    }

    /// The reason of a difference here; empty if there is none but below.
    Optional<Reason> reason() {
      if (japply.equals(decidedByOneSide())) {
        return Optional.of(Reason.ONE_SIDE);
      }
      boolean before = origin instanceof Value;
      if (before && updated instanceof Missing && japply.equals(local)) {
        return Optional.of(Reason.KEPT);
      }
      if (before && local instanceof Missing && japply.equals(updated)) {
        return Optional.of(Reason.RESTORED);
      }
      if (japply instanceof Missing && isEmpty(kpt)) {
        return Optional.of(Reason.EMPTY);
      }
      if (versions().stream().anyMatch(NullValue.class::isInstance) || types() > 1) {
        return Optional.of(Reason.TYPE);
      }
      if (haveOneText(kpt, japply) || haveOneText(origin, updated)) {
        return Optional.of(Reason.QUOTES);
      }
      boolean list = versions().stream().anyMatch(ListValue.class::isInstance);
      return list ? Optional.of(Reason.LIST) : alternatives();
    }

    private Optional<Reason> alternatives() {
      return path.matches(".*(rollingUpdate|trategy|volumes\\.[^.]*)\\..*")
          ? Optional.of(Reason.ALTERNATIVES)
          : Optional.empty();
    }

    private Node decidedByOneSide() {
      if (origin.equals(updated) || updated.equals(local)) {
        return local;
      }
      return origin.equals(local) ? updated : Value.text("changed by both");
    }

    private static boolean isEmpty(Node node) {
      return node.equals(MapValue.EMPTY) || node.equals(ListValue.EMPTY);
    }

    private long types() {
      return versions().stream()
          .filter(Value.class::isInstance)
          .map(node -> node instanceof ScalarValue ? ScalarValue.class : node.getClass())
          .distinct()
          .count();
    }

    /// Whether two values can differ by their quotes alone.
    private static boolean haveOneText(Node one, Node other) {
      return !one.equals(other) && texts(one).stream().anyMatch(texts(other)::contains);
    }

    private static List<String> texts(Node node) {
      return switch (node) {
        case StringValue(String text) -> List.of(text);
        case BoolValue(boolean value) -> value ? List.of("true", "on") : List.of("false", "no");
        case ScalarValue value -> List.of(GoJson.write(value));
        default -> List.of();
      };
    }

    @Override
    public String toString() {
      return "%s: %s".formatted(path, all());
    }
  }

  private Texts texts(long seed) {
    Versions versions = objects.versions(seed);
    return new Texts(
        new RandomYaml(seed, 0).write(versions.origin()),
        new RandomYaml(seed, 1).write(versions.updated()),
        new RandomYaml(seed, 2).write(versions.local()));
  }

  @Tag("sampled")
  @Test
  void eachDifferenceFromKptHasAReason() {
    run(LongStream.range(SEED, SEED + CASES).boxed().toList());
    histogram.forEach((what, count) -> System.out.printf("%9d  %s%n", count, what));
    System.out.printf(
        "seed %d, packages, %d cases: %d objects as kpt's, %d fields without a reason%n",
        SEED, CASES, histogram.getOrDefault("same", 0), failures.size());
    System.out.printf("kpt's result cannot be read: seeds %s%n", unreadable);
    assertThat(failures).isEmpty();
    if (CASES >= CASES_FOR_OFTEN) {
      assertThat(histogram).containsKeys("error", "same");
      Stream.of(Reason.values())
          .forEach(reason -> assertThat(histogram).containsKey(reason.toString()));
    }
  }

  /// A port that upstream renames while its `hostPort` goes here.
  @Test
  void differencesThatOnceHadNoneHaveAReason() {
    run(List.of(2_143_392_716L));
    assertThat(failures).isEmpty();
  }

  private void run(List<Long> seeds) {
    try (Oracle oracle = Oracle.start().orElseThrow()) {
      for (int from = 0; from < seeds.size(); from += BATCH) {
        List<Long> some = seeds.subList(from, Math.min(seeds.size(), from + BATCH));
        List<Texts> cases = some.stream().map(this::texts).toList();
        List<MapValue> answers = oracle.ask(cases.stream().map(Texts::question).toList());
        for (int i = 0; i < cases.size(); i++) {
          check(some.get(i), cases.get(i), answers.get(i));
        }
      }
    }
  }

  private void check(long seed, Texts texts, MapValue answer) {
    if (answer.has("error")) {
      count("error");
      return;
    }
    String kpt = answer.text("merged");
    if (YamlSource.parse(kpt).isEmpty()) {
      count("unreadable");
      unreadable.add(seed);
      return;
    }
    List<Field> differences = texts.compared(kpt).differences();
    count(differences.isEmpty() ? "same" : "different");
    for (Field field : differences) {
      Optional<Reason> reason = field.reason();
      count(reason.map(Reason::toString).orElse("none"));
      if (reason.isEmpty() && failures.size() < SHOWN) {
        failures.add(
            "seed %d, %s%n%s# kpt%n%s%n%s"
                .formatted(seed, field, texts, kpt, Cases.repeat("conformance", seed)));
      }
    }
  }

  private void count(String what) {
    histogram.merge(what, 1, Integer::sum);
  }

  private static Value read(String text) {
    return YamlSource.parse(text).orElseThrow().value();
  }
}
