package dev.japply.release;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.golang.Upstream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `CLUSTER=k3s make test` without a container engine, or without the image: one line before Maven
/// starts. A script stands in for Docker.
@Tag("process")
class ClusterChoiceTest {
  private static final String IMAGE = "rancher/k3s:" + Upstream.KUBECTL + "-k3s1";

  @TempDir private Path bin;

  private String chosen(String docker) throws IOException, InterruptedException {
    return chosen(docker, Path.of("."));
  }

  /// Chooses the cluster with that script in place of Docker, in a directory with the sources.
  private String chosen(String docker, Path directory) throws IOException, InterruptedException {
    Path program = bin.resolve("docker");
    Files.writeString(program, "#!/bin/sh\n" + docker + "\n");
    assertThat(program.toFile().setExecutable(true)).isTrue();
    String script =
        "die() { echo \"japply: $*\"; exit 1; }; properties=(); have() { [ $1 != go ]; };"
            + " . src/make/phases; have() { [ $1 != go ]; }; choose_cluster; echo chosen";
    var builder = new ProcessBuilder("bash", "-euo", "pipefail", "-c", script);
    builder.directory(directory.toFile()).redirectErrorStream(true);
    builder.environment().put("PATH", bin + ":" + System.getenv("PATH"));
    builder.environment().put("CLUSTER", "k3s");
    builder.environment().remove("K8S");
    Process process = builder.start();
    process.getOutputStream().close();
    String said = new String(process.getInputStream().readAllBytes(), UTF_8);
    process.waitFor();
    return said;
  }

  @Test
  void needsAContainerEngine() throws Exception {
    assertThat(chosen("exit 1"))
        .isEqualTo(
            "japply: CLUSTER=k3s needs Docker, which does not run: start it, or leave CLUSTER"
                + " out\n");
  }

  @Test
  void needsTheImage() throws Exception {
    assertThat(chosen("[ \"$*\" = info ] || { echo \"no such manifest: $3\" >&2; exit 1; }"))
        .isEqualTo(
            "japply: CLUSTER=k3s needs the image %1$s, and there is none: no such manifest: %1$s; docker pull %1$s\n"
                .formatted(IMAGE));
  }

  @Test
  void takesAnImageThatIsThereOrInTheRegistry() throws Exception {
    assertThat(chosen("[ \"$1\" != manifest ]")).isEqualTo("chosen\n");
    assertThat(chosen("[ \"$1\" != image ]")).isEqualTo("chosen\n");
  }

  @Test
  void theTagIsOfTheVersionThatTheTestsAreFor() throws Exception {
    Path other = Files.createDirectory(bin.resolve("other"));
    for (String file :
        new String[] {
          "src/make/phases", "e2e/build", "src/test/java/dev/japply/e2e/K3sServer.java"
        }) {
      Path copy = other.resolve(file);
      Files.createDirectories(copy.getParent());
      Files.writeString(copy, Files.readString(Path.of(file)).replace("k3s:v1", "k3s:v0"));
    }
    assertThat(chosen("exit 0", other))
        .isEqualTo(
            "japply: CLUSTER=k3s has the image %s, and the tests are for Kubernetes %s: change the tag in K3sServer.java\n"
                .formatted(IMAGE.replace("k3s:v1", "k3s:v0"), Upstream.KUBECTL));
  }
}
