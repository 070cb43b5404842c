package dev.japply.cluster.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.tree.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExecInfoTest {
  private static final String VERSION = "client.authentication.k8s.io/v1";

  @TempDir private Path directory;

  private String told(String exec, boolean interactive) throws IOException {
    Path kubeconfig =
        Files.writeString(
            directory.resolve("kubeconfig"),
            """
            current-context: x
            contexts: [{name: x, context: {cluster: c, user: u}}]
            clusters:
            - name: c
              cluster:
                server: https://s.example:6443
                tls-server-name: t
                disable-compression: true
                insecure-skip-tls-verify: false
                certificate-authority-data: UEVN
                extensions:
                - {name: another, extension: {a: no}}
                - {name: client.authentication.k8s.io/exec, extension: {a: yes}}
            users: [{name: u, user: {exec: {apiVersion: %s, command: p, interactiveMode: Never%s}}}]
            """
                .formatted(VERSION, exec));
    ClusterConfig target =
        ClusterConfigResolver.resolve(
            ConnectionOptions.of(kubeconfig.toString()), new Environment(Map.of(), directory));
    return ExecInfo.text(target, interactive);
  }

  @Test
  void aPluginIsToldOfItsClusterWhereItIsToBe() throws IOException {
    assertThat(Json.parse(told(", provideClusterInfo: true", true)))
        .isEqualTo(
            Json.parse(
                """
                {"kind":"ExecCredential","apiVersion":"%s","spec":{"interactive":true,"cluster":{
                 "server":"https://s.example:6443","tls-server-name":"t",
                 "disable-compression":true,"certificate-authority-data":"UEVN",
                 "config":{"a":true}}}}
                """
                    .formatted(VERSION)));
  }

  @Test
  void nothingElseIsToldOtherwise() throws IOException {
    for (String exec : new String[] {"", ", provideClusterInfo: false"}) {
      assertThat(told(exec, false))
          .isEqualTo(
              "{\"apiVersion\":\""
                  + VERSION
                  + "\",\"kind\":\"ExecCredential\",\"spec\":{\"interactive\":false}}");
    }
  }
}
