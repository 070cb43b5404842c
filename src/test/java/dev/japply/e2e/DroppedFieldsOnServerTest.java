package dev.japply.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.japply.Program;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A field behind a feature gate that is off: Kubernetes 1.37 accepts the mode of an `emptyDir`,
/// and stores nothing of it.
@UsesTestCluster
class DroppedFieldsOnServerTest {
  private static final int SINCE = 37;
  private static final String WEB =
      """
      apiVersion: apps/v1
      kind: Deployment
      metadata: {name: NAME}
      spec:
        replicas: 0
        selector: {matchLabels: {app: web}}
        template:
          metadata: {labels: {app: web}}
          spec:
            containers: [{name: web, image: "web:1"}]
            volumes:
            - name: data
              emptyDir:
                mode: 448
      """;

  private String warning() {
    return "Warning: STDIN:14: Deployment "
        + namespace
        + "/web: spec.template.spec.volumes[0].emptyDir.mode: the server"
        + " accepts this field, but does not store it; enable its feature on the server, or"
        + " remove it\n";
  }

  private final TestCluster server;
  private String namespace = "";
  @TempDir private Path home;

  DroppedFieldsOnServerTest(TestCluster server) {
    this.server = server;
  }

  @BeforeEach
  void makeNamespace() {
    assumeTrue(server.minor() >= SINCE, "the server does not have the field");
    namespace = server.newNamespace();
  }

  private Program.Said on(String command, String manifest, String... flags) {
    String[] args =
        Stream.concat(Stream.of(command, "-f", "-", "--summary=false"), Stream.of(flags))
            .toArray(String[]::new);
    return server.japply(home, namespace, manifest, args);
  }

  @Test
  void isReportedOnceForManyObjects() {
    String two = WEB.replace("NAME", "web") + "---\n" + WEB.replace("NAME", "web2");
    Program.Said created = on("apply", two, "--order=input");
    assertThat(created.out())
        .isEqualTo("deployment.apps/web created\ndeployment.apps/web2 created\n");
    assertThat(created.err()).isEqualTo(warning());
    Program.Said again = on("apply", two, "--order=input");
    assertThat(again.out())
        .isEqualTo("deployment.apps/web unchanged\ndeployment.apps/web2 unchanged\n");
    assertThat(again.err()).isEqualTo(warning());
  }

  @Test
  void isReportedByDiffAndServerSideApply() {
    String web = WEB.replace("NAME", "web");
    on("apply", web);
    Program.Said diff = on("diff", web);
    assertThat(diff.err()).isEqualTo(warning());
    assertThat(diff.status()).isZero();
    assertThat(on("apply", web, "--server-side", "--force-conflicts").err()).contains(warning());
    assertThat(on("apply", web, "--dry-run=client").err()).isEmpty();
  }
}
