package dev.japply;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Signals to the real process, in front of a server on loopback that is slow where a test says so.
@Tag("process")
@Order(1)
class InterruptTest {
  private static final String TYPES =
      """
      {"kind":"APIResourceList","groupVersion":"v1","resources":[
        {"name":"configmaps","kind":"ConfigMap","namespaced":true}]}\
      """;
  private static final String MANIFEST =
      """
      {apiVersion: v1, kind: ConfigMap, metadata: {name: a}}
      ---
      {apiVersion: v1, kind: ConfigMap, metadata: {name: b}}
      ---
      {apiVersion: v1, kind: ConfigMap, metadata: {name: c}}
      """;

  @TempDir private Path home;
  private final CountDownLatch reached = new CountDownLatch(1);
  private final CountDownLatch release = new CountDownLatch(1);
  private HttpServer server;
  private String slow = "";

  /// The ConfigMap `a`, which takes no patch; empty when it is not there.
  private volatile String live = "";

  /// Whether the server takes no writes for now.
  private volatile boolean busy;

  /// Whether it stays when it is deleted.
  private boolean held;

  private record Ended(int status, String out, String err, Duration took) {}

  @BeforeEach
  void serve() throws IOException {
    assumeTrue(Files.isExecutable(Path.of("/bin/kill")), "no /bin/kill to send signals with");
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext("/", this::answer);
    server.start();
  }

  @AfterEach
  void stop() {
    release.countDown();
    server.stop(0);
  }

  private void answer(HttpExchange exchange) throws IOException {
    String method = exchange.getRequestMethod();
    String path = exchange.getRequestURI().getPath();
    byte[] body = exchange.getRequestBody().readAllBytes();
    if ((method + " " + path).equals(slow)) {
      reached.countDown();
      await(release);
    }
    if (path.equals("/api/v1")) {
      send(exchange, 200, TYPES.getBytes(StandardCharsets.UTF_8));
    } else if (busy && method.equals("POST")) {
      exchange.getResponseHeaders().add("Retry-After", "60");
      refuse(exchange, 429, "TooManyRequests");
      reached.countDown();
    } else if (!live.isEmpty() && path.contains("/configmaps")) {
      answerForA(exchange, method);
    } else if (method.equals("POST")) {
      send(exchange, 201, body);
    } else {
      send(exchange, 404, "{}".getBytes(StandardCharsets.UTF_8));
    }
  }

  private void answerForA(HttpExchange exchange, String method) throws IOException {
    String there = live;
    switch (method) {
      case "PATCH" -> refuse(exchange, 422, "Invalid");
      case "POST" -> refuse(exchange, 409, "AlreadyExists");
      default -> {
        live = method.equals("DELETE") && !held ? "" : live;
        send(exchange, 200, there.getBytes(StandardCharsets.UTF_8));
      }
    }
  }

  private static void refuse(HttpExchange exchange, int status, String reason) throws IOException {
    String text = "{\"kind\":\"Status\",\"code\":%d,\"reason\":\"%s\"}".formatted(status, reason);
    send(exchange, status, text.getBytes(StandardCharsets.UTF_8));
  }

  private static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(60, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void send(HttpExchange exchange, int status, byte[] body) throws IOException {
    exchange.getResponseHeaders().add("Content-Type", "application/json");
    exchange.sendResponseHeaders(status, body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }

  private String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  /// The program, with signals as a terminal gives them: a background job ignores SIGINT.
  private Process start(String... args) throws IOException {
    var command = new ArrayList<>(List.of("env", "--default-signal=INT,TERM"));
    command.addAll(Program.command());
    command.addAll(List.of("apply", "-n", "default"));
    command.addAll(List.of(args));
    var builder = new ProcessBuilder(command);
    builder.environment().put("HOME", home.toString());
    builder.environment().put("TMPDIR", home.toString());
    builder.environment().remove("KUBECONFIG");
    builder
        .redirectOutput(home.resolve("out").toFile())
        .redirectError(home.resolve("err").toFile());
    return builder.start();
  }

  /// An apply whose request `request` has come to the server and is not answered.
  private Process applyingUpTo(String request, String manifest) throws Exception {
    slow = request;
    Process process = applying(manifest);
    await(reached);
    return process;
  }

  private Process applying(String manifest) throws IOException {
    return applying(manifest, "--concurrency=1");
  }

  private Process applying(String manifest, String... flags) throws IOException {
    Path file = Files.writeString(home.resolve("m.yaml"), manifest);
    var args = new ArrayList<>(List.of("-s", url(), "-f", file.toString()));
    args.addAll(List.of(flags));
    return start(args.toArray(String[]::new));
  }

  private static void signal(Process process, String name) throws Exception {
    new ProcessBuilder("/bin/kill", "-" + name, Long.toString(process.pid())).start().waitFor();
  }

  private static void interrupt(Process process, int times) throws Exception {
    for (int i = 0; i < times; i++) {
      TimeUnit.MILLISECONDS.sleep(500);
      signal(process, "INT");
    }
  }

  private Ended end(Process process, Instant since) throws Exception {
    if (!process.waitFor(60, TimeUnit.SECONDS)) {
      process.destroyForcibly();
    }
    String out = Files.readString(home.resolve("out"));
    // A run on a busy machine may take so long that its progress is printed.
    String err =
        Files.readString(home.resolve("err")).replaceAll("(?m)^japply: \\d+ of \\d+ done.*\n", "");
    return new Ended(process.exitValue(), out, err, Duration.between(since, Instant.now()));
  }

  @ParameterizedTest
  @ValueSource(strings = {"INT", "TERM"})
  void aWriteThatIsUnderWayFinishes(String name) throws Exception {
    Process process = applyingUpTo("POST /api/v1/namespaces/default/configmaps", MANIFEST);
    signal(process, name);
    TimeUnit.MILLISECONDS.sleep(500);
    release.countDown();
    Ended ended = end(process, Instant.now());
    assertThat(ended.out()).isEqualTo("configmap/a created\n");
    assertThat(ended.err())
        .isEqualTo(
            "interrupted: 1 applied, 0 failed, 2 not tried (ConfigMap default/b, ConfigMap"
                + " default/c); apply again to continue\n");
    assertThat(ended.status()).isEqualTo(130);
  }

  @Test
  void theCommandThatTakesTheRunBackIsTold() throws Exception {
    slow = "POST /api/v1/namespaces/default/configmaps";
    Path undo = home.resolve("undo.jsonl");
    Process process =
        applying(MANIFEST, "--concurrency=1", "--undo-on-failure", "--undo-file=" + undo);
    await(reached);
    signal(process, "INT");
    TimeUnit.MILLISECONDS.sleep(500);
    release.countDown();
    Ended ended = end(process, Instant.now());
    assertThat(ended.err())
        .contains("interrupted: 1 applied, 0 failed, 2 not tried")
        .endsWith("to take this run back: japply undo " + undo + "\n");
    assertThat(ended.status()).isEqualTo(130);
    assertThat(Files.readString(undo)).contains("\"outcome\":\"done\"", "\"ended\":true");
  }

  @Test
  void aWriteThatDoesNotFinishIsToldAsUnknown() throws Exception {
    Process process = applyingUpTo("POST /api/v1/namespaces/default/configmaps", MANIFEST);
    Instant signalled = Instant.now();
    signal(process, "TERM");
    unknown(end(process, signalled));
  }

  @Test
  void theSecondSignalEndsItAtOnce() throws Exception {
    Process process = applyingUpTo("POST /api/v1/namespaces/default/configmaps", MANIFEST);
    signal(process, "INT");
    TimeUnit.MILLISECONDS.sleep(500);
    assertThat(process.isAlive()).isTrue();
    Instant signalled = Instant.now();
    signal(process, "INT");
    Ended ended = end(process, signalled);
    unknown(ended);
    assertThat(ended.took()).isLessThan(Duration.ofSeconds(3));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  @Tag("verify")
  void aWriteThatABusyServerDidNotTakeWasNotTried(int signals) throws Exception {
    busy = true;
    Process process = applying(MANIFEST);
    await(reached);
    interrupt(process, signals);
    Ended ended = end(process, Instant.now());
    assertThat(ended.out()).isEmpty();
    assertThat(ended.err()).contains("429; trying", "interrupted: ", "3 not tried (ConfigMap");
    assertThat(ended.status()).isEqualTo(130);
  }

  /// All three are on their way at once, and each is told.
  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  @Tag("verify")
  void severalWritesThatDoNotFinishAreToldAsUnknown(int signals) throws Exception {
    slow = "POST /api/v1/namespaces/default/configmaps";
    Process process = applying(MANIFEST, "--concurrency=3");
    await(reached);
    interrupt(process, signals);
    Ended ended = end(process, Instant.now());
    assertThat(ended.out()).isEmpty();
    assertThat(ended.err())
        .containsSubsequence(
            "ConfigMap default/a: unknown",
            "ConfigMap default/b: unknown",
            "ConfigMap default/c: unknown")
        .endsWith("interrupted: 0 applied, 0 failed, 3 unknown, 0 not tried\n");
    assertThat(ended.status()).isEqualTo(130);
  }

  private void unknown(Ended ended) {
    assertThat(ended.out()).isEmpty();
    assertThat(ended.err())
        .isEqualTo(
            """
            error: %s:1: ConfigMap default/a: unknown: the POST was sent, and there is no response yet; \
            apply again: nothing is done twice
            interrupted: 0 applied, 0 failed, 1 unknown, 2 not tried (ConfigMap default/b, ConfigMap default/c); \
            apply again to continue
            """
                .formatted(home.resolve("m.yaml")));
    assertThat(ended.status()).isEqualTo(130);
  }

  private Process forcing() throws IOException {
    live =
        """
        {"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a","namespace":"default",
         "uid":"u","finalizers":["x/y"]},"data":{"k":"old"}}\
        """;
    String manifest = "{apiVersion: v1, kind: ConfigMap, metadata: {name: a}, data: {k: new}}";
    Path file = Files.writeString(home.resolve("m.yaml"), manifest);
    return start("-s", url(), "--force", "-f", file.toString());
  }

  @Test
  @Tag("verify")
  void whatForceHasDeletedIsCreatedAgain() throws Exception {
    slow = "DELETE /api/v1/namespaces/default/configmaps/a";
    Process process = forcing();
    await(reached);
    signal(process, "INT");
    TimeUnit.MILLISECONDS.sleep(500);
    release.countDown();
    Ended ended = end(process, Instant.now());
    assertThat(ended.out()).isEqualTo("configmap/a recreated\n");
    assertThat(ended.err()).endsWith("interrupted: 1 applied, 0 failed, 0 not tried\n");
    assertThat(ended.status()).isEqualTo(130);
    assertThat(copies()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  @Tag("verify")
  void whatForceHasDeletedAndCannotCreateIsKept(int signals) throws Exception {
    slow = "DELETE /api/v1/namespaces/default/configmaps/a";
    held = true;
    Process process = forcing();
    await(reached);
    release.countDown();
    TimeUnit.MILLISECONDS.sleep(500);
    interrupt(process, signals);
    Ended ended = end(process, Instant.now());
    assertThat(ended.out()).isEmpty();
    assertThat(copies()).hasSize(1);
    assertThat(ended.err())
        .contains(
            "ConfigMap default/a: deleted by --force and not recreated, because the run was"
                + " interrupted")
        .contains("a copy is kept in " + copies().getFirst());
    assertThat(Files.readString(copies().getFirst())).contains("\"k\":\"old\"");
    assertThat(ended.status()).isEqualTo(130);
  }

  private List<Path> copies() throws IOException {
    try (var files = Files.list(home)) {
      return files.filter(file -> file.toString().endsWith(".json")).toList();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "60s"})
  void aReadIsCutOff(String timeout) throws Exception {
    slow = "GET /api/v1/namespaces/default/configmaps/b";
    Process process = applying(MANIFEST, "--concurrency=1", "--request-timeout=" + timeout);
    await(reached);
    Instant signalled = Instant.now();
    signal(process, "INT");
    Ended ended = end(process, signalled);
    assertThat(ended.out()).isEqualTo("configmap/a created\n");
    assertThat(ended.err())
        .startsWith("interrupted: 1 applied, 0 failed, 2 not tried (ConfigMap default/b");
    quick(ended);
  }

  @Test
  @Tag("verify")
  void connectingIsCutOff() throws Exception {
    Process process = applyingUpTo("GET /api/v1", MANIFEST);
    Instant signalled = Instant.now();
    signal(process, "INT");
    nothing(end(process, signalled));
  }

  @Test
  @Tag("verify")
  void aServerThatDoesNotEvenAccept() throws Exception {
    try (var silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Path file = Files.writeString(home.resolve("m.yaml"), MANIFEST);
      String url = "https://127.0.0.1:" + silent.getLocalPort();
      Process process = start("-s", url, "--insecure-skip-tls-verify", "-f", file.toString());
      silent.accept();
      Instant signalled = Instant.now();
      signal(process, "INT");
      nothing(end(process, signalled));
    }
  }

  @Test
  @Tag("verify")
  void aCredentialPluginThatHangsEnds() throws Exception {
    Path pid = home.resolve("pid");
    Path plugin =
        Files.writeString(home.resolve("plugin"), "#!/bin/sh\necho $$ >" + pid + "\nsleep 600\n");
    assertThat(plugin.toFile().setExecutable(true)).isTrue();
    Path config =
        Files.writeString(
            home.resolve("config"),
            """
            {apiVersion: v1, kind: Config, current-context: c,
             contexts: [{name: c, context: {cluster: c, user: u}}],
             clusters: [{name: c, cluster: {server: "%s"}}],
             users: [{name: u, user: {exec: {apiVersion: client.authentication.k8s.io/v1,
               interactiveMode: Never, command: "%s"}}}]}
            """
                .formatted(url().replace("http:", "https:"), plugin));
    Path file = Files.writeString(home.resolve("m.yaml"), MANIFEST);
    Process process = start("--kubeconfig", config.toString(), "-f", file.toString());
    for (int i = 0; i < 400 && (!Files.exists(pid) || Files.size(pid) == 0); i++) {
      TimeUnit.MILLISECONDS.sleep(50);
    }
    var hanging = ProcessHandle.of(Long.parseLong(Files.readString(pid).strip())).orElseThrow();
    Instant signalled = Instant.now();
    signal(process, "INT");
    nothing(end(process, signalled));
    hanging.onExit().get(5, TimeUnit.SECONDS);
  }

  @Test
  @Tag("verify")
  void standardInputThatDoesNotEnd() throws Exception {
    Process process = start("-s", url(), "-f", "-");
    process.getOutputStream().write(MANIFEST.getBytes(StandardCharsets.UTF_8));
    process.getOutputStream().flush();
    awaitHandlers(process);
    Instant signalled = Instant.now();
    signal(process, "INT");
    nothing(end(process, signalled));
  }

  @Test
  @Tag("verify")
  void aSlowManifest() throws Exception {
    slow = "GET /m.yaml";
    Process process = start("-s", url(), "-f", url() + "/m.yaml");
    await(reached);
    Instant signalled = Instant.now();
    signal(process, "TERM");
    nothing(end(process, signalled));
  }

  /// Until the program has taken over SIGINT, whose bit is 2, in what Linux tells of it.
  private static void awaitHandlers(Process process) throws Exception {
    Path status = Path.of("/proc", Long.toString(process.pid()), "status");
    assumeTrue(Files.exists(status), "no /proc to see when the program has started");
    for (int i = 0;
        i < 100 && !Files.readString(status).matches("(?s).*SigCgt:\\s+\\w+[2367abefABEF]\\n.*");
        i++) {
      TimeUnit.MILLISECONDS.sleep(50);
    }
    TimeUnit.SECONDS.sleep(2);
  }

  private static void nothing(Ended ended) {
    assertThat(ended.out()).isEmpty();
    assertThat(ended.err()).isEqualTo("interrupted: nothing was changed\n");
    quick(ended);
  }

  private static void quick(Ended ended) {
    assertThat(ended.status()).isEqualTo(130);
    assertThat(ended.took()).isLessThan(Duration.ofSeconds(3));
  }
}
