package dev.japply.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.japply.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A wrong token is one line with the user, the context and the server, also where the types of the
/// server are in the cache, so that the first request is about an object.
@UsesTestCluster
class UnauthorizedOnServerTest {
  private static final String MAPS =
      "{apiVersion: v1, kind: ConfigMap, metadata: {name: a}, data: {k: v}}\n---\n"
          + "{apiVersion: v1, kind: ConfigMap, metadata: {name: b}, data: {k: v}}\n---\n"
          + "{apiVersion: v1, kind: Secret, metadata: {name: c}, stringData: {k: v}}\n---\n"
          + "{apiVersion: v1, kind: Secret, metadata: {name: d}, stringData: {k: v}}\n";
  private static final String LINE =
      "error: (the server does not accept the credentials: )?You must be logged in to the server"
          + " \\(Unauthorized\\); check the credentials of user \\S+ of context \\S+ for"
          + " https://\\S+\n";

  private final TestCluster server;
  private final String namespace;
  @TempDir private Path home;

  UnauthorizedOnServerTest(TestCluster server) {
    this.server = server;
    this.namespace = server.newNamespace();
  }

  @BeforeEach
  void warm() {
    assertThat(japply("apply -f - --undo-file=" + home.resolve("u")).status()).isZero();
  }

  private Program.Said japply(String line, String... flags) {
    var args = new ArrayList<>(List.of(line.split(" ")));
    args.addAll(List.of(flags));
    return server.japply(home, namespace, MAPS, args.toArray(String[]::new));
  }

  private String wrong() throws IOException {
    String text = Files.readString(server.kubeconfig());
    assumeTrue(text.contains("token: "), "the cluster has no tokens");
    Path file = home.resolve("wrong");
    Files.writeString(file, text.replaceAll("token: .*", "token: wrong"));
    return "--kubeconfig=" + file;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "apply -f -",
        "apply -f - --concurrency=1",
        "apply -f - --server-side",
        "apply -f - --preflight",
        "apply -f - --dry-run=server",
        "apply -f - --prune --all",
        "diff -f -",
        "diff -f - --server-side",
        "plan -f -",
        "why -f -",
        "release -f - data.k",
        "adopt -f - data.k",
        "undo UNDO --yes",
        "why configmap a",
        "ready -f -",
        "ready -f - --wait-timeout=0",
        "snapshot -f - --out=UNDO.snapshot",
        "apply view-last-applied -f -",
        "apply set-last-applied -f -",
      })
  void isOneLine(String line) throws IOException {
    Program.Said said = japply(line.replace("UNDO", home.resolve("u").toString()), wrong());
    assertThat(said.err()).matches(LINE);
    assertThat(said.status()).isEqualTo(line.startsWith("diff") ? 2 : 1);
  }
}
