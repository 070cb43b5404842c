package dev.japply.cluster.rest;

import static dev.japply.cluster.rest.Loopback.CONFIG_MAPS;
import static dev.japply.cluster.rest.Loopback.OBJECT;
import static dev.japply.cluster.rest.Loopback.OPTIONS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.japply.cluster.ClusterException;
import dev.japply.cluster.config.ConnectionOptions;
import dev.japply.cluster.config.Environment;
import dev.japply.cluster.rest.LoopbackServer.Answer;
import dev.japply.cluster.rest.LoopbackServer.Asked;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.Base64;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/// What fabric8 reads on its own, and kubectl does not, changes nothing: neither as a system
/// property nor as an environment variable.
@Tag("process")
@Isolated("sets system properties")
class IsolationTest {
  private static final String PATH = "/api/v1/namespaces/mine/configmaps";

  /// Families of what fabric8 reads, as system properties; each also exists as a variable.
  private static final Map<String, String> HOSTILE =
      Map.ofEntries(
          Map.entry("kubernetes.master", "https://hostile.invalid"),
          Map.entry("kubernetes.namespace", "hostile"),
          Map.entry("kubernetes.auth.token", "hostile"),
          Map.entry("kubernetes.auth.basic.username", "hostile"),
          Map.entry("kubernetes.auth.basic.password", "hostile"),
          Map.entry("kubernetes.auth.serviceAccount.token", "/hostile"),
          Map.entry("kubernetes.auth.tryKubeConfig", "false"),
          Map.entry("kubernetes.certs.ca.data", "hostile"),
          Map.entry("kubernetes.certs.ca.file", "/hostile"),
          Map.entry("kubernetes.certs.client.file", "/hostile"),
          Map.entry("kubernetes.certs.client.key.file", "/hostile"),
          Map.entry("kubernetes.certs.client.key.algo", "hostile"),
          Map.entry("kubernetes.impersonate.username", "hostile"),
          Map.entry("kubernetes.impersonate.group", "hostile"),
          Map.entry("kubernetes.user.agent", "hostile"),
          Map.entry("kubernetes.request.retry.backoffLimit", "7"),
          Map.entry("kubernetes.request.timeout", "1"),
          Map.entry("kubernetes.connection.timeout", "1"),
          Map.entry("kubernetes.tls.versions", "TLSv1"),
          Map.entry("kubernetes.truststore.file", "/hostile"),
          Map.entry("kubernetes.keystore.file", "/hostile"),
          Map.entry("kubernetes.backwardsCompatibilityInterceptor.disable", "false"),
          Map.entry("http.proxy", "http://hostile.invalid:1"),
          Map.entry("https.proxy", "http://hostile.invalid:1"),
          Map.entry("all.proxy", "http://hostile.invalid:1"),
          Map.entry("http2.disable", "true"),
          Map.entry("kubeconfig", "/hostile"));

  @TempDir private static Path directory;
  private static TestCertificates certificates;
  private LoopbackServer server;
  private Path kubeconfig;

  @BeforeAll
  static void makeCertificates() throws Exception {
    certificates = TestCertificates.create("ip:127.0.0.1");
  }

  @BeforeEach
  void start() throws IOException, GeneralSecurityException {
    server = certificates.server().on(PATH, Answer.json(201, Loopback.FOUND));
    kubeconfig = Files.createTempFile(directory, "kubeconfig", "");
    Files.writeString(kubeconfig, kubeconfigText());
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private String kubeconfigText() throws GeneralSecurityException {
    String pem = certificates.authorityPem();
    return """
    current-context: x
    contexts: [{name: x, context: {cluster: c, user: u, namespace: mine}}]
    clusters:
    - name: c
      cluster:
        server: https://127.0.0.1:%d
        certificate-authority-data: %s
    users: [{name: u, user: {token: mine}}]
    """
        .formatted(
            server.port(),
            Base64.getEncoder().encodeToString(pem.getBytes(StandardCharsets.UTF_8)));
  }

  private static Stream<Map.Entry<String, String>> hostile() {
    return HOSTILE.entrySet().stream();
  }

  @ParameterizedTest
  @MethodSource("hostile")
  void systemPropertiesChangeNothing(Map.Entry<String, String> property) {
    withProperty(property.getKey(), property.getValue(), () -> create(kubeconfig));
    assertMine();
  }

  /// Two that would switch verification off, on a server that must not be trusted.
  @ParameterizedTest
  @CsvSource({
    "kubernetes.trust.certificates,            true",
    "kubernetes.disable.hostname.verification, true"
  })
  void systemPropertiesDoNotSwitchVerificationOff(String property, String value) throws Exception {
    TestCertificates other = TestCertificates.create("dns:elsewhere.example");
    try (LoopbackServer wrong = other.server()) {
      String text = kubeconfigText().replace(":" + server.port(), ":" + wrong.port());
      Path file = Files.writeString(directory.resolve("wrong"), text);
      withProperty(
          property,
          value,
          () ->
              assertThatThrownBy(() -> create(file))
                  .isInstanceOf(ClusterException.class)
                  .hasMessageContaining("x509"));
      assertThat(wrong.asked()).isEmpty();
    }
  }

  /// All of them at once, in a process of its own.
  @Test
  void environmentVariablesChangeNothing() throws Exception {
    var builder =
        new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-cp",
            System.getProperty("java.class.path"),
            IsolationProbe.class.getName());
    hostile()
        .filter(entry -> !entry.getKey().endsWith("proxy") && !entry.getKey().equals("kubeconfig"))
        .forEach(entry -> builder.environment().put(variable(entry.getKey()), entry.getValue()));
    builder.environment().put("KUBERNETES_TRUST_CERTIFICATES", "true");
    builder.environment().put("ALL_PROXY", "http://hostile.invalid:1");
    builder.environment().put("KUBECONFIG", kubeconfig.toString());
    Process process = builder.redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(said).isEqualTo("mine\n");
    assertThat(process.waitFor()).isZero();
    assertMine();
  }

  private static String variable(String property) {
    return property.toUpperCase(Locale.ROOT).replace('.', '_');
  }

  private static void create(Path kubeconfig) {
    var environment = new Environment(Map.of("KUBECONFIG", kubeconfig.toString()), directory);
    try (var cluster = Loopback.connect(ConnectionOptions.DEFAULT, environment)) {
      cluster.create(CONFIG_MAPS, cluster.defaultNamespace(), OBJECT, OPTIONS);
    }
  }

  private void assertMine() {
    assertThat(server.asked()).hasSize(1);
    Asked asked = server.asked().getFirst();
    assertThat(asked.line())
        .isEqualTo("POST " + PATH + "?fieldManager=manager&fieldValidation=Strict");
    assertThat(asked.header("authorization")).isEqualTo("Bearer mine");
    assertThat(asked.header("user-agent")).startsWith("japply/");
    assertThat(
            asked.headers().keySet().stream()
                .filter(name -> name.startsWith("impersonate"))
                .collect(Collectors.toSet()))
        .isEmpty();
  }

  private static void withProperty(String name, String value, Runnable action) {
    String before = System.getProperty(name);
    System.setProperty(name, value);
    try {
      action.run();
    } finally {
      if (before == null) {
        System.clearProperty(name);
      } else {
        System.setProperty(name, before);
      }
    }
  }
}
