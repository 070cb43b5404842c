package dev.japply.cluster.rest;

import static dev.japply.cluster.rest.Loopback.CONFIG_MAPS;
import static dev.japply.cluster.rest.Loopback.OBJECT;
import static dev.japply.cluster.rest.Loopback.OPTIONS;
import static dev.japply.cluster.rest.Loopback.PATCH;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.japply.cluster.ClusterException;
import dev.japply.cluster.ClusterException.Kind;
import dev.japply.cluster.rest.LoopbackServer.Answer;
import dev.japply.tree.GoJson;
import java.io.InputStream;
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
    "GET,   500, '',  PT0.5S",
    "GET,   503, '',  PT0.5S",
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
    assertThat(new Retries(Duration.ZERO).waitFor(request(method), response(status, retryAfter), 1))
        .isEqualTo(Optional.ofNullable(wait).map(Duration::parse));
  }

  @Test
  void givesUpAfterTenRepetitions() {
    Response busy = response(429, "1");
    assertThat(new Retries(Duration.ZERO).waitFor(request("GET"), busy, 10)).isPresent();
    assertThat(new Retries(Duration.ZERO).waitFor(request("GET"), busy, 11)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"1, 1", "2, 2", "3, 4", "4, 8", "5, 16"})
  void comesBackLaterAndLaterWhenNotTold(int sent, int seconds) {
    assertThat(new Retries(Duration.ZERO).waitFor(request("PATCH"), response(429, ""), sent))
        .contains(Duration.ofSeconds(seconds));
    assertThat(new Retries(Duration.ZERO).waitFor(request("PATCH"), response(429, ""), 6))
        .isEmpty();
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
    var retries = new Retries(Duration.ZERO);
    assertThat(retries.waitFor(types, response(status, retryAfter), 1))
        .isEqualTo(Optional.ofNullable(first).map(Duration::parse));
    assertThat(retries.waitFor(types, response(status, retryAfter), 2))
        .isEqualTo(Optional.ofNullable(then).map(Duration::parse));
  }

  @Test
  void whatWasAskedInVainIsNotWaitedForAgain() {
    Request types = Request.get("/apis/a/v1", "");
    var broken = new ClusterException(Kind.BROKEN, "EOF", "", null);
    var retries = new Retries(Duration.ZERO);
    assertThat(retries.waitFor(types, broken, 2)).contains(Duration.ofSeconds(1));
    assertThat(retries.waitFor(types, response(503, ""), 3)).isEmpty();
    assertThat(retries.waitFor(types, broken, 1)).isEmpty();
    assertThat(retries.waitFor(types, response(503, ""), 1)).isEmpty();
    assertThat(retries.waitFor(types, response(503, "1"), 1)).isPresent();
    assertThat(retries.waitFor(Request.get("/apis/b/v1", ""), broken, 1)).isPresent();
  }

  @Test
  void aReadThatBreaksIsSentAgain() {
    var broken = new ClusterException(Kind.BROKEN, "EOF", "", null);
    var late = new ClusterException(Kind.TIMEOUT, "late", "", null);
    assertThat(new Retries(Duration.ZERO).waitFor(request("GET"), broken, 1)).isPresent();
    assertThat(new Retries(Duration.ZERO).waitFor(request("GET"), broken, 3)).isEmpty();
    assertThat(new Retries(Duration.ZERO).waitFor(request("GET"), late, 1)).isEmpty();
    assertThat(new Retries(Duration.ZERO).waitFor(request("POST"), broken, 1)).isEmpty();
    Request watch = request("GET").into(new Ignored());
    assertThat(new Retries(Duration.ZERO).waitFor(watch, broken, 1)).isEmpty();
  }

  /// As while it restarts; whoever has never reached it has a wrong address.
  @ParameterizedTest
  @CsvSource({
    "GET, REFUSED, PT0S, PT27.5S",
    "PATCH, REFUSED, PT0S, PT27.5S",
    "PATCH, REFUSED, PT2S, PT1.5S",
    "PATCH, CUT, PT0S, PT27.5S"
  })
  void aServerThatHasAnsweredIsWaitedFor(
      String method, Kind kind, Duration timeout, Duration inAll) {
    var refused = new ClusterException(kind, "refused", "", null);
    var retries = new Retries(timeout);
    Request request = request(method);
    assertThat(retries.waitFor(request, refused, 1)).isEmpty();

    assertThat(retries.waitFor(request, response(200, ""), 1)).isEmpty();
    assertThat(retries.waitFor(request.into(new Ignored()), refused, 1)).isEmpty();
    Duration waited = Duration.ZERO;
    int sent = 1;
    for (var wait = retries.waitFor(request, refused, sent);
        wait.isPresent();
        wait = retries.waitFor(request, refused, ++sent)) {
      waited = waited.plus(wait.get());
    }
    assertThat(waited).isEqualTo(inAll);
    assertThat(retries.waitFor(request, refused, 1)).as("given up").isEmpty();

    assertThat(retries.waitFor(request, response(404, ""), 1)).isEmpty();
    assertThat(retries.waitFor(request, refused, 1)).as("there again").isPresent();
  }

  @Test
  void aServerThatFailsAtManyObjectsIsNotWaitedForAtEach() {
    Response failed = response(500, "");
    var retries = new Retries(Duration.ZERO);
    for (int i = 0; i < 3; i++) {
      Request object = Request.get("/o" + i, "configmaps c" + i);
      assertThat(retries.waitFor(object, failed, 1)).isPresent();
      assertThat(retries.waitFor(object, failed, 3)).isEmpty();
    }
    assertThat(retries.waitFor(Request.get("/o3", "configmaps c3"), failed, 1)).isEmpty();
    assertThat(retries.waitFor(Request.get("/apis/b/v1", ""), failed, 1)).isPresent();
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

  /// As while etcd elects another leader.
  @Test
  void aReadIsSentAgainUntold() {
    server.on(COLLECTION + "/c", Answer.text(500, "etcdserver: leader changed"), FINE);
    try (var cluster = Loopback.connect(server.url())) {
      assertThat(cluster.get(CONFIG_MAPS, "n", "c")).isPresent();
    }
    assertThat(server.asked()).hasSize(2);
  }

  @Test
  void aReadIsSentAgainWhenTold() {
    server.on(COLLECTION + "/c", Answer.text(503, "no").with("Retry-After: 0"), FINE);
    try (var cluster = Loopback.connect(server.url())) {
      assertThat(cluster.get(CONFIG_MAPS, "n", "c")).isPresent();
    }
    assertThat(server.asked()).hasSize(2);
  }

  private static final class Ignored implements BodyReceiver {
    @Override
    public void take(InputStream body) {}

    @Override
    public Duration patience() {
      return Duration.ofSeconds(1);
    }
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
