package dev.japply.cluster.config;

import static dev.japply.cluster.rest.Loopback.CONFIG_MAPS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.japply.cluster.ClusterException;
import dev.japply.cluster.ClusterException.Kind;
import dev.japply.cluster.rest.Loopback;
import dev.japply.cluster.rest.LoopbackServer;
import dev.japply.cluster.rest.LoopbackServer.Answer;
import dev.japply.cluster.rest.LoopbackServer.Asked;
import dev.japply.cluster.rest.RestCluster;
import dev.japply.cluster.rest.TestCertificates;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.Base64;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// How a user of the kubeconfig shows who they are.
@Tag("process")
class CredentialsTest {
  private static TestCertificates certificates;

  @TempDir private Path directory;
  private LoopbackServer server;

  @BeforeAll
  static void makeCertificates() throws Exception {
    certificates = TestCertificates.create("ip:127.0.0.1");
  }

  @BeforeEach
  void start() {
    server = certificates.server();
    server.on("/api/v1/namespaces/n/configmaps/c", Answer.json(200, Loopback.FOUND));
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void aTokenIsABearerToken() throws Exception {
    assertThat(ask("{token: 0042}").header("authorization")).isEqualTo("Bearer 0042");
  }

  @Test
  void aTokenFileCountsMoreThanAToken() throws Exception {
    Files.writeString(directory.resolve("token"), "file");
    Asked asked = ask("{token: direct, tokenFile: token}");
    assertThat(asked.header("authorization")).isEqualTo("Bearer file");
  }

  @Test
  void aTokenFileIsReadAnew() throws Exception {
    Path token = Files.writeString(directory.resolve("token"), "one\n");
    try (var cluster = connect("{tokenFile: token}")) {
      cluster.get(CONFIG_MAPS, "n", "c");
      Files.writeString(token, "two\n");
      cluster.get(CONFIG_MAPS, "n", "c");
    }
    assertThat(server.asked())
        .extracting(asked -> asked.header("authorization"))
        .containsExactly("Bearer one", "Bearer two");
  }

  @Test
  void aMissingTokenFileIsTold() {
    assertThatThrownBy(() -> ask("{tokenFile: none}"))
        .isInstanceOfSatisfying(
            ClusterException.class, e -> assertThat(e.kind()).isEqualTo(Kind.CONFIGURATION))
        .hasMessageContaining("none: no such file or directory");
    assertThat(server.asked()).isEmpty();
  }

  @Test
  void aNameAndAPasswordAreBasic() throws Exception {
    String expected =
        "Basic " + Base64.getEncoder().encodeToString("me:secret".getBytes(StandardCharsets.UTF_8));
    assertThat(ask("{username: me, password: secret}").header("authorization")).isEqualTo(expected);
  }

  @Test
  void actingAsSomebodyElse() throws Exception {
    Asked asked =
        ask(
            "{token: t, as: boss, as-uid: 7f, as-groups: [a, b],"
                + " as-user-extra: {scopes: [view, edit], e.com/team: [x]}}");
    assertThat(asked.header("impersonate-user")).isEqualTo("boss");
    assertThat(asked.header("impersonate-uid")).isEqualTo("7f");
    assertThat(asked.header("impersonate-extra-e.com%2fteam")).isEqualTo("x");
    assertThat(asked.header("impersonate-group")).isEqualTo("a,b");
    assertThat(asked.header("impersonate-extra-scopes")).isEqualTo("view,edit");
    assertThat(asked.header("authorization")).isEqualTo("Bearer t");
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void aPluginWhoseOutputHasNoEndIsEnded() throws Exception {
    Path plugin = script("echo $$ > " + directory.resolve("process"), "exec yes");
    String user =
        "{exec: {apiVersion: client.authentication.k8s.io/v1, command: %s, interactiveMode: Never}}"
            .formatted(plugin);
    assertThatThrownBy(() -> ask(user))
        .isInstanceOf(ClusterException.class)
        .hasMessageContaining("getting credentials: the output of " + plugin + " is larger than")
        .hasMessageContaining("set JAPPLY_MAX_BYTES in the environment");
    long process = Long.parseLong(Files.readString(directory.resolve("process")).strip());
    ProcessHandle.of(process).ifPresent(handle -> handle.onExit().join());
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void aPluginIsAskedOnceAndToldWhatFor() throws Exception {
    Path plugin =
        script(
            "echo \"$KUBERNETES_EXEC_INFO\" >> " + directory.resolve("info"),
            "echo '{\"apiVersion\":\"client.authentication.k8s.io/v1\",\"kind\":\"ExecCredential\","
                + "\"status\":{\"token\":\"'$MORE'\"}}'");
    String user =
        "{exec: {apiVersion: client.authentication.k8s.io/v1, interactiveMode: Never, command: ./"
            + plugin.getFileName()
            + ", env: [{name: MORE, value: plugged}]}}";
    try (var cluster = connect(user)) {
      cluster.get(CONFIG_MAPS, "n", "c");
      cluster.get(CONFIG_MAPS, "n", "c");
    }
    assertThat(server.asked())
        .extracting(asked -> asked.header("authorization"))
        .containsExactly("Bearer plugged", "Bearer plugged");
    assertThat(Files.readAllLines(directory.resolve("info")))
        .containsExactly(
            "{\"apiVersion\":\"client.authentication.k8s.io/v1\",\"kind\":\"ExecCredential\","
                + "\"spec\":{\"interactive\":false}}");
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void aPluginThatFailsIsTold() throws Exception {
    Path plugin = script("exit 3");
    assertThatThrownBy(() ->
            ask(
                "{exec: {apiVersion: client.authentication.k8s.io/v1beta1, command: ./"
                    + plugin.getFileName()
                    + "}}"))
        .isInstanceOfSatisfying(
            ClusterException.class, e -> assertThat(e.kind()).isEqualTo(Kind.CONFIGURATION))
        .hasMessageContaining("getting credentials: exec: ")
        .hasMessageContaining("failed with exit code 3");
  }

  private Path script(String... lines) throws IOException {
    Path file = directory.resolve("plugin");
    Files.writeString(file, "#!/bin/sh\n" + String.join("\n", lines) + "\n");
    assertThat(file.toFile().setExecutable(true)).isTrue();
    return file;
  }

  private Asked ask(String user) throws IOException, GeneralSecurityException {
    try (var cluster = connect(user)) {
      cluster.get(CONFIG_MAPS, "n", "c");
    }
    return server.asked().getFirst();
  }

  private RestCluster connect(String user) throws IOException, GeneralSecurityException {
    return Loopback.connectAs(user, server.port(), certificates.authorityPem(), directory);
  }
}
