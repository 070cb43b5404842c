package dev.japply.kustomize.generated;

import dev.japply.Cases;
import dev.japply.Oracle;
import dev.japply.tree.Value.BoolValue;
import dev.japply.tree.Value.MapValue;
import dev.japply.tree.Value.StringValue;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;

/// Builds trees by japply and by kustomize itself, and says where the results differ.
final class TreeConformance {
  private static final int BATCH = 50;
  private static final int SHOWN = Integer.getInteger("japply.shown", 5);

  private final Oracle oracle;
  private final Path directory;
  private final Function<Path, Built> japply;
  private final List<String> failures = new ArrayList<>();
  private final TreeMap<String, Integer> histogram = new TreeMap<>();
  private int cases;
  private int built;
  private int written;

  /// @param directory is where trees are written
  TreeConformance(Oracle oracle, Path directory, Function<Path, Built> japply) {
    this.oracle = oracle;
    this.directory = directory;
    this.japply = japply;
  }

  /// The trees of so many seeds from this one on.
  void run(long seed, int count) {
    for (int begin = 0; begin < count; begin += BATCH) {
      var seeds = new ArrayList<Long>();
      for (int i = begin; i < Math.min(count, begin + BATCH); i++) {
        seeds.add(seed + i);
      }
      compare(seeds);
    }
  }

  private void compare(List<Long> seeds) {
    List<Tree> trees = seeds.stream().map(TreeGenerator::generate).toList();
    List<Path> paths = trees.stream().map(this::write).toList();
    List<Built> expected = kustomize(trees, paths);
    for (int i = 0; i < trees.size(); i++) {
      count(trees.get(i), expected.get(i));
      var difference = difference(expected.get(i), japply.apply(paths.get(i)));
      if (difference.isPresent()) {
        String what =
            failures.size() < SHOWN
                ? "seed " + seeds.get(i) + ": " + explain(shrink(trees.get(i)))
                : "";
        failures.add(what + Cases.repeat("conformance-kustomize", seeds.get(i)));
      } else {
        countOwn(seeds.get(i), expected.get(i), paths.get(i));
      }
    }
  }

  /// Without `--compat`, a result differs only by a listed difference.
  private void countOwn(long seed, Built expected, Path path) {
    if (expected.isBreakdown() || difference(expected, JapplyBuild.own(path)).isEmpty()) {
      return;
    }
    List<String> reasons =
        JapplyBuild.byDifference(path).entrySet().stream()
            .filter(each -> difference(expected, each.getValue()).isPresent())
            .map(Map.Entry::getKey)
            .toList();
    reasons.forEach(reason -> histogram.merge("without --compat: " + reason, 1, Integer::sum));
    if (reasons.isEmpty()) {
      failures.add(
          "without --compat, for no single reason: " + Cases.repeat("conformance-kustomize", seed));
    }
  }

  private Path write(Tree tree) {
    return tree.write(directory.resolve("t" + written++));
  }

  private void count(Tree tree, Built expected) {
    cases++;
    built += expected.isError() ? 0 : 1;
    tree.used()
        .forEach(what -> {
          histogram.merge(what, 1, Integer::sum);
          if (expected.isError()) {
            histogram.merge(what + " (in error)", 1, Integer::sum);
          }
        });
  }

  /// Trees with `openapi` are built in a process of their own, since kustomize keeps the types
  /// until its process ends.
  private List<Built> kustomize(List<Tree> trees, List<Path> paths) {
    var together = paths.stream().filter(path -> !hasTypes(trees, paths, path)).toList();
    var questions = together.stream().map(path -> question(path, false)).toList();
    List<Built> answers = oracle.ask(questions).stream().map(Built::ofAnswer).toList();
    return paths.stream()
        .map(path -> {
          int index = together.indexOf(path);
          return index < 0 ? kustomizeAlone(path) : answers.get(index);
        })
        .toList();
  }

  private static boolean hasTypes(List<Tree> trees, List<Path> paths, Path path) {
    return trees.get(paths.indexOf(path)).hasTypes();
  }

  private static Built kustomizeAlone(Path path) {
    try (Oracle fresh = Oracle.start().orElseThrow()) {
      return kustomize(fresh, path, false);
    }
  }

  private static MapValue question(Path path, boolean unrestricted) {
    return MapValue.of("op", new StringValue("kustomize"))
        .with("directory", new StringValue(path.toString()))
        .with("unrestricted", new BoolValue(unrestricted));
  }

  /// What kustomize builds of a directory.
  static Built kustomize(Oracle oracle, Path path, boolean unrestricted) {
    return Built.ofAnswer(oracle.ask(List.of(question(path, unrestricted))).getFirst());
  }

  /// Both fail, or both print the same. A build in which kustomize breaks down says nothing.
  static Optional<String> difference(Built expected, Built actual) {
    if (expected.isBreakdown()) {
      return Optional.empty();
    }
    if (expected.isError() != actual.isError()) {
      return Optional.of(expected.isError() ? "japply builds" : "japply fails");
    }
    return expected.isError() || expected.text().equals(actual.text())
        ? Optional.empty()
        : Optional.of("another output");
  }

  private Optional<String> difference(Tree tree) {
    Path path = write(tree);
    return difference(kustomize(List.of(tree), List.of(path)).getFirst(), japply.apply(path));
  }

  private Tree shrink(Tree tree) {
    var wanted = difference(tree);
    return new TreeShrinker(smaller -> difference(smaller).equals(wanted)).shrink(tree);
  }

  /// The tree, and what became of it.
  String explain(Tree tree) {
    Path path = write(tree);
    return "%s\n%s\nkustomize %s\njapply %s\n"
        .formatted(
            difference(tree).orElse("same"),
            tree,
            kustomize(List.of(tree), List.of(path)).getFirst(),
            japply.apply(path));
  }

  void check(String name, Tree tree) {
    if (difference(tree).isPresent()) {
      failures.add(name + ": " + explain(tree));
    }
  }

  List<String> failures() {
    return failures;
  }

  int histogram(String what) {
    return histogram.getOrDefault(what, 0);
  }

  double builtShare() {
    return (double) built / cases;
  }

  String summary() {
    var text = new StringBuilder();
    histogram.forEach((what, times) -> text.append("%6d %s%n".formatted(times, what)));
    return text + "%d cases: %d built, %d differ".formatted(cases, built, failures.size());
  }
}
