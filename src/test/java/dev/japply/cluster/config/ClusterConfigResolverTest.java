package dev.japply.cluster.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.japply.cluster.ClusterException;
import dev.japply.cluster.ClusterException.Kind;
import dev.japply.cluster.config.ConnectionOptions.Overrides;
import dev.japply.tree.Value.MapValue;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Which cluster, user and namespace the kubeconfig rules give.
class ClusterConfigResolverTest {
  private static final String TWO =
      """
      apiVersion: v1
      kind: Config
      current-context: first
      contexts:
      - name: first
        context: {cluster: one, user: me}
      - name: second
        context: {cluster: two, user: you, namespace: team}
      clusters:
      - name: one
        cluster: {server: "https://one.example:6443"}
      - name: two
        cluster: {server: "https://two.example"}
      users:
      - name: me
        user: {token: 0123}
      - name: you
        user: {username: you, password: secret}
      """;

  @TempDir private Path home;
  private final Map<String, String> variables = new HashMap<>();

  @Test
  void theCurrentContextCounts() throws IOException {
    write(".kube/config", TWO);
    ClusterConfig config = find(ConnectionOptions.DEFAULT);
    assertThat(config.server()).hasToString("https://one.example:6443");
    assertThat(config.host()).isEqualTo("one.example:6443");
    assertThat(config.namespace()).isEqualTo("default");
    assertThat(config.user().text("token")).isEqualTo("0123");
  }

  @Test
  void anotherContextCanBeAskedFor() throws IOException {
    write(".kube/config", TWO);
    ClusterConfig config = find(ConnectionOptions.DEFAULT.withContext("second"));
    assertThat(config.server()).hasToString("https://two.example");
    assertThat(config.host()).isEqualTo("two.example");
    assertThat(config.namespace()).isEqualTo("team");
    assertThat(config.user().text("username")).isEqualTo("you");
  }

  @Test
  void anotherNamespaceCanBeAskedFor() throws IOException {
    write(".kube/config", TWO);
    ConnectionOptions second = ConnectionOptions.DEFAULT.withContext("second");
    assertThat(find(second.withNamespace("mine")).namespace()).isEqualTo("mine");
  }

  @Test
  void theFileAskedForIsTheOnlyOne() throws IOException {
    write(".kube/config", TWO);
    variables.put("KUBECONFIG", write("env", TWO).toString());
    Path own = write("own", TWO.replace("one.example", "own.example"));
    assertThat(find(ConnectionOptions.of(own.toString())).server().getHost())
        .isEqualTo("own.example");
    assertRefused(
        ConnectionOptions.of(home.resolve("none").toString()), "none: no such file or directory");
  }

  @Test
  void severalFilesAreMergedAndTheFirstCounts() throws IOException {
    Path first =
        write(
            "first",
            """
            contexts: [{name: first, context: {cluster: one, user: me, namespace: ns}}]
            clusters: [{name: one, cluster: {server: "https://before.example"}}]
            users: null
            """);
    Path second = write("second", TWO);
    variables.put(
        "KUBECONFIG",
        String.join(File.pathSeparator, "", first.toString(), "/no-such", second.toString()));
    ClusterConfig config = find(ConnectionOptions.DEFAULT);
    assertThat(config.server()).hasToString("https://before.example");
    assertThat(config.namespace()).isEqualTo("ns");
    assertThat(config.user().text("token")).isEqualTo("0123");
    assertThat(find(ConnectionOptions.DEFAULT.withContext("second")).namespace()).isEqualTo("team");
  }

  @Test
  void theFirstCurrentContextCounts() throws IOException {
    Path first = write("first", "current-context: second");
    Path second = write("second", TWO);
    variables.put("KUBECONFIG", first + File.pathSeparator + second);
    assertThat(find(ConnectionOptions.DEFAULT).server().getHost()).isEqualTo("two.example");
  }

  @Test
  void jsonIsReadToo() throws IOException {
    write(
        ".kube/config",
        """
        {"current-context": "x", "contexts": [{"name": "x", "context": {"cluster": "c"}}],
         "clusters": [{"name": "c", "cluster": {"server": "https://json.example"}}]}
        """);
    assertThat(find(ConnectionOptions.DEFAULT).server().getHost()).isEqualTo("json.example");
  }

  @Test
  void pathsAreRelativeToTheFileThatHoldsThem() throws IOException {
    write(".kube/pki/ca.crt", "");
    write("me.crt", "");
    Path key = write("abs/me.key", "");
    write(
        ".kube/config",
        """
        current-context: x
        contexts: [{name: x, context: {cluster: c, user: u}}]
        clusters: [{name: c, cluster: {server: "https://s", certificate-authority: pki/ca.crt}}]
        users:
        - name: u
          user:
            client-certificate: ../me.crt
            client-key: %s
            tokenFile: token
            exec:
              apiVersion: client.authentication.k8s.io/v1beta1
              command: bin/plugin
        """
            .formatted(key));
    ClusterConfig config = find(ConnectionOptions.DEFAULT);
    Path directory = home.resolve(".kube");
    MapValue user = config.user();
    assertThat(Path.of(config.cluster().text("certificate-authority")))
        .isEqualTo(directory.resolve("pki/ca.crt"));
    assertThat(Path.of(user.text("client-certificate")).normalize())
        .isEqualTo(home.resolve("me.crt"));
    assertThat(user.text("client-key")).isEqualTo(key.toString());
    assertThat(Path.of(user.text("tokenFile"))).isEqualTo(directory.resolve("token"));
    assertThat(Path.of(user.map("exec").text("command")))
        .isEqualTo(directory.resolve("bin/plugin"));
  }

  /// It is sought in `PATH`.
  @Test
  void aPluginThatIsNamedAloneIsNoPath() throws IOException {
    String exec = "{exec: {apiVersion: client.authentication.k8s.io/v1beta1, command: plugin}}";
    write(".kube/config", TWO.replace("{token: 0123}", exec));
    assertThat(find(ConnectionOptions.DEFAULT).user().map("exec").text("command"))
        .isEqualTo("plugin");
  }

  @ParameterizedTest
  @CsvSource({
    "first, '',                        https://one.example:6443",
    "first, https://flag.example/,     https://flag.example",
    "first, https://flag.example/a/b/, https://flag.example/a/b",
    "first, flag.example:80,           http://flag.example:80",
    "first, localhost,                 http://localhost"
  })
  void theServerCanBeReplaced(String context, String server, String expected) throws IOException {
    write(".kube/config", TWO);
    assertThat(find(overridden(server, "", "").withContext(context)).server())
        .hasToString(expected);
  }

  @ParameterizedTest
  @ValueSource(strings = {"https://", "http://a b", "://x", "/path"})
  void whatIsNoAddressIsTold(String server) {
    assertRefused(overridden(server, "", ""), "\"" + server + "\"");
  }

  @Test
  void tokenAndUserCanBeReplaced() throws IOException {
    write(".kube/config", TWO);
    MapValue user = find(overridden("", "other", "boss")).user();
    assertThat(user.text("token")).isEqualTo("other");
    assertThat(user.text("as")).isEqualTo("boss");
  }

  @Test
  void credentialsAreNotSentInClear() throws IOException {
    write(".kube/config", TWO);
    MapValue user = find(overridden("http://one.example", "t", "boss")).user();
    assertThat(user.entries().keySet()).containsExactly("as");
  }

  @Test
  void unknownNamesAreTold() throws IOException {
    write(".kube/config", TWO.replace("cluster: two", "cluster: gone"));
    ClusterException context = refusal(ConnectionOptions.DEFAULT.withContext("third"));
    assertThat(context).hasMessage("context \"third\" does not exist");
    assertThat(context.hint()).isEqualTo("it has: first, second");
    assertRefused(
        ConnectionOptions.DEFAULT.withContext("second"), "cluster \"gone\" does not exist");
    write(".kube/config", TWO.replace("user: me", "user: nobody"));
    assertRefused(ConnectionOptions.DEFAULT, "auth info \"nobody\" does not exist");
    write(".kube/config", TWO.replace("current-context: first", "current-context: gone"));
    assertRefused(ConnectionOptions.DEFAULT, "context was not found for specified context: gone");
    write(".kube/config", TWO.replace("server: \"https://one.example:6443\"", ""));
    assertRefused(ConnectionOptions.DEFAULT, "no server found for cluster \"one\"");
  }

  @Test
  void anotherContextThanTheRequiredOneIsRefused() throws IOException {
    write(".kube/config", TWO);
    ConnectionOptions first = ConnectionOptions.DEFAULT.requiringContext("first");
    assertThat(find(first).server()).hasToString("https://one.example:6443");
    ClusterException refusal = refusal(first.withContext("second"));
    assertThat(refusal)
        .hasMessage("context \"first\" is required, but context \"second\" is selected");
    assertThat(refusal.hint()).isEqualTo("choose it by --context first");
    assertRefused(
        overridden("https://two.example", "", "").requiringContext("first"),
        "context \"first\" is required, but --server or --cluster lead elsewhere");
    assertRefused(
        first.withOverrides(first.overrides().withContext("cluster", "two")),
        "context \"first\" is required, but --server or --cluster lead elsewhere");
    write(".kube/config", "{}");
    assertRefused(first, "context \"first\" is required, but no context is selected");
  }

  @Test
  void whatIsNoYamlIsTold() throws IOException {
    Path file = write(".kube/config", "a: [b\nc: }");
    assertRefused(
        ConnectionOptions.DEFAULT,
        "error loading config file \"" + file + "\": yaml: line 2: did not find expected");
  }

  @ParameterizedTest
  @CsvSource({
    "'', is empty",
    "'apiVersion: v1', has no clusters and no contexts",
    "'# none', has no clusters and no contexts",
  })
  void aFileWithoutClustersIsNamed(String text, String what) throws IOException {
    Path file = write(".kube/config", text);
    assertThat(find(ConnectionOptions.DEFAULT).hint()).isEqualTo(file + " " + what);
  }

  @Test
  void theAccountHasItsNames() throws IOException {
    write(".kube/config", TWO);
    assertThat(find(ConnectionOptions.DEFAULT).account()).contains(" of context first");
  }

  @Test
  void withoutAnythingItIsLocalhost() {
    ClusterConfig config = find(ConnectionOptions.DEFAULT);
    assertThat(config.server()).hasToString("http://localhost:8080");
    assertThat(config.namespace()).isEqualTo("default");
    assertThat(config.hint())
        .isEqualTo("no kubeconfig was found: looked at " + home.resolve(".kube/config"));
  }

  @Test
  void withoutACurrentContextItIsLocalhostToo() throws IOException {
    write(".kube/config", TWO.replace("current-context: first", "current-context: ''"));
    ClusterConfig config = find(ConnectionOptions.DEFAULT);
    assertThat(config.server()).hasToString("http://localhost:8080");
    assertThat(config.hint()).startsWith("no context is selected: looked at ");
  }

  @Test
  void inAPodItIsTheClusterAround() throws IOException {
    pod();
    write("pod/namespace", "inside\n");
    ClusterConfig config = find(ConnectionOptions.DEFAULT);
    assertThat(config.server()).hasToString("https://10.0.0.1:443");
    assertThat(config.namespace()).isEqualTo("inside");
    assertThat(config.user().text("tokenFile")).isEqualTo(home.resolve("pod/token").toString());
    assertThat(config.cluster().text("certificate-authority"))
        .isEqualTo(home.resolve("pod/ca.crt").toString());
  }

  @Test
  void aPodsAddressMayBeOfVersionSix() throws IOException {
    pod();
    variables.put("KUBERNETES_SERVICE_HOST", "fd00::1");
    assertThat(find(ConnectionOptions.DEFAULT).server()).hasToString("https://[fd00::1]:443");
    variables.put("POD_NAMESPACE", "named");
    assertThat(find(ConnectionOptions.DEFAULT).namespace()).isEqualTo("named");
  }

  @Test
  void aKubeconfigCountsMoreThanThePod() throws IOException {
    pod();
    write("pod/namespace", "inside");
    write(".kube/config", TWO);
    ClusterConfig config = find(ConnectionOptions.DEFAULT);
    assertThat(config.server().getHost()).isEqualTo("one.example");
    assertThat(config.namespace()).isEqualTo("inside");
  }

  private void pod() throws IOException {
    variables.put("KUBERNETES_SERVICE_HOST", "10.0.0.1");
    variables.put("KUBERNETES_SERVICE_PORT", "443");
    write("pod/token", "t");
    write("pod/ca.crt", "");
  }

  private void assertRefused(ConnectionOptions connection, String message) {
    assertThatThrownBy(() -> find(connection))
        .isInstanceOfSatisfying(
            ClusterException.class, e -> assertThat(e.kind()).isEqualTo(Kind.CONFIGURATION))
        .hasMessageContaining(message);
  }

  private ClusterException refusal(ConnectionOptions connection) {
    return catchThrowableOfType(ClusterException.class, () -> find(connection));
  }

  private ClusterConfig find(ConnectionOptions connection) {
    variables.put("HOME", home.toString());
    return ClusterConfigResolver.resolve(
        connection, new Environment(variables, home.resolve("pod")));
  }

  private static ConnectionOptions overridden(String server, String token, String as) {
    return ConnectionOptions.DEFAULT.withOverrides(
        Overrides.NONE.withCluster("server", server).withUser("token", token).withUser("as", as));
  }

  private Path write(String name, String text) throws IOException {
    Path file = home.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.writeString(file, text);
  }
}
