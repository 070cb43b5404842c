package dev.japply.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.Program;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What a real server says of who wrote what, as `japply why` tells it.
@UsesTestCluster
class WhyOnServerTest {
  private static final String WEB =
      """
      apiVersion: apps/v1
      kind: Deployment
      metadata: {name: web}
      spec:
        replicas: 3
        minReadySeconds: 5
        selector: {matchLabels: {app: web}}
        template:
          metadata: {labels: {app: web}}
          spec: {containers: [{name: web, image: "web:1", ports: [{containerPort: 80}]}]}
      """;

  private final TestCluster server;
  @TempDir private Path home;

  WhyOnServerTest(TestCluster server) {
    this.server = server;
  }

  private Program.Said japply(String namespace, String manifest, String... args) {
    return Program.run(
        Map.of("KUBECONFIG", server.kubeconfig().toString(), "HOME", home.toString()),
        manifest,
        Stream.concat(Stream.of(args), Stream.of("-n", namespace)).toList());
  }

  private static final String TIME = " +\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ\n";

  @Test
  void namesWhoeverHasChangedAField() {
    String namespace = server.newNamespace();
    assertThat(japply(namespace, WEB, "apply", "-f", "-").status()).isZero();
    server.kubectl("scale", "deployment/web", "--replicas=5", "-n", namespace).orFail();
    server
        .kubectl("label", "deployment/web", "team=x", "--field-manager=team", "-n", namespace)
        .orFail();
    String changed = WEB.replace("web:1", "web:2").replace("  minReadySeconds: 5\n", "");

    Program.Said why = japply(namespace, changed, "why", "-f", "-");
    assertThat(why.err()).isEmpty();
    assertThat(why.status()).isZero();
    assertThat(why.out())
        .contains("Deployment web (STDIN:1): 3 fields change\n")
        .containsPattern("spec.replicas +5 +3 +drift: .* kubectl/scale +-\n")
        .containsPattern("containers\\[name=web\\].image +\"web:1\" +\"web:2\" +changed in the")
        .containsPattern("spec.minReadySeconds +5 +- +left the manifest");

    assertThat(japply(namespace, changed, "why", "-f", "-", "--show=all").out())
        .containsPattern("spec.revisionHistoryLimit +10 += +not in the manifest: a server default")
        .containsPattern(
            "metadata.labels +\\{\"team\":\"x\"} += +not in the manifest: another manager's +team"
                + TIME)
        .containsPattern("metadata.uid .*not in the manifest: the server's own");
    assertThat(japply(namespace, "", "why", "deployment", "web").out())
        .containsPattern("spec.replicas +5 +yes +kubectl/scale +-\n")
        .containsPattern(
            "ports\\[containerPort=80,protocol=TCP\\].containerPort +80 +yes +kubectl-client-side");
    assertThat(
            List.of(japply(namespace, WEB.replace("replicas: 3", "replicas: 5"), "why", "-f", "-")))
        .extracting(Program.Said::out)
        .containsExactly("Deployment web (STDIN:1): nothing changes\n");
  }
}
