package dev.japply.cluster.rest;

import static dev.japply.cluster.rest.Loopback.CONFIG_MAPS;
import static dev.japply.cluster.rest.Loopback.OBJECT;
import static dev.japply.cluster.rest.Loopback.OPTIONS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsExchange;
import com.sun.net.httpserver.HttpsParameters;
import com.sun.net.httpserver.HttpsServer;
import dev.japply.cluster.ClusterException;
import dev.japply.cluster.ClusterException.Kind;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.CertificateEncodingException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// Credentials that are replaced while a run lasts, before a server that takes the new ones only:
/// it answers 401 to the others, also on connections that are open, as API servers do when a
/// certificate has expired.
@Tag("process")
class RotationTest {
  private static TestCertificates mine;
  private static TestCertificates first;
  private static TestCertificates second;

  @TempDir private Path directory;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final List<String> asked = new CopyOnWriteArrayList<>();
  private HttpsServer server;

  /// What is taken: a certificate in PEM, or the value of a header.
  private volatile String valid = "";

  /// What happens while the server refuses a request.
  private volatile Runnable onRefusal = () -> {};

  @BeforeAll
  static void certify() throws Exception {
    mine = TestCertificates.create("ip:127.0.0.1");
    first = TestCertificates.create("dns:me");
    second = first.another("dns:me");
  }

  @BeforeEach
  void start() throws Exception {
    SSLContext context = mine.context(List.of(first));
    server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(threads);
    server.setHttpsConfigurator(
        new HttpsConfigurator(context) {
          @Override
          public void configure(HttpsParameters connection) {
            SSLParameters parameters = context.getDefaultSSLParameters();
            parameters.setWantClientAuth(true);
            connection.setSSLParameters(parameters);
          }
        });
    server.createContext("/", exchange -> answer((HttpsExchange) exchange));
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
    threads.shutdownNow();
  }

  private void answer(HttpsExchange exchange) throws IOException {
    try (exchange) {
      exchange.getRequestBody().readAllBytes();
      boolean isTaken = credentials(exchange).equals(valid);
      if (!isTaken) {
        onRefusal.run();
      }
      asked.add(exchange.getRequestMethod() + (isTaken ? " taken" : " refused"));
      byte[] body = (isTaken ? Loopback.FOUND : "{}").getBytes(StandardCharsets.UTF_8);
      exchange.getResponseHeaders().add("Content-Type", "application/json");
      exchange.sendResponseHeaders(isTaken ? 200 : 401, body.length);
      exchange.getResponseBody().write(body);
    }
  }

  private static String credentials(HttpsExchange exchange) throws IOException {
    String token = exchange.getRequestHeaders().getFirst("Authorization");
    if (token != null) {
      return token;
    }
    try {
      byte[] shown = exchange.getSSLSession().getPeerCertificates()[0].getEncoded();
      String text = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(shown);
      return "-----BEGIN CERTIFICATE-----\n" + text + "\n-----END CERTIFICATE-----\n";
    } catch (CertificateEncodingException e) {
      throw new IOException(e);
    }
  }

  private void show(TestCertificates shown) throws Exception {
    Files.writeString(directory.resolve("crt"), shown.pem());
    Files.writeString(directory.resolve("key"), shown.keyPem());
  }

  private RestCluster connect(String user) throws Exception {
    return Loopback.connectAs(user, server.getAddress().getPort(), mine.authorityPem(), directory);
  }

  private static void get(RestCluster cluster) {
    assertThat(cluster.get(CONFIG_MAPS, "n", "c")).isPresent();
  }

  @Test
  void filesOfACertificateAreReadAnew() throws Exception {
    show(first);
    valid = first.pem();
    try (var cluster = connect("{client-certificate: crt, client-key: key}")) {
      get(cluster);
      show(second);
      get(cluster);
      valid = second.pem();
      cluster.create(CONFIG_MAPS, "n", OBJECT, OPTIONS);
      get(cluster);
    }
    assertThat(asked)
        .containsExactly("GET taken", "GET taken", "POST refused", "POST taken", "GET taken");
  }

  @Test
  void aCertificateThatNobodyReplacesIsToldOnce() throws Exception {
    show(first);
    valid = second.pem();
    try (var cluster = connect("{client-certificate: crt, client-key: key}")) {
      unauthorized(cluster);
    }
    assertThat(asked).containsExactly("GET refused");
  }

  private static void unauthorized(RestCluster cluster) {
    assertThatThrownBy(() -> cluster.get(CONFIG_MAPS, "n", "c"))
        .isInstanceOfSatisfying(
            ClusterException.class, e -> assertThat(e.kind()).isEqualTo(Kind.UNAUTHORIZED));
  }

  /// The certificate is there already, and its key is not.
  @Test
  void whatIsHalfReplacedIsNotShown() throws Exception {
    show(first);
    valid = first.pem();
    try (var cluster = connect("{client-certificate: crt, client-key: key}")) {
      get(cluster);
      valid = second.pem();
      Files.writeString(directory.resolve("crt"), second.pem());
      unauthorized(cluster);
      Files.writeString(directory.resolve("key"), second.keyPem());
      get(cluster);
    }
  }

  @Test
  void manyRequestsAtOnceAllGoOn() throws Exception {
    show(first);
    valid = first.pem();
    try (var cluster = connect("{client-certificate: crt, client-key: key}")) {
      for (int round = 0; round < 10; round++) {
        var running = new ArrayList<Future<?>>();
        for (int i = 0; i < 20; i++) {
          running.add(threads.submit(() -> get(cluster)));
        }
        for (Future<?> each : running) {
          each.get();
        }
        TestCertificates next = round % 2 == 0 ? second : first;
        show(next);
        valid = next.pem();
      }
    }
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void aPluginIsAskedForAnotherCertificate() throws Exception {
    credential("clientCertificateData", first.pem(), "clientKeyData", first.keyPem());
    valid = first.pem();
    try (var cluster = connect(plugin())) {
      get(cluster);
      credential("clientCertificateData", second.pem(), "clientKeyData", second.keyPem());
      valid = second.pem();
      cluster.create(CONFIG_MAPS, "n", OBJECT, OPTIONS);
      get(cluster);
    }
    assertThat(asked).endsWith("POST taken", "GET taken");
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void aPluginIsAskedForAnotherToken() throws Exception {
    credential("token", "one");
    valid = "Bearer one";
    try (var cluster = connect(plugin())) {
      get(cluster);
      credential("token", "two");
      valid = "Bearer two";
      cluster.create(CONFIG_MAPS, "n", OBJECT, OPTIONS);
    }
    assertThat(asked).containsExactly("GET taken", "POST refused", "POST taken");
  }

  /// A plugin that prints what is in a file.
  private String plugin() throws IOException {
    Path plugin = directory.resolve("plugin");
    Files.writeString(plugin, "#!/bin/sh\nexec cat " + directory.resolve("credential") + "\n");
    assertThat(plugin.toFile().setExecutable(true)).isTrue();
    return "{exec: {apiVersion: client.authentication.k8s.io/v1, interactiveMode: Never, command: "
        + plugin
        + "}}";
  }

  private void credential(String... status) throws IOException {
    var fields = new ArrayList<String>();
    for (int i = 0; i < status.length; i += 2) {
      fields.add("\"%s\":\"%s\"".formatted(status[i], status[i + 1].replace("\n", "\\n")));
    }
    Files.writeString(
        directory.resolve("credential"),
        "{\"apiVersion\":\"client.authentication.k8s.io/v1\",\"kind\":\"ExecCredential\","
            + "\"status\":{"
            + String.join(",", fields)
            + "}}");
  }

  /// The file is replaced when the request is under way already.
  @Test
  void aTokenFileIsReadAgain() throws Exception {
    Path token = Files.writeString(directory.resolve("token"), "one");
    valid = "Bearer one";
    try (var cluster = connect("{tokenFile: token}")) {
      get(cluster);
      valid = "Bearer two";
      onRefusal = () -> write(token, "two");
      cluster.create(CONFIG_MAPS, "n", OBJECT, OPTIONS);
    }
    assertThat(asked).containsExactly("GET taken", "POST refused", "POST taken");
  }

  private static void write(Path file, String text) {
    try {
      Files.writeString(file, text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
