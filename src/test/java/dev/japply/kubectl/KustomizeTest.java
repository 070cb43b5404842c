package dev.japply.kubectl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.bench.BuildTree;
import dev.japply.kubectl.Tool.Said;
import dev.japply.kustomize.Tree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// `japply build` prints what `kubectl kustomize` prints.
@Tag("recorded")
class KustomizeTest {
  @RegisterExtension static final Answers ANSWERS = Answers.in("kustomize");

  @TempDir private Path folder;

  /// Those that say what to build; the others are held against kustomize's own code.
  static List<Tree> trees() {
    return Tree.all().stream().filter(tree -> !tree.builds().isEmpty()).toList();
  }

  @ParameterizedTest
  @MethodSource("trees")
  void printsWhatKubectlPrints(Tree tree) throws Exception {
    Path root = tree.write(folder.toRealPath());
    for (String build : tree.builds()) {
      compare(tree + " " + build, tree.files().toString(), root.resolve(build));
    }
  }

  @Test
  void printsWhatKubectlPrintsOfATreeOfTheBench() throws Exception {
    compare("50 objects", "", new BuildTree(50).writeTo(folder.toRealPath()));
  }

  /// Each field that the page about builds lists as supported.
  @Test
  void eachFieldIsInATree() throws IOException {
    String page = Files.readString(Path.of("docs/builds.md"));
    String table = page.substring(page.indexOf("## Supported features"), page.indexOf("Any other"));
    List<String> fields =
        Pattern.compile("(?m)^\\| (`.*?) \\|")
            .matcher(table)
            .results()
            .flatMap(row -> Stream.of(row.group(1).replace("`", "").split(", ")))
            .toList();
    assertThat(fields).contains("resources", "imageTags", "validators").hasSizeGreaterThan(25);
    List<String> kustomizations =
        trees().stream()
            .flatMap(tree -> tree.files().entrySet().stream())
            .filter(file -> file.getKey().endsWith("kustomization.yaml"))
            .map(Map.Entry::getValue)
            .toList();
    assertThat(fields)
        .allSatisfy(field ->
            assertThat(kustomizations)
                .anyMatch(
                    text -> text.startsWith(field + ":") || text.contains("\n" + field + ":")));
  }

  private void compare(String key, String input, Path build) throws Exception {
    Path parent = folder.toRealPath();
    var kustomize =
        new Kustomize(
            parent,
            Map.of("HOME", parent.toString()),
            Map.of(parent.toString(), "$DIR"),
            build.toString());
    Said wanted = ANSWERS.of(key, input, kustomize::kubectl).said();
    Said said = kustomize.japply().said();
    assertThat(said.out()).as(key + "\n" + said.err()).isEqualTo(wanted.out());
    assertThat(said.status()).as(key + "\n" + wanted.err()).isEqualTo(wanted.status());
  }
}
