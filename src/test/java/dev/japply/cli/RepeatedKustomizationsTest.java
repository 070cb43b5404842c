package dev.japply.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.cluster.FakeCluster;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// `-k` more than once.
class RepeatedKustomizationsTest {
  private final Ran.Setting setting = new Ran.Setting(new FakeCluster());
  @TempDir private Path home;
  private String first;
  private String second;

  @BeforeEach
  void write() throws IOException {
    first = kustomization("first");
    second = kustomization("second");
  }

  private String kustomization(String name) throws IOException {
    Path directory = Files.createDirectory(home.resolve(name));
    Files.writeString(directory.resolve("kustomization.yaml"), "resources: [c.yaml]\n");
    Files.writeString(
        directory.resolve("c.yaml"),
        "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: %s}\n".formatted(name));
    return directory.toString();
  }

  @ParameterizedTest
  @ValueSource(strings = {"apply", "diff", "plan", "why"})
  void allAreBuilt(String command) {
    assertThat(setting.run(command, "-k", first, "-k", second).out()).contains("first", "second");
    String last = setting.run(command, "-k", first, "-k", second, "--compat=kubectl").out();
    assertThat(last).contains("second").doesNotContain("first");
  }

  @Test
  void allAreChecked() throws IOException {
    for (String each : new String[] {first, second}) {
      Path file = Path.of(each, "c.yaml");
      Files.writeString(file, Files.readString(file) + "data: [a]\n");
    }
    Ran ran = setting.run("check", "-k", first, "-k", second);
    assertThat(ran.err()).contains("ConfigMap first: data", "ConfigMap second: data");
    assertThat(ran.status()).isEqualTo(1);
  }

  @Test
  void theErrorsOfAllAreReported() throws IOException {
    for (String each : new String[] {first, second}) {
      Files.delete(Path.of(each, "c.yaml"));
    }
    Ran ran = setting.run("apply", "-k", first, "-k", second);
    assertThat(ran.err()).contains("first/kustomization.yaml:1: ", "second/kustomization.yaml:1: ");
    assertThat(ran.status()).isEqualTo(1);
  }

  /// It would be an error to apply its objects twice.
  @Test
  void oneDirectoryIsBuiltOnce() {
    assertThat(setting.run("apply", "-k", first, "-k", first).out())
        .isEqualTo("configmap/first created\n");
  }

  @Test
  void anEmptyNameIsNone() {
    assertThat(setting.run("apply", "-k", "").err()).contains("must specify one of -f and -k");
    assertThat(setting.run("apply", "-k", "", "-k", first).out())
        .isEqualTo("configmap/first created\n");
  }
}
