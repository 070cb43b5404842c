package dev.japply.input;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.japply.input.ManifestReader.ManifestSet;
import dev.japply.input.ManifestSources.KustomizationPolicy;
import dev.japply.input.ManifestSources.UrlTimeout;
import dev.japply.io.Hurried;
import dev.japply.problem.JapplyException;
import dev.japply.problem.Problem;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.http.HttpClient;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ManifestSourcesTest {
  @TempDir Path directory;

  /// Only what is named itself is read in any case, so that there is an error.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "p | p/a.yaml",
        "p/*.yaml | p/a.yaml",
        "p/japply.yaml | p/japply.yaml",
        "q | q/japply.yaml q/other.yaml",
      })
  void passesOverProjectFiles(String filename, String files) throws IOException {
    String project = "apiVersion: japply.dev/v1\nkind: Project\n";
    String argo = "apiVersion: argoproj.io/v1alpha1\nkind: AppProject\n";
    for (String file : List.of("p/japply.yaml", "p/a.yaml", "q/japply.yaml", "q/other.yaml")) {
      Path path = directory.resolve(file);
      Files.createDirectories(path.getParent());
      boolean is = file.equals("p/japply.yaml") || file.equals("q/other.yaml");
      Files.writeString(path, is ? project : argo);
    }
    assertThat(names(false, filename)).containsExactly(files.split(" "));
  }

  /// Only a shell makes such a name: text in Java cannot have it. Another name has the character
  /// itself that stands for its bytes.
  @Test
  @Tag("process")
  void readsDirectoriesWhoseNamesAreNotUtf8() throws Exception {
    String script =
        """
        cd "$0" && mkdir -p "$(printf 'r/\\374')" "$(printf 'r/\\357\\277\\275')" &&
          echo a: 1 >"$(printf 'r/\\374/x.yaml')" &&
          echo a: 2 >"$(printf 'r/\\357\\277\\275/y.yaml')" &&
          echo a: 3 >"$(printf 'r/\\357\\277\\275/x.yaml')" &&
          echo a: 4 >"$(printf 'r/\\374.yaml')"
        """;
    var shell = new ProcessBuilder("sh", "-c", script, directory.toString());
    assertThat(shell.inheritIO().start().waitFor()).isZero();
    List<Source> found = sources().expand(List.of("r"), true, KustomizationPolicy.REFUSED);
    var read = new ArrayList<String>();
    for (Source source : found) {
      try (var content = source.content().open()) {
        read.add(source.name() + " " + new String(content.readAllBytes(), UTF_8));
      }
    }
    assertThat(read)
        .containsExactlyInAnyOrder(
            "r/\uFFFD/x.yaml a: 1\n",
            "r/\uFFFD/y.yaml a: 2\n",
            "r/\uFFFD/x.yaml a: 3\n",
            "r/\uFFFD.yaml a: 4\n");
  }

  @BeforeEach
  void files() throws IOException {
    for (String file :
        List.of(
            "dir/b.yaml",
            "dir/a.yml",
            "dir/B.json",
            "dir/.hidden.yaml",
            "dir/no.txt",
            "dir/no.YAML",
            "dir/sub/c.yaml",
            "dir/sub-a.yaml",
            "dir/yaml",
            "other/x.yaml",
            "other/y.json",
            "a[1].yaml",
            "plain",
            "empty/readme.md",
            "deep/down/z.yaml")) {
      Path path = directory.resolve(file);
      Files.createDirectories(path.getParent());
      Files.writeString(path, "# " + file);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "plain | plain",
        "./plain | ./plain",
        "dir | dir/.hidden.yaml dir/B.json dir/a.yml dir/b.yaml dir/sub-a.yaml",
        "./dir/ | dir/.hidden.yaml dir/B.json dir/a.yml dir/b.yaml dir/sub-a.yaml",
        "dir/no.txt | dir/no.txt",
        "a[1].yaml | a[1].yaml",
        "*.nothing* plain | !",
        "dir/*.y*ml | dir/.hidden.yaml dir/a.yml dir/b.yaml dir/sub-a.yaml",
        "dir/?.yaml | dir/b.yaml",
        "dir/[a-b].y?* | dir/a.yml dir/b.yaml",
        "dir/[^a].yaml | dir/b.yaml",
        "*/[xyz].* | other/x.yaml other/y.json",
        "d*/s?b/*.yaml | dir/sub/c.yaml",
        "othe? | other/x.yaml other/y.json",
        "dir/**/c.yaml | dir/sub/c.yaml",
        "deep/**/z.yaml | deep/down/z.yaml",
        "**/z.yaml | !",
        "\\plai\\n | plain",
        "dir/{a,b}.y* | !",
        "a[1]* | !",
        "a\\[1]* | a[1].yaml",
      })
  void expandsAsKubectl(String filename, String expected) {
    if (expected.equals("!")) {
      assertThat(errors(filename)).containsExactly("the path \"" + filename + "\" does not exist");
    } else {
      assertThat(names(false, filename)).containsExactly(expected.split(" "));
    }
  }

  @Test
  void recursionGoesIntoDirectoriesInTheirPlace() {
    assertThat(names(true, "dir"))
        .containsExactly(
            "dir/.hidden.yaml",
            "dir/B.json",
            "dir/a.yml",
            "dir/b.yaml",
            "dir/sub/c.yaml",
            "dir/sub-a.yaml");
  }

  @Test
  void theOrderIsThatOfTheArguments() {
    assertThat(names(false, "plain", "other", "plain"))
        .containsExactly("plain", "other/x.yaml", "other/y.json");
    assertThat(names(false, "other", "plain"))
        .containsExactly("other/x.yaml", "other/y.json", "plain");
  }

  @Test
  void aPipeInADirectoryIsNotOpenedAndLinksOutOfItAreTold() throws Exception {
    Path inner = Files.createDirectory(directory.resolve("inner"));
    Path outside = Files.writeString(directory.resolve("outside.yaml"), "");
    Files.createSymbolicLink(inner.resolve("a.yaml"), outside);
    Files.createSymbolicLink(inner.resolve("b.yaml"), inner.resolve("c.yaml"));
    Files.writeString(inner.resolve("c.yaml"), "");
    assertThat(new ProcessBuilder("mkfifo", inner + "/d.yaml").start().waitFor()).isZero();
    List<Source> sources = sources().expand(List.of("inner"), false, KustomizationPolicy.READ);
    assertThat(ManifestReader.read(sources).problems())
        .extracting(Problem::toString)
        .containsExactly(
            "inner/a.yaml: is a link to \"%s\", outside of \"inner\"; name files there with -f to use them"
                .formatted(outside.toRealPath()),
            "inner/d.yaml: error reading: it is no regular file; name it with -f to read it");
  }

  @Test
  void absolutePathsKeepTheirForm() {
    String path = directory.resolve("other").toString();
    assertThat(names(false, path)).containsExactly(path + "/x.yaml", path + "/y.json");
  }

  @Test
  void allErrorsAreToldAtOnce() {
    assertThat(
            errors("none", "-", "-", "", "http://", "http://a:b:c", "[", "plain/", "dir/none.yaml"))
        .containsExactly(
            "the path \"none\" does not exist",
            "standard input cannot be used for multiple arguments; give -f - once",
            "the path \"\" does not exist",
            "the URL passed to filename \"http://\" is not valid: Expected authority",
            "the URL passed to filename \"http://a:b:c\" is not valid: Illegal character in port"
                + " number",
            "pattern \"[\" is not valid: syntax error in pattern; close the [ or put \\ before it",
            "the path \"plain/\" cannot be accessed: not a directory",
            "the path \"dir/none.yaml\" does not exist");
  }

  @Test
  void aDirectoryWithoutManifestsIsAnErrorWhenItIsFirst() {
    assertThat(errors("empty"))
        .containsExactly(
            "error reading [empty]: recognized file extensions are [.json .yaml .yml];"
                + " use -R for directories in it");
    assertThat(names(false, "plain", "empty")).containsExactly("plain");
  }

  @Test
  void linksToDirectoriesAreNotFollowed() throws IOException {
    Files.createSymbolicLink(directory.resolve("link"), directory.resolve("other"));
    Files.createSymbolicLink(directory.resolve("dir/l.yaml"), directory.resolve("other"));
    Files.createSymbolicLink(directory.resolve("dir/f.yaml"), directory.resolve("plain"));
    Files.createSymbolicLink(directory.resolve("dangling"), directory.resolve("nowhere"));
    assertThat(names(false, "link")).containsExactly("link");
    assertThat(names(false, "link/")).containsExactly("link/x.yaml", "link/y.json");
    assertThat(names(true, "dir")).contains("dir/l.yaml", "dir/f.yaml");
    assertThat(errors("dangling")).containsExactly("the path \"dangling\" does not exist");
    ManifestSet set =
        ManifestReader.read(
            sources().expand(List.of("dir/l.yaml"), false, KustomizationPolicy.READ));
    assertThat(set.problems())
        .extracting(Problem::toString)
        .containsExactly(
            "dir/l.yaml: error reading: is a directory;"
                + " name the directory itself, or end it with /");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "k/kustomization.yaml | resources: [a.yaml] | k",
        "k/kustomization.yml | '' | k",
        "k/Kustomization | {} | k",
        "k/kustomization.yaml | 'not: [yaml' | k",
        "k/kustomization.yaml | {apiVersion: kustomize.config.k8s.io/v1beta1, kind: Kustomization}"
            + " | k",
        "k/kustomization.yaml | {apiVersion: kustomize.config.k8s.io/v1alpha1, kind: Component} |"
            + " k",
        "k/kustomization.yaml | {apiVersion: kustomize.toolkit.fluxcd.io/v1, kind: Kustomization} |"
            + " -",
        "k/kustomization.yaml | {apiVersion: v1, kind: ConfigMap} | -",
        "k/Kustomization.yaml | resources: [a.yaml] | -",
        "k/my-kustomization.yaml | resources: [a.yaml] | -",
        "k/below/kustomization.yaml | resources: [a.yaml] | k/below",
      })
  void whatKustomizeBuildsIsRefused(String file, String text, String refused) throws IOException {
    Files.createDirectories(directory.resolve(file).getParent());
    Files.writeString(directory.resolve(file), text);
    Files.writeString(directory.resolve("k/a.yaml"), "# a");
    assertThat(names(true, "k")).contains("k/a.yaml");
    if (refused.equals("-")) {
      assertThat(sources().expand(List.of("k"), true, KustomizationPolicy.REFUSED))
          .hasSize(names(true, "k").size());
      return;
    }
    var thrown =
        catchThrowableOfType(
            JapplyException.class,
            () -> sources().expand(List.of("k"), true, KustomizationPolicy.REFUSED));
    assertThat(thrown.problems())
        .extracting(Problem::toString)
        .containsExactly(
            ("%1$s: \"%2$s\" is built by kustomize, so its files are not applied as they are;"
                    + " build it with -k %2$s, or name single files")
                .formatted(file, refused));
  }

  /// Who names a file means it; and without `-R` nobody looks below.
  @Test
  void onlyDirectoriesThatAreReadAreRefused() throws IOException {
    Files.writeString(directory.resolve("deep/kustomization.yaml"), "resources: []");
    Files.writeString(directory.resolve("other/z"), "");
    Files.createDirectories(directory.resolve("other/down"));
    Files.writeString(directory.resolve("other/down/kustomization.yml"), "resources: []");
    List<String> named = List.of("deep/kustomization.yaml", "other");
    assertThat(sources().expand(named, false, KustomizationPolicy.REFUSED))
        .extracting(Source::name)
        .containsExactly("deep/kustomization.yaml", "other/x.yaml", "other/y.json");
  }

  @Test
  void contentsAreRead() throws IOException {
    assertThat(text(sources().expand(List.of("plain"), false, KustomizationPolicy.READ)))
        .isEqualTo("# plain");
    List<Source> stdin = sources().expand(List.of("-"), false, KustomizationPolicy.READ);
    assertThat(stdin.getFirst().name()).isEqualTo("STDIN");
    assertThat(text(stdin)).isEqualTo("from stdin");
  }

  private static String text(List<Source> sources) throws IOException {
    try (var stream = sources.getFirst().content().open()) {
      return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private List<String> names(boolean recursive, String... filenames) {
    return sources().expand(List.of(filenames), recursive, KustomizationPolicy.READ).stream()
        .map(Source::name)
        .toList();
  }

  private List<String> errors(String... filenames) {
    var thrown =
        catchThrowableOfType(
            JapplyException.class,
            () -> sources().expand(List.of(filenames), false, KustomizationPolicy.READ));
    return thrown.problems().stream().map(Problem::toString).toList();
  }

  private ManifestSources sources() {
    var stdin = new ByteArrayInputStream("from stdin".getBytes(StandardCharsets.UTF_8));
    return new ManifestSources(
        directory, stdin, HttpClient::newHttpClient, new Hurried(), UrlTimeout.DEFAULT);
  }
}
