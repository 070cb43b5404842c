package dev.japply.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.Program;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What only shows what would be done is shown to those who may only read, with a word about what
/// the server could not check.
@UsesTestCluster
class FewRightsOnServerTest {
  private static final String OLD =
      "{apiVersion: v1, kind: ConfigMap, metadata: {name: c}, data: {k: old}}";
  private static final String NEW = OLD.replace("old", "new");
  private static final String UNCHECKED =
      "configmaps \"c\" is forbidden: User \"\\S+\" cannot patch resource \"configmaps\"";

  private final TestCluster server;
  private final String namespace;
  @TempDir private Path home;

  FewRightsOnServerTest(TestCluster server) {
    this.server = server;
    this.namespace = server.newNamespace();
  }

  @BeforeEach
  void apply() {
    assertThat(japply(OLD, "apply -f -").status()).isZero();
  }

  private Program.Said japply(String manifest, String line, String... flags) {
    var args = new ArrayList<>(List.of(line.split(" ")));
    args.addAll(List.of(flags));
    return server.japply(home, namespace, manifest, args.toArray(String[]::new));
  }

  @ParameterizedTest
  @CsvSource({"diff, 1, k: new", "why, 0, changed in the manifest", "plan, 0, 1 field changes"})
  void whoMayOnlyReadIsTold(String command, int status, String told) {
    String viewer = "--kubeconfig=" + server.viewerKubeconfig();
    Program.Said said = japply(NEW, command + " -f -", viewer);
    assertThat(said.out()).contains(told);
    assertThat(said.err()).containsPattern("Warning: .*" + UNCHECKED);
    assertThat(said.status()).isEqualTo(status);
    assertThat(japply(NEW, command + " -f -", viewer, "--local").err()).doesNotContain("forbidden");
    Requests requests = Requests.in(server, namespace);
    assertThat(japply(NEW, command + " -f -").err()).doesNotContain("Warning");
    assertThat(requests.sinceThen()).contains("patch c dry");
  }

  @Test
  void aPlanOfSomebodyWhoMayOnlyReadIsCarriedOutByAnother() {
    Path plan = home.resolve("plan.json");
    String viewer = "--kubeconfig=" + server.viewerKubeconfig();
    assertThat(japply(NEW, "plan -f - --out " + plan, viewer).status()).isZero();
    assertThat(Files.exists(plan)).isTrue();
    assertThat(japply(NEW, "apply -f - --plan " + plan).out())
        .isEqualTo("configmap/c configured\n");
  }
}
