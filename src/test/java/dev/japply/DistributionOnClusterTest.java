package dev.japply;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.japply.Program.Said;
import dev.japply.e2e.TestCluster;
import dev.japply.e2e.UsesTestCluster;
import dev.japply.tree.Json;
import dev.japply.tree.Value.MapValue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/// The distribution at work, where no Java is and nothing else on the `PATH`.
@UsesDistribution
@UsesTestCluster
@Isolated("counts the requests of all")
class DistributionOnClusterTest {
  private static final String DEPLOYMENT =
      """
      apiVersion: apps/v1
      kind: Deployment
      metadata:
        name: web
      spec:
        replicas: 2
        selector:
          matchLabels: {app: web}
        template:
          metadata:
            labels: {app: web}
          spec:
            containers:
            - name: web
              image: web:1
      """;

  private final TestCluster cluster;
  private final String namespace;
  @TempDir private Path directory;
  private Distribution distribution;

  DistributionOnClusterTest(TestCluster cluster) {
    this.cluster = cluster;
    this.namespace = cluster.newNamespace();
  }

  @BeforeEach
  void unpack() throws IOException, InterruptedException {
    distribution = Distribution.unpack(directory);
  }

  private Said japply(String editor, String input, String... args)
      throws IOException, InterruptedException {
    var environment = Map.of("KUBECONFIG", cluster.kubeconfig().toString(), "KUBE_EDITOR", editor);
    String[] all =
        Stream.concat(Stream.of(args), Stream.of("-n", namespace)).toArray(String[]::new);
    return distribution.japply(environment, input, all);
  }

  private Said apply(String manifest) throws IOException, InterruptedException {
    return japply("", manifest, "apply", "-f", "-");
  }

  private String live(String path) {
    return cluster
        .kubectl("get", "deployment", "web", "-n", namespace, "-o", "jsonpath={" + path + "}")
        .orFail()
        .out();
  }

  /// What `make demo` shows at length.
  @Test
  void doesTheDemo() throws Exception {
    assertThat(apply(DEPLOYMENT)).isEqualTo(said("created"));
    assertThat(apply(DEPLOYMENT)).isEqualTo(said("unchanged"));
    String newer = DEPLOYMENT.replace("web:1", "web:2");
    Said diff = japply("", newer, "diff", "-f", "-");
    assertThat(diff.out()).contains("-      - image: web:1\n+      - image: web:2\n");
    assertThat(diff.status()).as(diff.err()).isEqualTo(1);
    assertThat(apply(newer)).isEqualTo(said("configured"));
    assertThat(live(".spec.template.spec.containers[0].image")).isEqualTo("web:2");
  }

  /// A field that is no longer applied, but stays as it is.
  @Test
  void handsAFieldOver() throws Exception {
    assertThat(apply(DEPLOYMENT)).isEqualTo(said("created"));
    String sed = Files.exists(Path.of("/bin/sed")) ? "/bin/sed" : "/usr/bin/sed";
    Said edited = japply(sed + " -i /replicas:/d", "", "edit-last-applied", "deployment/web");
    assertThat(edited.out()).as(edited.err()).contains("deployment.apps/web edited\n");
    assertThat(apply(DEPLOYMENT.replace("  replicas: 2\n", ""))).isEqualTo(said("unchanged"));
    assertThat(live(".spec.replicas")).isEqualTo("2");
  }

  private static Said said(String outcome) {
    return new Said(0, "deployment.apps/web " + outcome + "\n", "");
  }

  /// Once it knows the server's types and how they merge.
  @Test
  void asksOnceAndWritesOnce() throws Exception {
    assumeTrue(
        cluster.auditLog().isPresent(), "this cluster has no audit log to count requests by");
    Path log = cluster.auditLog().orElseThrow();
    assertThat(apply(DEPLOYMENT)).isEqualTo(said("created"));
    assertThat(apply(DEPLOYMENT)).isEqualTo(said("unchanged"));
    int before = requests(log).size();
    assertThat(apply(DEPLOYMENT)).isEqualTo(said("unchanged"));
    assertThat(apply(DEPLOYMENT.replace("web:1", "web:2"))).isEqualTo(said("configured"));
    assertThat(requests(log).stream().skip(before))
        .containsExactly("get web", "get web", "patch web");
  }

  /// All that japply asked for, also where it is no object. The last line may be on its way.
  private static List<String> requests(Path log) throws IOException {
    String text = Files.readString(log);
    return text.substring(0, text.lastIndexOf('\n') + 1)
        .lines()
        .filter(line -> line.contains("\"stage\":\"RequestReceived\""))
        .map(line -> (MapValue) Json.parse(line))
        .filter(event -> event.text("userAgent").startsWith("japply"))
        .map(event -> event.text("verb") + " " + event.map("objectRef").text("name"))
        .toList();
  }
}
