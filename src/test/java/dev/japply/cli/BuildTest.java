package dev.japply.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.live.FakeCluster;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// `japply build`, and `-k`.
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
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "build a b | specify one path to a kustomization directory",
        "build --load-restrictor=x | illegal flag value --load-restrictor x; legal values:",
        "build no-such | 'no-such' does not exist; correct the path",
      })
  void wrongUseIsAnError(String line, String message) {
    Ran ran = setting.run(line.split(" "));
    assertThat(ran.status()).isEqualTo(1);
    assertThat(ran.err()).startsWith("error: ").contains(message);
  }
}
