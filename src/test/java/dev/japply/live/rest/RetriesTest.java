package dev.japply.live.rest;

import static dev.japply.live.fabric8.Loopback.CONFIG_MAPS;
import static dev.japply.live.fabric8.Loopback.OBJECT;
import static dev.japply.live.fabric8.Loopback.OPTIONS;
import static dev.japply.live.fabric8.Loopback.PATCH;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.japply.live.ClusterException;
import dev.japply.live.ClusterException.Kind;
import dev.japply.live.fabric8.Loopback;
import dev.japply.live.fabric8.LoopbackServer;
import dev.japply.live.fabric8.LoopbackServer.Answer;
import dev.japply.tree.GoJson;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What is sent again, and what is not.
class RetriesTest {
  private static final String COLLECTION = "/api/v1/namespaces/n/configmaps";
  private static final Answer FINE = Answer.json(200, Loopback.FOUND);

  private final LoopbackServer server = new LoopbackServer();

  @AfterEach
  void stop() {
    server.close();
  }

  @ParameterizedTest
  @CsvSource({
    "GET,   429, 3,   PT3S",
    "POST,  429, 3,   PT3S",
    "PATCH, 429, 0,   PT0S",
    "GET,   500, 1,   PT1S",
    "GET,   503, 1,   PT1S",
    "GET,   504, 60,  PT1M",
    "GET,   503, 61,  ",
    "GET,   503, '',  ",
    "GET,   503, -1,  ",
    "GET,   503, soon,",
    "POST,  429, '',  PT1S",
    "POST,  500, 1,   ",
    "POST,  503, 1,   ",
    "PATCH, 504, 1,   ",
    "GET,   404, 1,   ",
    "PATCH, 409, 1,   ",
    "GET,   200, 1,   "
  })
  void waitsOnlyAsToldAndOnlyWhenNothingWasDone(
      String method, int status, String retryAfter, String wait) {
    assertThat(new Retries().waitFor(request(method), response(status, retryAfter), 1))
        .isEqualTo(Optional.ofNullable(wait).map(Duration::parse));
  }

  @Test
  void givesUpAfterTenRepetitions() {
    Response busy = response(429, "1");
    assertThat(new Retries().waitFor(request("GET"), busy, 10)).isPresent();
    assertThat(new Retries().waitFor(request("GET"), busy, 11)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"1, 1", "2, 2", "3, 4", "4, 8", "5, 16"})
  void comesBackLaterAndLaterWhenNotTold(int sent, int seconds) {
    assertThat(new Retries().waitFor(request("PATCH"), response(429, ""), sent))
        .contains(Duration.ofSeconds(seconds));
    assertThat(new Retries().waitFor(request("PATCH"), response(429, ""), 6)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "500, '', PT0.5S, PT1S",
    "503, '', PT0.5S, PT1S",
    "503, 7,  PT7S,   PT7S",
    "503, 61, ,       ",
    "404, '', ,       "
  })
  void whatTheServerOffersIsAskedAgain(int status, String retryAfter, String first, String then) {
    Request types = Request.get("/apis/a/v1", "");
    var retries = new Retries();
    assertThat(retries.waitFor(types, response(status, retryAfter), 1))
        .isEqualTo(Optional.ofNullable(first).map(Duration::parse));
    assertThat(retries.waitFor(types, response(status, retryAfter), 2))
        .isEqualTo(Optional.ofNullable(then).map(Duration::parse));
  }

  @Test
  void whatWasAskedInVainIsNotWaitedForAgain() {
    Request types = Request.get("/apis/a/v1", "");
    var broken = new ClusterException(Kind.BROKEN, "EOF", "", null);
    var retries = new Retries();
    assertThat(retries.waitFor(types, broken, 2)).contains(Duration.ofSeconds(1));
    assertThat(retries.waitFor(types, response(503, ""), 3)).isEmpty();
    assertThat(retries.waitFor(types, broken, 1)).isEmpty();
    assertThat(retries.waitFor(types, response(503, ""), 1)).isEmpty();
    assertThat(retries.waitFor(types, response(503, "1"), 1)).isPresent();
    assertThat(retries.waitFor(Request.get("/apis/b/v1", ""), broken, 1)).isPresent();
  }

  @Test
  void objectsAreNotReadAgainUntold() {
    var broken = new ClusterException(Kind.BROKEN, "EOF", "", null);
    assertThat(new Retries().waitFor(request("GET"), broken, 1)).isEmpty();
    assertThat(new Retries().waitFor(request("POST"), broken, 1)).isEmpty();
  }

  @Test
  void aRefusedWriteIsSentAgain() {
    server.on(COLLECTION, busy().with("Retry-After: 0"), busy().with("Retry-After: 0"), FINE);
    try (var cluster = Loopback.connect(server.url())) {
      cluster.create(CONFIG_MAPS, "n", OBJECT, OPTIONS);
    }
    assertThat(server.asked()).hasSize(3);
    assertThat(server.asked()).extracting(LoopbackServer.Asked::body).containsOnly(body());
  }

  @Test
  void aServerThatStaysBusyIsLeftInPeace() {
    server.on(COLLECTION, busy().with("Retry-After: 0"));
    try (var cluster = Loopback.connect(server.url())) {
      assertThatThrownBy(() -> cluster.create(CONFIG_MAPS, "n", OBJECT, OPTIONS))
          .isInstanceOfSatisfying(
              ClusterException.class, e -> assertThat(e.reason()).isEqualTo("TooManyRequests"));
    }
    assertThat(server.asked()).hasSize(11);
  }

  @ParameterizedTest
  @ValueSource(ints = {500, 502, 503, 504})
  void noWriteIsSentAgainUntold(int status) {
    server.on(COLLECTION, Answer.text(status, "no"), FINE);
    server.on(COLLECTION + "/c", Answer.text(status, "no"), FINE);
    try (var cluster = Loopback.connect(server.url())) {
      assertThatThrownBy(() -> cluster.create(CONFIG_MAPS, "n", OBJECT, OPTIONS))
          .isInstanceOf(ClusterException.class);
      assertThatThrownBy(() -> cluster.patch(CONFIG_MAPS, "n", "c", PATCH, OPTIONS))
          .isInstanceOf(ClusterException.class);
    }
    assertThat(server.asked()).hasSize(2);
  }

  @Test
  void anUnauthorizedWriteIsNotSentAgain() {
    server.on(COLLECTION, Answer.text(401, "no"), FINE);
    try (var cluster = Loopback.connect(server.url())) {
      assertThatThrownBy(() -> cluster.create(CONFIG_MAPS, "n", OBJECT, OPTIONS))
          .isInstanceOf(ClusterException.class);
    }
    assertThat(server.asked()).hasSize(1);
  }

  @Test
  void aReadIsSentAgainWhenTold() {
    server.on(COLLECTION + "/c", Answer.text(503, "no").with("Retry-After: 0"), FINE);
    try (var cluster = Loopback.connect(server.url())) {
      assertThat(cluster.get(CONFIG_MAPS, "n", "c")).isPresent();
    }
    assertThat(server.asked()).hasSize(2);
  }

  private static String body() {
    return GoJson.write(OBJECT);
  }

  private static Answer busy() {
    return Answer.text(429, "Too many requests, please try again later.");
  }

  private static Request request(String method) {
    return new Request(method, "/", new TreeMap<>(), "", "", "configmaps c", null);
  }

  private static Response response(int status, String retryAfter) {
    return new Response(status, "", retryAfter, "", List.of(), new Body(new byte[0]));
  }
}
