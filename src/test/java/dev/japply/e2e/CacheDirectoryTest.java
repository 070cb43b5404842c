package dev.japply.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.Program;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Where japply keeps what servers publish about types, and what it asks them for it.
@UsesTestCluster
class CacheDirectoryTest {
  private final TestCluster server;
  private final String namespace;
  @TempDir private Path home;

  CacheDirectoryTest(TestCluster server) {
    this.server = server;
    this.namespace = server.newNamespace();
  }

  private Path kept(String directory) {
    return home.resolve(directory).resolve("japply").resolve("answers");
  }

  /// Applies twice, the second time a change; the answer is what was logged.
  private String apply(Map<String, String> environment, String... flags) {
    String log = "";
    for (String value : List.of("a", "b")) {
      String manifest =
          "{apiVersion: v1, kind: ConfigMap, metadata: {name: c}, data: {k: %s}}".formatted(value);
      var args =
          new ArrayList<>(
              List.of(
                  "apply",
                  "-v=6",
                  "-f",
                  "-",
                  "-n",
                  namespace,
                  "--kubeconfig",
                  server.kubeconfig().toString()));
      args.addAll(List.of(flags));
      Program.Said said = Program.run(environment, manifest, args);
      assertThat(said.status()).as(said.err()).isZero();
      log += said.err();
    }
    return log;
  }

  @Test
  void theFlagNamesIt() {
    String log =
        apply(
            Map.of("KUBECACHEDIR", home.resolve("other").toString()),
            "--cache-dir",
            home.resolve("mine").toString());
    assertThat(kept("mine")).isNotEmptyDirectory();
    assertThat(kept("other")).doesNotExist();
    assertThat(log).containsOnlyOnce("/version").doesNotContain("/openapi");
  }

  @Test
  void elseTheVariableByWhichKubectlIsTold() {
    apply(
        Map.of(
            "KUBECACHEDIR", home.resolve("mine").toString(),
            "XDG_CACHE_HOME", home.resolve("other").toString()));
    assertThat(kept("mine")).isNotEmptyDirectory();
    assertThat(Files.exists(kept("other"))).isFalse();
  }

  @Test
  void withoutPublishedSchemasNothingIsAsked() {
    String log =
        apply(Map.of(), "--openapi-patch=false", "--cache-dir", home.resolve("mine").toString());
    assertThat(log).contains("/configmaps/c").doesNotContain("/openapi", "/version");
  }
}
