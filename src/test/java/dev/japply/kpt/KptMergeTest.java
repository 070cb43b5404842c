package dev.japply.kpt;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.Cases;
import dev.japply.Oracle;
import dev.japply.UsesOracle;
import dev.japply.merge.EditedObjects;
import dev.japply.merge.EditedObjects.Versions;
import dev.japply.problem.JapplyException;
import dev.japply.tree.GoJson;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import dev.japply.yaml.YamlSource;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/// `--compat=kpt` against kyaml's own merge, on generated objects of packages: what Kubernetes
/// reads of the merged files is the same.
///
/// `make conformance CASES=… SEED=…` runs it with any number of cases.
@UsesOracle
class KptMergeTest {
  private static final int CASES = Cases.of(3_000);
  private static final long SEED = Long.getLong("japply.seed", 1L);
  private static final int BATCH = 500;
  private static final int CASES_FOR_OFTEN = 1_000;
  private static final int SHOWN = 5;
  private static final MergeOptions LIKE_KPT =
      new MergeOptions(ConflictChoice.UPSTREAM, true, List.of(), List.of());

  /// What the cases must exercise, each so often in a thousand.
  private static final Map<String, Integer> EXERCISED =
      Map.of("error", 5, "differs from japply's", 100, "null", 100, "merged", 500);

  private final EditedObjects objects = new EditedObjects();
  private final Map<String, Integer> histogram = new TreeMap<>();
  private final List<String> failures = new ArrayList<>();
  private final List<Long> unreadable = new ArrayList<>();
  private int agreed;

  /// An object as texts.
  private record Texts(String type, String origin, String updated, String local) {
    MapValue question() {
      return MapValue.of("op", Value.text("pkgupdate"))
          .with("original", Value.text(origin))
          .with("modified", Value.text(updated))
          .with("current", Value.text(local));
    }

    MergedPackage merge(MergeOptions options) {
      return Trees.of(origin, updated, local).merge(options);
    }

    @Override
    public String toString() {
      return "# origin\n%s# updated\n%s# local\n%s".formatted(origin, updated, local);
    }
  }

  private Texts texts(long seed) {
    Versions versions = objects.versions(seed);
    return new Texts(
        versions.type(),
        new RandomYaml(seed, 0).write(versions.origin()),
        new RandomYaml(seed, 1).write(versions.updated()),
        new RandomYaml(seed, 2).write(versions.local()));
  }

  @Test
  void generatedObjectsBecomeWhatKptMakesOfThem() {
    run(LongStream.range(SEED, SEED + CASES).boxed().toList());
    histogram.forEach((what, count) -> System.out.printf("%9d  %s%n", count, what));
    System.out.printf(
        "seed %d, packages, %d cases: %d agree, %d do not, or kyaml's cannot be read%n",
        SEED, CASES, agreed, CASES - agreed);
    System.out.printf("kyaml's result cannot be read: seeds %s%n", unreadable);
    assertThat(failures).isEmpty();
    if (CASES >= CASES_FOR_OFTEN) {
      EXERCISED.forEach((what, often) ->
          assertThat(histogram.getOrDefault(what, 0)).as(what).isGreaterThan(CASES / 1000 * often));
    }
  }

  /// Seeds that once showed a difference.
  @Test
  void objectsThatOnceDifferedDoNoLonger() throws IOException {
    try (var seeds = KptMergeTest.class.getResourceAsStream("kpt-seeds.txt")) {
      String all = new String(seeds.readAllBytes(), StandardCharsets.UTF_8);
      run(all.lines().map(Long::valueOf).toList());
    }
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
    if (answer.has("merged") && YamlSource.parse(answer.text("merged")).isEmpty()) {
      count("unreadable");
      unreadable.add(seed);
      return;
    }
    String wanted = result(answer);
    String got;
    try {
      got = read(Trees.text(texts.merge(LIKE_KPT)));
    } catch (JapplyException e) {
      got = "error";
    } catch (UncheckedIOException e) {
      throw new AssertionError("seed " + seed + "\n" + texts, e);
    }
    count("type " + texts.type());
    count(wanted.equals("error") ? "error" : "merged");
    if (texts.toString().contains(": null") || texts.toString().contains(": ~")) {
      count("null");
    }
    if (!wanted.equals("error")
        && !read(Trees.text(texts.merge(MergeOptions.DEFAULT.with(ConflictChoice.UPSTREAM))))
            .equals(wanted)) {
      count("differs from japply's");
    }
    if (got.equals(wanted)) {
      agreed++;
    } else if (failures.size() < SHOWN) {
      failures.add(
          "seed %d%n%s# kpt %s%n# here %s%n%s%n%s"
              .formatted(
                  seed,
                  texts,
                  wanted,
                  got,
                  GoJson.write(answer),
                  Cases.repeat("conformance", seed)));
    }
  }

  private void count(String what) {
    histogram.merge(what, 1, Integer::sum);
  }

  private static String result(MapValue answer) {
    return answer.has("error") ? "error" : read(answer.text("merged"));
  }

  /// What Kubernetes reads of a file.
  private static String read(String text) {
    return GoJson.write(
        YamlSource.parse(text)
            .orElseThrow(() -> new UncheckedIOException(new IOException("unreadable: " + text)))
            .value());
  }
}
