package dev.japply.cluster.rest;

import static dev.japply.cluster.rest.Loopback.CONFIG_MAPS;
import static dev.japply.cluster.rest.Loopback.NOWHERE;
import static dev.japply.cluster.rest.Loopback.NO_SCHEMAS;
import static dev.japply.cluster.rest.Loopback.OPTIONS;
import static dev.japply.cluster.rest.Loopback.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.japply.cluster.ClusterException;
import dev.japply.cluster.Patch;
import dev.japply.cluster.Resource;
import dev.japply.cluster.config.ConnectionOptions;
import dev.japply.cluster.config.ConnectionOptions.Overrides;
import dev.japply.cluster.rest.LoopbackServer.Answer;
import dev.japply.cluster.rest.RestCluster.Messages;
import dev.japply.object.Gvk;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What is logged of requests, and what never is.
class RequestLogTest {
  private static final Resource SECRETS = new Resource(Gvk.of("v1", "Secret"), "secrets", true);
  private static final String PATH = "/api/v1/namespaces/n/";
  private static final String SECRET =
      "{'apiVersion':'v1','kind':'Secret','metadata':{'name':'s','annotations':"
          + "{'kubectl.kubernetes.io/last-applied-configuration':"
          + "'{\\\"data\\\":{\\\"p\\\":\\\"aHVudGVyMjI=\\\"}}'}},'data':{'p':'aHVudGVyMjI='}}";

  private static TestCertificates certificates;
  private final List<String> lines = new CopyOnWriteArrayList<>();
  private LoopbackServer server;

  @BeforeAll
  static void makeCertificates() throws Exception {
    certificates = TestCertificates.create("ip:127.0.0.1");
  }

  @BeforeEach
  void start() {
    server = certificates.server();
    server.on(PATH + "configmaps/c", Answer.json(200, Loopback.FOUND));
    server.on(PATH + "secrets/s", Answer.json(200, SECRET));
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private List<String> log(int level, Consumer<RestCluster> action) {
    return log(level, "https://127.0.0.1:" + server.port(), action);
  }

  private List<String> log(int level, String address, Consumer<RestCluster> action) {
    var overrides =
        Overrides.NONE
            .withCluster("server", address)
            .withCluster("insecure-skip-tls-verify", "true")
            .withUser("token", "my-token")
            .withLogLevel(level);
    try (var cluster =
        Loopback.connect(
            ConnectionOptions.DEFAULT.withOverrides(overrides),
            NOWHERE,
            new ClientCaches(NO_SCHEMAS, ResponseCache.NONE),
            new Messages(warning -> {}, lines::add))) {
      action.accept(cluster);
    }
    String port = String.valueOf(server.port());
    return lines.stream()
        .map(line -> line.replace(port, "PORT").replaceAll("in \\d+ ms", "in N ms"))
        .toList();
  }

  private static void read(RestCluster cluster) {
    cluster.get(CONFIG_MAPS, "n", "c");
  }

  private static void fails(ThrowingCallable action) {
    assertThatThrownBy(action).isInstanceOf(ClusterException.class);
  }

  @Test
  void nothingIsLoggedBelowSix() {
    assertThat(log(5, RequestLogTest::read)).isEmpty();
  }

  @Test
  void sixTellsWhatWasAskedAndAnswered() {
    assertThat(log(6, RequestLogTest::read))
        .containsExactly("GET https://127.0.0.1:PORT/api/v1/namespaces/n/configmaps/c 200 in N ms");
  }

  @Test
  void sevenHasTheHeadersOfRequests() {
    assertThat(log(7, RequestLogTest::read))
        .startsWith("Request: GET https://127.0.0.1:PORT/api/v1/namespaces/n/configmaps/c")
        .contains("    Accept: application/json", "    Authorization: Bearer <masked>")
        .endsWith(
            "Response: GET https://127.0.0.1:PORT/api/v1/namespaces/n/configmaps/c 200 in N ms");
  }

  @Test
  void eightHasBodies() {
    assertThat(log(8, RequestLogTest::read))
        .contains("    Content-type: application/json")
        .endsWith("Response body: " + Loopback.FOUND);
  }

  @Test
  void nineIsForCurl() {
    assertThat(log(9, RequestLogTest::read).getFirst())
        .startsWith("curl -v -XGET -H 'Accept: application/json'")
        .contains("-H 'Authorization: Bearer <masked>'")
        .endsWith("'https://127.0.0.1:PORT/api/v1/namespaces/n/configmaps/c'");
  }

  @Test
  void theFirstLongWaitIsToldAtAnyLevel() {
    var lines = new ArrayList<String>();
    var quiet = new RequestLog(0, lines::add, List.of());
    Request request = Request.get("/api/v1", "");
    quiet.logWait(request, Duration.ofMillis(500), "the server responds with 503");
    assertThat(lines).isEmpty();
    quiet.logWait(request, Duration.ofSeconds(8), "the server responds with 429");
    quiet.logWait(request, Duration.ofSeconds(16), "the server responds with 429");
    assertThat(lines)
        .containsExactly("japply: the server responds with 429; trying GET /api/v1 again in 8 s");
    new RequestLog(6, lines::add, List.of()).logWait(request, Duration.ofMillis(500), "EOF");
    assertThat(lines).endsWith("japply: EOF; trying GET /api/v1 again in 0.5 s");
  }

  @Test
  void bodiesAreCut() {
    String object = Loopback.FOUND.substring(0, Loopback.FOUND.length() - 1);
    String body = object + ",'z':'" + "x".repeat(20000 - object.length()) + "'}";
    server.on(PATH + "configmaps/c", Answer.json(200, body));
    assertThat(log(8, RequestLogTest::read).getLast()).endsWith("x [truncated 18984 chars]");
    assertThat(log(9, RequestLogTest::read).getLast()).endsWith("x [truncated 9768 chars]");
    assertThat(log(10, RequestLogTest::read).getLast()).endsWith("x\"}");
  }

  @Test
  void aRequestWithoutAnAnswerIsLogged() {
    server.close();
    assertThat(log(6, cluster -> fails(() -> read(cluster))))
        .singleElement()
        .asString()
        .startsWith("GET https://127.0.0.1:PORT/api/v1/namespaces/n/configmaps/c failed in N ms: ")
        .contains("refused");
  }

  @ParameterizedTest
  @ValueSource(ints = {6, 7, 8, 9, 10})
  void passwordsInAddressesAreNeverLogged(int level) {
    server.on(
        PATH + "configmaps/c",
        Answer.json(403, "{}").with("Location: https://you:their-own@other/x"));
    String address = "https://me:s%20cret@127.0.0.1:" + server.port();
    List<String> logged =
        log(
            level,
            address,
            cluster -> {
              fails(() -> read(cluster));
              server.close();
              fails(() -> read(cluster));
            });
    assertThat(logged).hasSizeGreaterThanOrEqualTo(2);
    assertThat(String.join("\n", logged))
        .contains("GET https://127.0.0.1:PORT/api/v1/namespaces/n/configmaps/c")
        .doesNotContain("cret", "their-own", "bWU6cyBjcmV0");
    assertThat(server.asked().getFirst().header("authorization")).isEqualTo("Basic bWU6cyBjcmV0");
  }

  @ParameterizedTest
  @ValueSource(ints = {6, 7, 8, 9, 10})
  void secretsAreNeverLogged(int level) {
    String value = "'p':'aHVudGVyMjI='";
    server.on(
        PATH + "secrets",
        Answer.json(
            422,
            "{'kind':'Status','code':422,'reason':'Invalid','message':'bad: hunter22 and"
                + " aHVudGVyMjI= and else-where'}"));
    server.on(
        PATH + "configmaps/c",
        Answer.json(200, "{'kind':'List','items':[" + SECRET + "]}"),
        Answer.json(200, "{'kind':'SecretList','items':[{'data':{" + value + "}}]}"),
        Answer.text(500, "no: hunter22"));
    var patch = new Patch(Patch.Type.MERGE, json("{'stringData':{'q':'else-where'}}"));
    List<String> logged =
        log(
            level,
            cluster -> {
              cluster.get(SECRETS, "n", "s");
              cluster.patch(SECRETS, "n", "s", patch, OPTIONS);
              fails(() -> cluster.create(SECRETS, "n", json(SECRET), OPTIONS));
              fails(() -> read(cluster));
              fails(() -> read(cluster));
              fails(() -> read(cluster));
            });
    assertThat(logged).hasSizeGreaterThanOrEqualTo(6);
    assertThat(String.join("\n", logged))
        .doesNotContain("hunter22", "aHVudGVyMjI", "else-where", "my-token");
    if (level >= 8) {
      assertThat(String.join("\n", logged)).contains("{\"p\":\"***\"}", "{\"q\":\"***\"}");
    }
  }
}
