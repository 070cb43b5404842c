package dev.japply.kustomize.generated;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.Cases;
import dev.japply.Oracle;
import dev.japply.UsesOracle;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Generated kustomizations, built by japply and by kustomize itself.
///
/// `make conformance-kustomize CASES=… SEED=…` runs it with any number of cases.
@UsesOracle
@Tag("generated")
@Order(1)
class TreeConformanceTest {
  private static final int CASES = Cases.of(2_000);
  private static final long SEED = Long.getLong("japply.seed", 1L);
  private static final double BUILT = 0.45;
  private static final int OFTEN = 20;
  private static final int CASES_FOR_OFTEN = 2_000;

  /// What trees must use often.
  private static final List<String> USED =
      List.of(
          "resources directory",
          "bases",
          "components",
          "overlays 3 deep",
          "merge patch",
          "merge patch by target",
          "JSON patch by target",
          "patchesStrategicMerge",
          "patchesJson6902",
          "namespace",
          "namePrefix",
          "nameSuffix",
          "labels",
          "commonLabels",
          "commonAnnotations",
          "images",
          "imageTags",
          "replicas",
          "configMapGenerator",
          "secretGenerator",
          "generatorOptions",
          "replacements",
          "replacements by pattern",
          "replacements in texts",
          "empty patch",
          "vars",
          "configurations",
          "sortOptions",
          "crds",
          "openapi",
          "buildMetadata",
          "generators",
          "transformers",
          "validators",
          "plugins in a folder",
          "metadata");

  @TempDir Path directory;

  @Test
  void generatedTreesAreBuiltAsByKustomize() {
    try (Oracle oracle = Oracle.start().orElseThrow()) {
      var conformance = new TreeConformance(oracle, directory, JapplyBuild::build);
      conformance.run(SEED, CASES);
      conformance.failures().forEach(System.out::println);
      System.out.println(conformance.summary());
      assertThat(conformance.failures()).isEmpty();
      if (CASES >= CASES_FOR_OFTEN) {
        assertThat(conformance.builtShare()).isGreaterThan(BUILT);
        assertThat(USED)
            .allSatisfy(what -> assertThat(conformance.histogram(what)).isGreaterThan(OFTEN));
      }
    }
  }
}
