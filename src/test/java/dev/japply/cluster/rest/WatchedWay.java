package dev.japply.cluster.rest;

import static dev.japply.cluster.rest.Loopback.CONFIG_MAPS;
import static dev.japply.cluster.rest.Loopback.NOWHERE;
import static dev.japply.cluster.rest.Loopback.NO_SCHEMAS;
import static dev.japply.cluster.rest.Loopback.OPTIONS;
import static dev.japply.cluster.rest.Loopback.PATCH;
import static dev.japply.cluster.rest.WatchedServer.Client.LIBRARY;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.cluster.ClusterException;
import dev.japply.cluster.config.ConnectionOptions;
import dev.japply.cluster.config.ConnectionOptions.Overrides;
import dev.japply.cluster.http.CertificatePins;
import dev.japply.cluster.http.NativeLibrary;
import dev.japply.cluster.http.TlsPinning;
import dev.japply.cluster.rest.RestCluster.Messages;
import dev.japply.cluster.rest.WatchedServer.Client;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Clusters behind a [WatchedServer], reached with what was learnt of it before.
final class WatchedWay implements AutoCloseable {
  static final String NAME = "127.0.0.1";

  private final WatchedServer server;
  private final Path directory;

  /// A server that shows those certificates.
  ///
  /// @param directory where the kubeconfig is, and what is known of servers
  WatchedWay(TestCertificates shown, Path directory) throws IOException {
    this.server = new WatchedServer(shown);
    this.directory = directory;
  }

  WatchedServer server() {
    return server;
  }

  /// What the kubeconfig says.
  record Entries(String cluster, String user) {
    static Entries trusting(TestCertificates... servers) throws Exception {
      var pem = new StringBuilder();
      for (TestCertificates one : servers) {
        pem.append(one.authorityPem());
      }
      return new Entries("certificate-authority-data: " + base64(pem.toString()), "{}");
    }

    Entries as(String certificate, String key) {
      return new Entries(
          cluster,
          "{client-certificate-data: %s, client-key-data: %s}"
              .formatted(base64(certificate), base64(key)));
    }

    Entries as(TestCertificates client) throws Exception {
      return as(client.pem(), client.keyPem());
    }

    static String base64(String text) {
      return Base64.getEncoder().encodeToString(text.getBytes(UTF_8));
    }
  }

  TlsPinning pinning(Clock clock) {
    return new TlsPinning(
        () -> Optional.of(NativeLibrary.get()), new CertificatePins(directory, clock));
  }

  RestCluster connect(Entries entries, @Nullable TlsPinning pinning) throws IOException {
    return connect("https://" + NAME + ":" + server.port(), entries, pinning);
  }

  RestCluster connect(String address, Entries entries, @Nullable TlsPinning pinning)
      throws IOException {
    Path file = directory.resolve("kubeconfig");
    Files.writeString(
        file,
        """
        current-context: x
        contexts: [{name: x, context: {cluster: c, user: u}}]
        users: [{name: u, user: %s}]
        clusters:
        - name: c
          cluster:
            server: %s
            %s
        """
            .formatted(entries.user(), address, entries.cluster()));
    return Loopback.connect(
        ConnectionOptions.of(file.toString())
            .withOverrides(Overrides.NONE.withTimeout(Duration.ofSeconds(20))),
        NOWHERE,
        new ClientCaches(NO_SCHEMAS, ResponseCache.NONE, pinning),
        new Messages(warning -> {}, line -> {}));
  }

  void get(Entries entries) throws IOException {
    try (var cluster = connect(entries, pinning(Clock.systemUTC()))) {
      assertThat(cluster.get(CONFIG_MAPS, "n", "c")).isPresent();
    }
  }

  /// Java has verified the server when this returns.
  void introduce(Entries entries) throws IOException {
    get(entries);
    assertThat(server.clients()).containsOnly(LIBRARY);
  }

  /// Why a request fails; empty when it does not.
  String failure(Entries entries, @Nullable TlsPinning pinning, boolean write) throws IOException {
    try (var cluster = connect(entries, pinning)) {
      if (write) {
        cluster.patch(CONFIG_MAPS, "n", "c", PATCH, OPTIONS);
      } else {
        cluster.get(CONFIG_MAPS, "n", "c");
      }
      return "";
    } catch (ClusterException e) {
      return e.kind() + " " + e.getMessage() + " " + e.hint();
    }
  }

  /// The library is tried, or not, and what is told is what Java's own TLS tells.
  void assertSame(Entries entries, Client first) throws IOException {
    for (boolean write : List.of(false, true)) {
      String javas = failure(entries, null, write);
      server.clients();
      assertThat(failure(entries, pinning(Clock.systemUTC()), write)).isEqualTo(javas);
      assertThat(server.clients()).startsWith(first);
    }
  }

  @Override
  public void close() throws IOException {
    server.close();
  }
}
