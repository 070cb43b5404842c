package dev.japply.e2e;

import static java.lang.ProcessBuilder.Redirect.INHERIT;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.input.ManifestReader;
import dev.japply.input.Source;
import dev.japply.object.KubeObject;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import dev.japply.tree.Value.StringValue;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The example for Argo CD: its plugin prints objects that an API server takes.
@UsesTestCluster
@Tag("verify")
class FleetExamplesTest {
  private static final Path EXAMPLES =
      Path.of(System.getProperty("basedir", ""), "docs", "examples");
  private static final String SERVICE =
      """
      apiVersion: v1
      kind: Service
      metadata: {name: web}
      spec: {ports: [{port: 80}]}
      """;

  private final TestCluster cluster;
  @TempDir private Path repository;

  FleetExamplesTest(TestCluster cluster) {
    this.cluster = cluster;
  }

  private static List<KubeObject> objects(String name, String text) {
    return ManifestReader.read(List.of(Source.of(name, text))).objects();
  }

  /// What the plugin prints in a directory, as Argo CD runs it there.
  private String printed() throws IOException, InterruptedException {
    MapValue spec =
        objects("plugin", Files.readString(EXAMPLES.resolve("argocd-plugin.yaml")))
            .getFirst()
            .tree()
            .map("spec");
    assertThat(repository.resolve(spec.map("discover").text("fileName"))).exists();
    MapValue generate = spec.map("generate");
    var command = new ProcessBuilder();
    for (String part : List.of("command", "args")) {
      for (Value word : ((ListValue) generate.get(part)).items()) {
        command.command().add(((StringValue) word).value());
      }
    }
    String programs = System.getProperty("japply.e2e", "");
    command
        .environment()
        .merge("PATH", programs, (path, added) -> added + File.pathSeparator + path);
    Process process = command.directory(repository.toFile()).redirectError(INHERIT).start();
    String out = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertThat(process.waitFor()).isZero();
    return out;
  }

  @Test
  void thePluginPrintsTheManifestsAndTheJobThatAppliesThem() throws Exception {
    Files.writeString(
        Files.createDirectory(repository.resolve("manifests")).resolve("web.yaml"), SERVICE);
    Files.copy(EXAMPLES.resolve("japply-job.yaml"), repository.resolve("japply-job.yaml"));
    String printed = printed();
    List<KubeObject> objects = objects("printed", printed);
    assertThat(objects)
        .extracting(object -> object.gvk().kind())
        .containsExactly("ConfigMap", "Job");
    assertThat(objects.getFirst().tree().map("data").text("web.yaml")).isEqualTo(SERVICE);
    MapValue job = objects.getLast().tree();
    assertThat(job.map("metadata").map("annotations").text("argocd.argoproj.io/hook"))
        .isEqualTo("Sync");
    assertThat(job.toString()).contains(objects.getFirst().name());
    String namespace = cluster.newNamespace();
    cluster
        .kubectl(printed, List.of("create", "-n", namespace, "-f", "-", "--validate=strict"))
        .orFail();
  }
}
