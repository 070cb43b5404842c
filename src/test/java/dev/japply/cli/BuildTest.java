package dev.japply.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.cluster.FakeCluster;
import java.io.IOException;
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
import org.junit.jupiter.params.provider.ValueSource;

/// `japply build`, and `-k`.
@Tag("process")
class BuildTest {
  private static final String BUILT =
      """
      apiVersion: v1
      data:
        a: "1"
      kind: ConfigMap
      metadata:
        name: x-c
      """;
  private static final String UNMATCHED =
      """
      patches:
      - target: {name: none}
        patch: '[{op: remove, path: /data}]'
      """;

  @TempDir private Path folder;
  private final FakeCluster cluster = new FakeCluster();
  private final Ran.Setting setting = new Ran.Setting(cluster);

  @BeforeEach
  void writeKustomization() throws IOException {
    Files.writeString(
        folder.resolve("kustomization.yaml"), "resources: [c.yaml]\nnamePrefix: x-\n");
    Files.writeString(
        folder.resolve("c.yaml"),
        "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: c}\ndata: {a: '1'}\n");
  }

  private void add(String fields) throws IOException {
    Path file = folder.resolve("kustomization.yaml");
    Files.writeString(file, Files.readString(file) + fields);
  }

  @ParameterizedTest
  @ValueSource(strings = {"build", "kustomize"})
  void printsWhatIsBuilt(String command) {
    Ran ran = setting.run(command, folder.toString());
    assertThat(ran).isEqualTo(new Ran(ran.args(), 0, BUILT, ""));
    assertThat(cluster.requests).isEmpty();
  }

  @Test
  void whatIsBuiltIsApplied() {
    Ran ran = setting.run("apply", "-k", folder.toString());
    assertThat(ran.out()).isEqualTo("configmap/x-c created\n");
    Ran diff = setting.run("diff", "-k", folder.toString());
    assertThat(diff.status()).isZero();
  }

  @Test
  void anErrorOfTheBuildAppliesNothing() throws IOException {
    add("images: x\n");
    Ran ran = setting.run("apply", "-k", folder.toString());
    assertThat(ran.status()).isEqualTo(1);
    assertThat(ran.err())
        .isEqualTo(
            "error: %s/kustomization.yaml:3: images must be a list; begin each item with -\n"
                .formatted(folder));
    assertThat(cluster.requests).filteredOn(request -> !request.equals("CLOSE")).isEmpty();
  }

  @Test
  void anObjectWithoutVersionIsNotApplied() throws IOException {
    Files.writeString(folder.resolve("c.yaml"), "kind: ConfigMap\nmetadata: {name: c}\n");
    Ran ran = setting.run("apply", "-k", folder.toString());
    assertThat(ran.err()).contains("c.yaml:1: ConfigMap x-c: Object 'apiVersion' is missing");
  }

  @ParameterizedTest
  @CsvSource({
    "build, '', 1",
    "build, --allow-unmatched, 0",
    "build, --compat=kustomize, 0",
    "build, --compat=kubectl, 0",
    "apply -k, '', 1",
    "apply -k, --compat=kustomize, 0",
  })
  void aTargetThatSelectsNothingIsAnError(String command, String flag, int status)
      throws IOException {
    add(UNMATCHED);
    String line = command + " " + folder + " " + flag;
    Ran ran = setting.run(line.strip().split(" "));
    assertThat(ran.status()).as(ran.err()).isEqualTo(status);
    if (status > 0) {
      assertThat(ran.err()).contains("kustomization.yaml:4: the target of a patch selects nothing");
    }
  }

  @ParameterizedTest
  @CsvSource({"'', 'tags: [b, a]'", "--compat=kustomize, tags: [b]", "--compat=kubectl, tags: [b]"})
  void listsOfCustomResourcesMergeByTheirDefinition(String flag, String tags) throws IOException {
    Files.writeString(
        folder.resolve("c.yaml"),
        """
        apiVersion: apiextensions.k8s.io/v1
        kind: CustomResourceDefinition
        metadata: {name: as.example.com}
        spec:
          group: example.com
          names: {kind: A, plural: as}
          versions:
          - name: v1
            schema: {openAPIV3Schema: {properties: {tags: {x-kubernetes-list-type: set}}}}
        ---
        {apiVersion: example.com/v1, kind: A, metadata: {name: a}, tags: [a]}
        """);
    add(
        "patches:\n- patch: '{apiVersion: example.com/v1, kind: A, metadata: {name: a}, TAGS}'\n"
            .replace("TAGS", "tags: [b]"));
    Ran ran = setting.run(("build " + folder + " " + flag).strip().split(" "));
    assertThat(ran.out().replace("\n- ", ", ").replace("tags:, ", "tags: ["))
        .contains(tags.replace("]", "\n"));
  }

  /// The objects of several kustomizations follow each other; -R finds those that people apply.
  @Test
  void printsSeveralBuilds() throws IOException {
    Path overlay = Files.createDirectory(folder.resolve("overlay"));
    Files.writeString(
        overlay.resolve("kustomization.yaml"), "resources: [../other]\nnameSuffix: -y\n");
    Path other = Files.createDirectory(folder.resolve("other"));
    Files.writeString(other.resolve("kustomization.yaml"), "resources: [c.yaml]\n");
    Files.copy(folder.resolve("c.yaml"), other.resolve("c.yaml"));
    String suffixed = BUILT.replace("x-c", "c-y");
    Ran both = setting.run("build", folder.toString(), overlay.toString());
    assertThat(both).isEqualTo(new Ran(both.args(), 0, BUILT + "---\n" + suffixed, ""));
    Ran found = setting.run("build", "-R", folder.toString());
    assertThat(found).isEqualTo(new Ran(found.args(), 0, BUILT + "---\n" + suffixed, ""));
    Path out = Files.createDirectory(folder.resolve("out"));
    assertThat(setting.run("build", "-R", folder.toString(), "-o", out.toString()).status())
        .isZero();
    assertThat(out).isDirectoryContaining("glob:**/v1_configmap_x-c.yaml");
    assertThat(out).isDirectoryContaining("glob:**/v1_configmap_c-y.yaml");
    Files.delete(other.resolve("c.yaml"));
    Ran failed = setting.run("build", "-R", folder.toString());
    assertThat(failed.out()).isEmpty();
    assertThat(failed.err()).contains("other/kustomization.yaml:1: ", "c.yaml");
    assertThat(failed.status()).isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "build a b --compat=kubectl | specify one path to a kustomization directory",
        "build --load-restrictor=x | illegal flag value --load-restrictor x; legal values:",
        "build --enable-helm | --enable-helm is not supported: neither Helm nor functions are run;"
            + " hand the build over, as with --kustomize-command",
        "kustomize -e A | --env is not supported",
        "apply -f x --offline | --offline is only for -k",
        "apply -f x --kustomize-command=y | --kustomize-command is only for -k",
        "build --kustomize-command=no-such-program | cannot run",
        "build no-such | 'no-such' does not exist; correct the path",
      })
  void wrongUseIsAnError(String line, String message) {
    Ran ran = setting.run(line.split(" "));
    assertThat(ran.status()).isEqualTo(1);
    assertThat(ran.err()).startsWith("error: ").contains(message);
  }

  private String program(String text) throws IOException {
    Path program = folder.resolve("program");
    Files.writeString(program, "#!/bin/sh\n" + text);
    assertThat(program.toFile().setExecutable(true)).isTrue();
    return "--kustomize-command=" + program + " build --more 'a b'";
  }

  @Test
  void anotherProgramMayBuild() throws IOException {
    String flag = program("echo \"# $#: $1 $2 $3 $4\"; echo note >&2; cat " + folder + "/c.yaml\n");
    Ran ran = setting.run("build", flag, folder.toString());
    String line = "# 4: build --more a b " + folder + "\n";
    assertThat(ran.out()).isEqualTo(line + Files.readString(folder.resolve("c.yaml")));
    assertThat(ran.err()).isEqualTo("note\n");
    Ran applied = setting.run("apply", "-k", folder.toString(), flag);
    assertThat(applied.out()).isEqualTo("configmap/c created\n");
    assertThat(applied.err()).contains("note\n");
  }

  @Test
  void theStatusOfAnotherProgramIsTold() throws IOException {
    String flag = program("echo 'kind: X'; echo 'it is broken' >&2; exit 3\n");
    for (String line : new String[] {"build", "apply -k"}) {
      var words = new ArrayList<>(List.of(line.split(" ")));
      words.add(folder.toString());
      words.add(flag);
      Ran ran = setting.run(words.toArray(String[]::new));
      assertThat(ran.err()).startsWith("it is broken\nerror: \"").contains("exit status 3; see");
      assertThat(ran.out()).isEmpty();
      assertThat(ran.status()).isEqualTo(1);
    }
  }

  @Test
  void theOutputTakesThePlaceOfAFile() throws IOException {
    Path file = Files.writeString(folder.resolve("out.yaml"), "old");
    for (Path path : new Path[] {file, folder.resolve("new.yaml")}) {
      Ran ran = setting.run("build", folder.toString(), "-o", path.toString());
      assertThat(ran).isEqualTo(new Ran(ran.args(), 0, "", ""));
      assertThat(path).hasContent(BUILT);
    }
    add("images: x\n");
    assertThat(setting.run("build", folder.toString(), "-o", file.toString()).status()).isOne();
    assertThat(file).hasContent(BUILT);
    Ran lost = setting.run("build", folder.toString(), "-o", folder + "/no/out.yaml");
    assertThat(lost.status()).isOne();
  }

  @Test
  void aDirectoryGetsAFileForEachObject() throws IOException {
    Path out = Files.createDirectory(folder.resolve("out"));
    setting.run("build", folder.toString(), "-o", out.toString());
    assertThat(out.resolve("v1_configmap_x-c.yaml")).hasContent(BUILT);
    Files.writeString(
        folder.resolve("c.yaml"),
        """
        apiVersion: v1
        kind: ConfigMap
        metadata: {name: c, namespace: N}
        ---
        apiVersion: apps/v1
        kind: Deployment
        metadata: {name: c}
        ---
        apiVersion: rbac.authorization.k8s.io/v1
        kind: ClusterRole
        metadata: {name: C}
        """);
    Path more = Files.createDirectory(folder.resolve("more"));
    setting.run("build", folder.toString(), "-o", more.toString());
    assertThat(more.toFile().list())
        .containsExactlyInAnyOrder(
            "n_v1_configmap_x-c.yaml",
            "default_apps_v1_deployment_x-c.yaml",
            "rbac.authorization.k8s.io_v1_clusterrole_x-c.yaml");
  }

  @Test
  void aNameThatLeadsElsewhereGetsNoFile() throws IOException {
    add("nameSuffix: /../../x\n");
    Path out = Files.createDirectory(folder.resolve("out"));
    Ran ran = setting.run("build", folder.toString(), "-o", out.toString());
    assertThat(ran.err())
        .contains("ConfigMap x-c/../../x: 'v1_configmap_x-c/../../x.yaml' cannot be the name");
    assertThat(out).isEmptyDirectory();
  }
}
