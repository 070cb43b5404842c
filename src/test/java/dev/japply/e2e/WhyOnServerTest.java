package dev.japply.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.Program;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

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
    return server.japply(home, namespace, manifest, args);
  }

  private static Stream<Arguments> refused() {
    String pod =
        "{metadata: {labels: {a: b}}, spec: {containers: [{name: c, image: i, livenessProbe:"
            + " {httpGet: {port: 80}}}]}}";
    String set =
        "{apiVersion: apps/v1, kind: StatefulSet, metadata: {name: s}, spec: {serviceName: s,"
            + " selector: {matchLabels: {a: b}}, template: "
            + pod
            + "}}";
    String map = "{apiVersion: v1, kind: ConfigMap, metadata: {name: c}, data: {k: v},";
    String service =
        "{apiVersion: v1, kind: Service, metadata: {name: h}, spec: {clusterIP: None, ports:"
            + " [{port: 80}]}}";
    return Stream.of(
        Arguments.of(WEB, "app: web}}\n  template", "app: shop}}\n  template", "selector", 7),
        Arguments.of(map + "\nimmutable: true}", "k: v", "k: w", "data.k: the server does not", 1),
        Arguments.of(set, "serviceName: s", "serviceName: t", "spec.serviceName: the server", 1),
        Arguments.of(
            set,
            "serviceName: s",
            "serviceName: s, updateStrategy: {type: OnDelete}",
            "takes no rollingUpdate with type OnDelete",
            1),
        Arguments.of(
            service,
            "clusterIP: None",
            "type: NodePort, clusterIP: None",
            "without cluster IP",
            1));
  }

  /// What is warned of the server does refuse.
  @ParameterizedTest
  @MethodSource("refused")
  void warnsOfWhatTheServerRefuses(
      String applied, String from, String to, String warning, int line) {
    String namespace = server.newNamespace();
    assertThat(japply(namespace, applied, "apply", "-f", "-").err()).isEmpty();
    String changed = applied.replace(from, to);
    Program.Said why = japply(namespace, changed, "why", "--local", "-f", "-");
    assertThat(why.err()).startsWith("Warning: STDIN:" + line + ": ").contains(warning);
    assertThat(japply(namespace, changed, "apply", "-f", "-").status()).isEqualTo(1);
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

    Program.Said why = japply(namespace, changed, "why", "--wide", "-f", "-");
    assertThat(why.err()).contains("spec.replicas: set by kubectl through scale");
    assertThat(why.status()).isZero();
    assertThat(why.out())
        .contains("Deployment " + namespace + "/web (STDIN:1): 3 fields change\n")
        .containsPattern("spec.replicas +5 -> 3\n +drift: .* kubectl/scale\n")
        .containsPattern("containers\\[name=web\\].image +\"web:1\" -> \"web:2\"\n +changed in the")
        .containsPattern("spec.minReadySeconds +5\n +left the manifest");

    assertThat(japply(namespace, changed, "why", "--wide", "-f", "-", "--show=all").out())
        .containsPattern("spec.revisionHistoryLimit +10\n +not in the manifest: a server default")
        .containsPattern(
            "metadata.labels +\\{\"team\":\"x\"}\n +not in the manifest: another manager's; team, "
                + TIME.strip())
        .containsPattern("metadata.uid .*\n +not in the manifest: the server's own");
    assertThat(japply(namespace, "", "why", "--wide", "deployment", "web").out())
        .containsPattern("spec.replicas +5 +yes +kubectl/scale +-\n")
        .containsPattern(
            "ports\\[containerPort=80,protocol=TCP\\].containerPort +80 +yes +kubectl-client-side");
    assertThat(
            List.of(
                japply(
                    namespace,
                    WEB.replace("replicas: 3", "replicas: 5"),
                    "why",
                    "--wide",
                    "-f",
                    "-")))
        .extracting(Program.Said::out)
        .containsExactly(
            "> Deployment "
                + namespace
                + "/web (STDIN:1): only the last-applied annotation changes\n");
  }
}
