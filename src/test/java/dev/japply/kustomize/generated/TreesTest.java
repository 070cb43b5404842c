package dev.japply.kustomize.generated;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.Oracle;
import dev.japply.UsesOracle;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// The trees of `src/test/resources/dev/japply/kustomize/trees`, built by japply and by kustomize's
/// own code: realistic ones, and those that once showed a difference, as small as they could be
/// made.
@UsesOracle
class TreesTest {
  private static final Path TREES = Path.of("src/test/resources/dev/japply/kustomize/trees");

  @TempDir private static Path directory;
  private static Oracle oracle;

  @BeforeAll
  static void startOracle() {
    oracle = Oracle.start().orElseThrow();
  }

  @AfterAll
  static void endOracle() {
    oracle.close();
  }

  static Stream<Path> files() throws IOException {
    try (var files = Files.list(TREES)) {
      return files.sorted().toList().stream();
    }
  }

  @ParameterizedTest
  @MethodSource("files")
  void isBuiltAsByKustomize(Path file) throws IOException {
    var conformance =
        new TreeConformance(oracle, directory.resolve(file.getFileName()), JapplyBuild::build);
    List<Tree> trees = trees(file);
    assertThat(trees).isNotEmpty();
    trees.forEach(tree -> conformance.check(tree.directory(), tree));
    assertThat(conformance.failures()).isEmpty();
  }

  /// One for each directory that the file says is to be built.
  private static List<Tree> trees(Path file) throws IOException {
    String text = Files.readString(file);
    var written = dev.japply.kustomize.Tree.of(file.toString(), text);
    if (written.builds().isEmpty()) {
      return List.of(Tree.parse(text));
    }
    var trees = new ArrayList<Tree>();
    for (String build : written.builds()) {
      trees.add(new Tree(build, new LinkedHashMap<>(written.files()), Set.of()));
    }
    return trees;
  }
}
