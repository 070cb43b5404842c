package dev.japply.faults;

import dev.japply.cluster.rest.Loopback;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// A real API server with its etcd inside and no controllers, which a test may kill, and start
/// again at the same address with the same data.
final class OwnServer implements AutoCloseable {
  private static final String TOKEN = "own-server-administrator";
  private static final Duration LIMIT = Duration.ofMinutes(2);
  private static final long STOP_SECONDS = 60;

  private final Path program;
  private final Path directory;
  private final int port;
  private final Path kubeconfig;
  private Process process;

  /// Starts it, and waits until it can be used.
  ///
  /// @param program the one of `e2e/build`
  /// @param directory for all that it writes
  /// @param authority in PEM, whose certificates say who a client is
  OwnServer(Path program, Path directory, String authority)
      throws IOException, GeneralSecurityException, InterruptedException {
    this.program = program;
    this.directory = directory;
    this.port = freePort();
    KeyPair keys = KeyPairGenerator.getInstance("EC").generateKeyPair();
    write("accounts.key", pem("PRIVATE KEY", keys.getPrivate().getEncoded()));
    write("accounts.pub", pem("PUBLIC KEY", keys.getPublic().getEncoded()));
    write("tokens.csv", TOKEN + ",admin,admin,\"system:masters\"\n");
    write("clients.crt", authority);
    process = startProcess();
    kubeconfig = write("kubeconfig", kubeconfig("{token: " + TOKEN + "}"));
    awaitReady();
  }

  private static int freePort() throws IOException {
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private static String pem(String what, byte[] bytes) {
    String text = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(bytes);
    return "-----BEGIN " + what + "-----\n" + text + "\n-----END " + what + "-----\n";
  }

  private Path write(String name, String text) throws IOException {
    return Files.writeString(directory.resolve(name), text);
  }

  private Process startProcess() throws IOException {
    var command = new ArrayList<>(List.of(program.toString(), "kube-apiserver"));
    for (String flag :
        List.of(
            "bind-address=127.0.0.1",
            "advertise-address=127.0.0.1",
            "secure-port=" + port,
            "cert-dir=" + directory.resolve("certs"),
            "service-account-issuer=https://kubernetes.default.svc",
            "service-account-key-file=" + directory.resolve("accounts.pub"),
            "service-account-signing-key-file=" + directory.resolve("accounts.key"),
            "service-cluster-ip-range=10.0.0.0/16",
            "token-auth-file=" + directory.resolve("tokens.csv"),
            "client-ca-file=" + directory.resolve("clients.crt"),
            "authorization-mode=RBAC",
            "disable-admission-plugins=ServiceAccount",
            "endpoint-reconciler-type=none")) {
      command.add("--" + flag);
    }
    return new ProcessBuilder(command)
        .directory(directory.toFile())
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.appendTo(directory.resolve("server.log").toFile()))
        .start();
  }

  /// A kubeconfig for that user's entry.
  String kubeconfig(String user) throws IOException, InterruptedException {
    Path certificate = directory.resolve("certs/apiserver.crt");
    Instant end = Instant.now().plus(LIMIT);
    while (!Files.exists(certificate)) {
      await(end);
    }
    return Loopback.kubeconfig(user, port, Files.readString(certificate));
  }

  private void await(Instant end) throws IOException, InterruptedException {
    if (!process.isAlive() || Instant.now().isAfter(end)) {
      throw new IOException(Files.readString(directory.resolve("server.log")));
    }
    Thread.sleep(100);
  }

  private void awaitReady() throws IOException, InterruptedException {
    Instant end = Instant.now().plus(LIMIT);
    try (var upstream = new Upstream(kubeconfig)) {
      while (!isReady(upstream)) {
        await(end);
      }
    }
  }

  /// Whether it is ready, and has made its first namespace.
  private static boolean isReady(Upstream upstream) {
    try {
      return upstream.get("/readyz").isSuccess()
          && upstream.get("/api/v1/namespaces/default").isSuccess();
    } catch (UncheckedIOException e) {
      return false;
    }
  }

  /// The kubeconfig file of an administrator.
  Path kubeconfig() {
    return kubeconfig;
  }

  /// Ends it by SIGKILL.
  void kill() {
    process.destroyForcibly().onExit().join();
  }

  /// Ends it by SIGTERM, after which it finishes what it has begun.
  void terminate() throws InterruptedException {
    process.destroy();
    if (!process.waitFor(STOP_SECONDS, TimeUnit.SECONDS)) {
      kill();
    }
  }

  /// Starts it again, and waits until it can be used.
  void startAgain() throws IOException, InterruptedException {
    process = startProcess();
    awaitReady();
  }

  @Override
  public void close() {
    kill();
  }
}
