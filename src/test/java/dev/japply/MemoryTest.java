package dev.japply;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.japply.object.LastApplied;
import dev.japply.tree.GoJson;
import dev.japply.tree.Json;
import dev.japply.tree.Value.MapValue;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// 10,000 objects in a heap of 256 MB, in a namespace with 100,000 others of the same type: three
/// beside each of them, which are listed with it, and many that come after.
@Tag("process")
@Tag("verify")
class MemoryTest {
  private static final int WANTED = 10_000;
  private static final int NEIGHBOURS = 4;
  private static final int ALL = 110_000;

  private static final String TYPES =
      """
      {"kind":"APIResourceList","groupVersion":"v1","resources":[{"name":"configmaps",
      "singularName":"","namespaced":true,"kind":"ConfigMap","verbs":["get","list"]}]}
      """;
  private static final String COLLECTION = "/api/v1/namespaces/default/configmaps";
  private static final Pattern LIMIT = Pattern.compile("limit=(\\d+)");
  private static final Pattern START = Pattern.compile("continue=(\\d+)");

  @TempDir Path home;

  private final AtomicInteger listed = new AtomicInteger();
  private final AtomicInteger read = new AtomicInteger();
  private final ExecutorService threads = Executors.newFixedThreadPool(4);
  private final String live = live();
  private HttpServer server;

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(threads);
    server.createContext("/", MemoryTest::absent);
    server.createContext("/api/v1", exchange -> send(exchange, 200, TYPES));
    server.createContext("/api/v1/namespaces/kube-system", MemoryTest::absent);
    server.createContext(COLLECTION, this::objects);
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
    threads.shutdownNow();
  }

  private static String name(int place) {
    return "c%06d".formatted(place);
  }

  private static String manifest(String name) {
    return """
    {"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"%s","namespace":"default"},\
    "data":{"a":"%s","b":"in %s"}}\
    """
        .formatted(name, "some text ".repeat(50), name);
  }

  /// What is applied is every fourth object up to the last of these.
  private static String input() {
    var input = new StringBuilder();
    for (int place = 0; place < NEIGHBOURS * WANTED; place += NEIGHBOURS) {
      input.append("---\n").append(manifest(name(place))).append('\n');
    }
    return input.toString();
  }

  /// A live object whose name is `NAME`.
  private static String live() {
    var annotated = LastApplied.annotated((MapValue) Json.parse(manifest("NAME")));
    String managed =
        "{\"managedFields\":[{\"manager\":\"me\",\"operation\":\"Update\",\"fieldsV1\":"
            + "{\"f:data\":{\".\":{},\"f:a\":{},\"f:b\":{}}}}],\"uid\":\"u\",";
    String metadata = GoJson.write(annotated.map("metadata"));
    return GoJson.write(
        annotated.with("metadata", (MapValue) Json.parse(managed + metadata.substring(1))));
  }

  private String live(int place) {
    return live.replace("NAME", name(place));
  }

  private void objects(HttpExchange exchange) throws IOException {
    String path = exchange.getRequestURI().getPath();
    if (path.equals(COLLECTION)) {
      send(exchange, 200, list(exchange.getRequestURI().getQuery()));
    } else {
      read.incrementAndGet();
      int place = Integer.parseInt(path.substring(path.lastIndexOf('/') + 2));
      send(exchange, 200, live(place));
    }
  }

  private String list(String query) {
    int start = number(START, query);
    int end = Math.min(ALL, start + number(LIMIT, query));
    var list = new StringBuilder("{\"kind\":\"ConfigMapList\",\"metadata\":{");
    if (end < ALL) {
      list.append("\"continue\":\"%d\",\"remainingItemCount\":%d".formatted(end, ALL - end));
    }
    list.append("},\"items\":[");
    for (int place = start; place < end; place++) {
      list.append(place == start ? "" : ",").append(live(place));
    }
    listed.addAndGet(end - start);
    return list.append("]}").toString();
  }

  private static int number(Pattern pattern, String query) {
    Matcher matcher = pattern.matcher(query);
    return matcher.find() ? Integer.parseInt(matcher.group(1)) : 0;
  }

  private static void absent(HttpExchange exchange) throws IOException {
    send(exchange, 404, "{\"kind\":\"Status\",\"code\":404,\"reason\":\"NotFound\"}");
  }

  private static void send(HttpExchange exchange, int status, String text) throws IOException {
    byte[] body = text.getBytes(UTF_8);
    exchange.getResponseHeaders().add("Content-Type", "application/json");
    exchange.sendResponseHeaders(status, body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }

  private Program.Said run(String... args) throws Exception {
    return runIn("256m", input(), "-", args);
  }

  private Program.Said runIn(String heap, String input, String file, String... args)
      throws Exception {
    var flags = new ArrayList<>(List.of(args));
    flags.addAll(List.of("-s", "http://127.0.0.1:" + server.getAddress().getPort(), "-f", file));
    String options = "-Xmx" + heap + " -XX:+UseSerialGC";
    var environment =
        Map.of(
            "HOME", home.toString(), "JAVA_TOOL_OPTIONS", options, "JAPPLY_JAVA_OPTIONS", options);
    return Program.process(Program.command(), environment, input, flags);
  }

  /// No server stores it, so it is refused before it is sent.
  @ParameterizedTest
  @CsvSource({"'', ''", "'\"', '\"'"})
  void aLineOf100MegabytesFitsIntoAGigabyte(String start, String end) throws Exception {
    Path file = home.resolve("long.yaml");
    try (var out = Files.newBufferedWriter(file)) {
      out.write("{apiVersion: v1, kind: ConfigMap, metadata: {name: c000000}, data: {k: " + start);
      String part = "x".repeat(1_000_000);
      for (int i = 0; i < 100; i++) {
        out.write(part);
      }
      out.write(end + "}}\n");
    }
    Program.Said said = runIn("1g", "", file.toString(), "apply");
    assertThat(said.err()).contains("long.yaml:1: ConfigMap default/c000000: ", "262144 bytes");
    assertThat(said.err().length()).isLessThan(1000);
    assertThat(said.status()).isEqualTo(1);
  }

  /// The progress, and what the JVM says of the variable.
  private static boolean expected(String line) {
    return line.matches(
        "japply: \\d+ of 10000 done|Picked up JAVA_TOOL_OPTIONS: .*|10000 objects: 10000 unchanged"
            + " .*");
  }

  @Test
  void manyObjectsFitAmongManyOthers() throws Exception {
    Program.Said said = run("apply");
    assertThat(said.err().lines()).allMatch(MemoryTest::expected);
    assertThat(said.out().lines()).hasSize(WANTED).allMatch(line -> line.endsWith(" unchanged"));
    assertThat(said.status()).isZero();
    assertThat(listed.get()).isBetween(NEIGHBOURS * WANTED - 1000, NEIGHBOURS * WANTED + 1000);
    assertThat(read.get()).isLessThan(500);
  }

  @Test
  void manyObjectsWithoutDifferenceFit() throws Exception {
    Program.Said said = run("diff");
    assertThat(said.err().lines()).allMatch(MemoryTest::expected);
    assertThat(said.out()).isEmpty();
    assertThat(said.status()).isZero();
  }

  @Test
  void reasonsOfManyObjectsFit() throws Exception {
    Program.Said said = run("why");
    assertThat(said.err().lines()).allMatch(MemoryTest::expected);
    assertThat(said.out()).isEqualTo("nothing changes: 10000 objects stay as they are\n");
    assertThat(said.status()).isZero();
  }

  @Test
  void aPlanOfManyObjectsFits() throws Exception {
    Path plan = home.resolve("plan.json");
    Program.Said said = run("plan", "--out", plan.toString());
    assertThat(said.err().lines()).allMatch(MemoryTest::expected);
    assertThat(said.out()).endsWith("\nnothing changes: 10000 objects stay as they are\n");
    assertThat(said.status()).isZero();
    try (Stream<String> lines = Files.lines(plan)) {
      assertThat(lines.filter(line -> line.contains("\"action\": \"leave\""))).hasSize(WANTED);
    }
  }
}
