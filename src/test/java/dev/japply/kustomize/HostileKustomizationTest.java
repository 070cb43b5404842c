package dev.japply.kustomize;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.Program;
import dev.japply.Program.Said;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Kustomizations that somebody made to do harm: they read nothing outside of their directory, run
/// no program, steer no terminal, and end in clear lines.
class HostileKustomizationTest {
  private static final String ESCAPE = "\\e[2J\\u202e";
  private static final String SECRET = "TOP-SECRET";

  /// Each field that names a file, which is FILE.
  private static final List<String> FIELDS =
      List.of(
          "resources: [FILE]",
          "patches: [{path: FILE}]",
          "patchesStrategicMerge: [FILE]",
          "patchesJson6902: [{target: {version: v1, kind: ConfigMap, name: a}, path: FILE}]",
          "configMapGenerator: [{name: c, files: [FILE]}]",
          "configMapGenerator: [{name: c, files: [k=FILE]}]",
          "configMapGenerator: [{name: c, envs: [FILE]}]",
          "configMapGenerator: [{name: c, env: FILE}]",
          "secretGenerator: [{name: c, files: [FILE]}]",
          "secretGenerator: [{name: c, envs: [FILE]}]",
          "replacements: [{path: FILE}]",
          "configurations: [FILE]",
          "crds: [FILE]",
          "openapi: {path: FILE}",
          "generators: [FILE]",
          "transformers: [FILE]",
          "validators: [FILE]",
          "generators: ['{apiVersion: builtin, kind: ConfigMapGenerator, metadata: {name: g},"
              + " files: [FILE]}']",
          "generators: ['{apiVersion: builtin, kind: SecretGenerator, metadata: {name: g}, envs:"
              + " [FILE]}']",
          "transformers: ['{apiVersion: builtin, kind: PatchTransformer, metadata: {name: t}, path:"
              + " FILE}']",
          "transformers: ['{apiVersion: builtin, kind: PatchStrategicMergeTransformer, metadata:"
              + " {name: t}, paths: [FILE]}']",
          "transformers: ['{apiVersion: builtin, kind: PatchJson6902Transformer, metadata: {name:"
              + " t}, target: {version: v1, kind: ConfigMap, name: a}, path: FILE}']",
          "transformers: ['{apiVersion: builtin, kind: ReplacementTransformer, metadata: {name: t},"
              + " replacements: [{path: FILE}]}']",
          "transformers: ['{apiVersion: builtin, kind: ValueAddTransformer, metadata: {name: t},"
              + " value: v, targetFilePath: FILE}']");

  @TempDir private Path folder;
  private Path mine;

  @BeforeEach
  void makeFolders() throws IOException {
    folder = folder.toRealPath();
    mine = Files.createDirectory(folder.resolve("mine"));
    Files.writeString(folder.resolve("secret"), SECRET + ": [" + SECRET + "]\n");
  }

  private Said build(String kustomization) throws IOException {
    Files.writeString(mine.resolve("kustomization.yaml"), kustomization);
    return Program.hurried(
        Map.of("HOME", folder.toString(), "PATH", System.getenv("PATH")),
        "",
        List.of("build", mine.toString()));
  }

  private static void assertOneLine(Said said) {
    assertThat(said.out()).isEmpty();
    assertThat(said.err().lines().filter(line -> !line.startsWith("Fetching ")))
        .as(said.err())
        .singleElement()
        .asString()
        .startsWith("error: ");
    assertThat(said.status()).isEqualTo(1);
  }

  static Stream<String> fields() {
    return FIELDS.stream();
  }

  @ParameterizedTest
  @MethodSource("fields")
  void noFieldReadsAFileOutside(String field) throws IOException {
    Files.createSymbolicLink(mine.resolve("link"), Path.of("../secret"));
    Files.createSymbolicLink(mine.resolve("again"), Path.of("link"));
    Files.createSymbolicLink(mine.resolve("up"), Path.of(".."));
    for (String file :
        List.of(
            "../secret",
            "x/../../secret",
            folder.resolve("secret").toString(),
            "link",
            "again",
            "up/secret",
            "up/mine/../secret")) {
      Files.createDirectories(mine.resolve("x"));
      Said said = build(field.replace("FILE", file) + "\n");
      assertOneLine(said);
      assertThat(said.err())
          .contains(mine + "/kustomization.yaml:1: ", "security; file '", "is not in or below")
          .doesNotContain(SECRET);
    }
  }

  /// A pipe would wait for a writer.
  @ParameterizedTest
  @MethodSource("fields")
  @Timeout(value = 30, threadMode = ThreadMode.SEPARATE_THREAD)
  void noFieldReadsAPipe(String field) throws Exception {
    Files.writeString(mine.resolve("a.yaml"), "apiVersion: v1\nkind: A\nmetadata: {name: a}\n");
    Path pipe = mine.resolve("pipe");
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
    String resources = field.startsWith("resources") ? "" : "resources: [a.yaml]\n";
    Said said = build(field.replace("FILE", "pipe") + "\n" + resources);
    assertOneLine(said);
    assertThat(said.err()).contains("'pipe': it is no regular file");
  }

  /// Directories may be beside the one that is built, and what is in them must stay in them.
  @ParameterizedTest
  @ValueSource(strings = {"resources", "components", "bases"})
  void aDirectoryOutsideReadsNoFileOfAnother(String field) throws IOException {
    Path other = Files.createDirectory(folder.resolve("other"));
    Files.createSymbolicLink(mine.resolve("link"), other);
    String kind =
        field.equals("components")
            ? "apiVersion: kustomize.config.k8s.io/v1alpha1\nkind: Component\n"
            : "";
    Files.writeString(other.resolve("kustomization.yaml"), kind + "resources: [../secret]\n");
    for (String path : List.of("../other", "link")) {
      Said said = build(field + ": [" + path + "]\n");
      assertThat(said.err()).contains("security; file '../secret' is not in or below");
      assertThat(said.err()).doesNotContain(SECRET);
      assertThat(said.status()).isEqualTo(1);
    }
    assertOneLine(build("components: [" + other + "]\n"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ext::sh -c touch% x",
        "git::ext::sh -c touch% x",
        "ssh://-oProxyCommand=touch%20x/org/repo",
        "git::ssh://-oProxyCommand=touch%20x/org/repo//a?ref=main",
        "git@-oProxyCommand=touch x:org/repo",
        "file://--upload-pack=touch x",
        "file:///nowhere?ref=--upload-pack=touch",
        "file:///../../..//..?ref=main",
        "http://[::1",
        "http://[::1/a.yaml",
        "http:///a.yaml",
        "http://",
        "http://127.0.0.1:99999/a.yaml",
        "http://127.0.0.1:1/a b.yaml",
        "https://me:TOP-SECRET@127.0.0.1:1/a.yaml",
        "https://me:TOP-SECRET@127.0.0.1:1/org/repo.git//a",
        "http://127.0.0.1:1/%zz.yaml",
        "github.com",
        "git@",
        "?ref=main",
        "://",
        "a\\0b",
        "a\\0b/kustomization.yaml",
        "github.com/a\\0b/c",
      })
  void anOddAddressIsAnErrorAndRunsNothing(String address) throws IOException {
    for (String field : List.of("resources", "components", "crds", "transformers")) {
      Said said = build(field + ": [\"" + address + "\"]\n");
      assertThat(said.status()).as(said.out()).isEqualTo(1);
      assertThat(said.err())
          .contains(mine + "/kustomization.yaml:1: ")
          .doesNotContain(SECRET, "Exception", "\tat ", "\0");
      assertThat(said.out()).isEmpty();
    }
    assertThat(Path.of("x")).doesNotExist();
    assertThat(mine.resolve("x")).doesNotExist();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"EVIL\": 1",
        "resources: [\"EVIL.yaml\"]",
        "components: [\"EVIL\"]",
        "resources: [\"https://127.0.0.1:1/EVIL.yaml\"]",
        "resources: [\"file:///EVIL//a?ref=EVIL\"]",
        "{resources: [a.yaml], patches: [{target: {name: \"EVIL\"}, patch: '[]'}]}",
        "{resources: [a.yaml], patches: [{target: {name: a}, patch: '[{op: \"EVIL\", path: /}]'}]}",
        "{resources: [a.yaml], replicas: [{name: \"EVIL\", count: 1}]}",
        "configMapGenerator: [{name: \"EVIL\", literals: [a=b, a=b]}]",
        "configMapGenerator: [{name: a, files: [\"EVIL\"]}]",
        "transformers: ['{apiVersion: \"EVIL/v1\", kind: \"EVIL\", metadata: {name: \"EVIL\"}}']",
        "resources: [evil.yaml, evil.yaml]",
        "{resources: [a.yaml], vars: [{name: \"EVIL\", objref: {kind: \"EVIL\", name: b}}]}",
      })
  void messagesCannotSteerATerminal(String kustomization) throws IOException {
    Files.writeString(
        mine.resolve("a.yaml"), "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n");
    String evil =
        "apiVersion: v1\nkind: \"EVIL\"\nmetadata: {name: \"EVIL\", namespace: \"EVIL\"}\n";
    Files.writeString(mine.resolve("evil.yaml"), evil.replace("EVIL", ESCAPE));
    Said said = build(kustomization.replace("EVIL", ESCAPE) + "\n");
    assertThat(said.status()).as(said.out()).isEqualTo(1);
    assertThat(said.err()).doesNotContain("\u001b", "\u202e").contains("\\x1b[2J");
    assertThat(said.out()).isEmpty();
  }

  @Test
  void whatIsBuiltCannotSteerATerminal() throws IOException {
    String evil =
        "apiVersion: v1\nkind: \"EVIL\"\nmetadata: {name: \"EVIL\"}\n\"EVIL\": \"EVIL\"\n";
    Files.writeString(mine.resolve("evil.yaml"), evil.replace("EVIL", ESCAPE));
    Said said = build("{resources: [evil.yaml], commonAnnotations: {a: \"" + ESCAPE + "\"}}\n");
    assertThat(said.status()).as(said.err()).isZero();
    assertThat(said.out()).doesNotContain("\u001b").contains("\\e[2J");
    assertThat(said.err()).doesNotContain("\u001b", "\u202e");
  }

  /// A directory of objects cannot be made to hold files elsewhere.
  @ParameterizedTest
  @ValueSource(strings = {"../x", "a/b", "/x", ".."})
  void objectsAreWrittenIntoTheirDirectoryAlone(String name) throws IOException {
    Path out = Files.createDirectory(folder.resolve("out"));
    for (String object :
        List.of(
            "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: NAME}\n",
            "apiVersion: NAME\nkind: ConfigMap\nmetadata: {name: a}\n",
            "apiVersion: v1\nkind: NAME\nmetadata: {name: a}\n")) {
      Files.writeString(mine.resolve("a.yaml"), object.replace("NAME", name));
      Files.writeString(mine.resolve("kustomization.yaml"), "resources: [a.yaml]\n");
      Said unused =
          Program.run(
              Map.of("HOME", folder.toString()),
              "",
              List.of("build", mine.toString(), "-o", out.toString()));
      var outside = new ArrayList<String>();
      try (Stream<Path> files = Files.list(folder)) {
        files.forEach(file -> outside.add(Objects.toString(file.getFileName())));
      }
      assertThat(outside).containsExactlyInAnyOrder("mine", "out", "secret");
    }
  }
}
