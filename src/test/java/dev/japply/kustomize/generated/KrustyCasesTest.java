package dev.japply.kustomize.generated;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.Oracle;
import dev.japply.UsesOracle;
import dev.japply.kustomize.load.FileLoader.Restriction;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The builds of kustomize's own tests, but for those that need the network, Helm, or programs as
/// plugins.
@UsesOracle
class KrustyCasesTest {
  private static final int LEAST = 280;

  @Test
  void buildsOfKustomizesOwnTestsComeOutEqual(@TempDir Path directory) throws IOException {
    List<KrustyCase> cases =
        KrustyCase.all(Path.of(System.getProperty("japply.e2e", ""))).stream()
            .filter(KrustyCase::isPlain)
            .toList();
    var failures = new ArrayList<String>();
    try (Oracle oracle = Oracle.start().orElseThrow()) {
      for (int i = 0; i < cases.size(); i++) {
        KrustyCase test = cases.get(i);
        Path root = test.write(directory.resolve("c" + i));
        Built expected = kustomize(test, oracle, root);
        Built actual =
            JapplyBuild.build(
                root, test.isUnrestricted() ? Restriction.NONE : Restriction.ROOT_ONLY);
        if (TreeConformance.difference(expected, actual).isPresent()) {
          failures.add(test + "\nkustomize " + expected + "\njapply " + actual + "\n");
        }
      }
    }
    failures.forEach(System.out::println);
    System.out.printf("%d builds, %d differ%n", cases.size(), failures.size());
    assertThat(failures).isEmpty();
    assertThat(cases.size()).isGreaterThan(LEAST);
  }

  /// kustomize keeps the types of `openapi` until its process ends.
  private static Built kustomize(KrustyCase test, Oracle oracle, Path root) throws IOException {
    if (!test.toString().contains("openapi")) {
      return TreeConformance.kustomize(oracle, root, test.isUnrestricted());
    }
    try (Oracle fresh = Oracle.start().orElseThrow()) {
      return TreeConformance.kustomize(fresh, root, test.isUnrestricted());
    }
  }
}
