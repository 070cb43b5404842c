package dev.japply.kustomize.generated;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.Oracle;
import dev.japply.UsesOracle;
import dev.japply.kustomize.load.Folder.Restriction;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The builds of kustomize's own tests, but for those that need the network, Helm, or programs as
/// plugins, and those of the fields that japply does not build.
@UsesOracle
class KrustyCasesTest {
  private static final Pattern NOT_BUILT = Pattern.compile("the field \\w+ is not supported");
  private static final int LEAST = 150;

  /// What comes out differently, for the reasons that `docs/correctness.md` gives.
  private static final Set<String> OTHERWISE = Set.of("TestBlankNamespace4240 1");

  @Test
  void buildsOfKustomizesOwnTestsComeOutEqual(@TempDir Path directory) throws IOException {
    List<KrustyCase> cases =
        KrustyCase.all(Path.of(System.getProperty("japply.e2e", ""))).stream()
            .filter(test -> test.isPlain() && !OTHERWISE.contains(test.name()))
            .toList();
    var failures = new ArrayList<String>();
    var notBuilt = new ArrayList<String>();
    try (Oracle oracle = Oracle.start().orElseThrow()) {
      for (int i = 0; i < cases.size(); i++) {
        KrustyCase test = cases.get(i);
        Path root = test.write(directory.resolve("c" + i));
        Built expected = TreeConformance.kustomize(oracle, root, test.isUnrestricted());
        Built actual =
            JapplyBuild.build(
                root, test.isUnrestricted() ? Restriction.NONE : Restriction.ROOT_ONLY);
        if (actual.isError() && NOT_BUILT.matcher(actual.text()).find()) {
          notBuilt.add(test.name());
        } else if (TreeConformance.difference(expected, actual).isPresent()) {
          failures.add(test + "\nkustomize " + expected + "\njapply " + actual + "\n");
        }
      }
    }
    failures.forEach(System.out::println);
    System.out.printf(
        "%d builds, %d differ, %d are refused for a field: %s%n",
        cases.size(), failures.size(), notBuilt.size(), notBuilt);
    assertThat(failures).isEmpty();
    assertThat(cases.size() - notBuilt.size()).isGreaterThan(LEAST);
  }
}
