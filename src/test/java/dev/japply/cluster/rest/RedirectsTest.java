package dev.japply.cluster.rest;

import static dev.japply.cluster.rest.Loopback.CONFIG_MAPS;
import static dev.japply.cluster.rest.Loopback.OBJECT;
import static dev.japply.cluster.rest.Loopback.OPTIONS;
import static dev.japply.cluster.rest.Loopback.PATCH;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.japply.cluster.ClusterException;
import dev.japply.cluster.ClusterException.Kind;
import dev.japply.cluster.config.ConnectionOptions;
import dev.japply.cluster.config.ConnectionOptions.Overrides;
import dev.japply.cluster.rest.LoopbackServer.Answer;
import dev.japply.cluster.rest.LoopbackServer.Asked;
import dev.japply.tree.GoJson;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Which redirects are followed, and what is sent there.
class RedirectsTest {
  private static final String COLLECTION = "/api/v1/namespaces/n/configmaps";
  private static final String C = COLLECTION + "/c";
  private static final String QUERY = "?fieldManager=manager&fieldValidation=Strict";

  private static TestCertificates certificates;
  private LoopbackServer server;
  private RestCluster cluster;

  @BeforeAll
  static void makeCertificates() throws Exception {
    certificates = TestCertificates.create("ip:127.0.0.1");
  }

  @BeforeEach
  void start() {
    server = certificates.server();
    var overrides =
        Overrides.NONE
            .withCluster("server", url("/prefix"))
            .withCluster("insecure-skip-tls-verify", "true")
            .withUser("token", "sesame");
    cluster = Loopback.connect(ConnectionOptions.DEFAULT.withOverrides(overrides));
  }

  @AfterEach
  void stop() {
    cluster.close();
    server.close();
  }

  private String url(String path) {
    return "https://127.0.0.1:" + server.port() + path;
  }

  private static Answer to(int status, String location) {
    return Answer.text(status, "elsewhere").with("Location: " + location);
  }

  private static Answer found() {
    return Answer.json(200, Loopback.FOUND);
  }

  private static ClusterException failure(ThrowingCallable request) {
    var error = catchThrowableOfType(ClusterException.class, request);
    assertThat(error).isNotNull();
    return error;
  }

  @ParameterizedTest
  @ValueSource(ints = {307, 308})
  void methodAndBodyAreKept(int status) {
    server
        .on("/prefix" + COLLECTION, to(status, "/moved" + COLLECTION + QUERY))
        .on("/moved" + COLLECTION, to(status, url("/again?x=y")))
        .on("/again", found())
        .on("/prefix" + C, to(status, "../../../../../there"))
        .on("/prefix/there", found());
    cluster.create(CONFIG_MAPS, "n", OBJECT, OPTIONS);
    cluster.patch(CONFIG_MAPS, "n", "c", PATCH, OPTIONS);
    assertThat(server.lines())
        .containsExactly(
            "POST /prefix" + COLLECTION + QUERY,
            "POST /moved" + COLLECTION + QUERY,
            "POST /again?x=y",
            "PATCH /prefix" + C + QUERY,
            "PATCH /prefix/there");
    assertThat(server.asked().subList(0, 3))
        .extracting(Asked::body)
        .containsOnly(GoJson.write(OBJECT));
    assertThat(server.asked())
        .extracting(asked -> asked.header("authorization"))
        .containsOnly("Bearer sesame");
    assertThat(server.asked().getLast().header("content-type"))
        .isEqualTo("application/merge-patch+json");
  }

  @ParameterizedTest
  @ValueSource(ints = {301, 302, 303, 307, 308})
  void readsAreSentThere(int status) {
    server.on("/prefix" + C, to(status, "/moved")).on("/moved", found());
    assertThat(cluster.get(CONFIG_MAPS, "n", "c")).contains(OBJECT);
  }

  @ParameterizedTest
  @ValueSource(ints = {301, 302, 303})
  void noReadIsMadeOfAWrite(int status) {
    server.on("/prefix" + C, to(status, "/moved")).on("/moved", found());
    ClusterException error = failure(() -> cluster.patch(CONFIG_MAPS, "n", "c", PATCH, OPTIONS));
    assertThat(error)
        .hasMessageContaining("a redirect (" + status + ") that turns the write into a read");
    assertThat(error.kind()).isEqualTo(status == 303 ? Kind.UNEXPECTED : Kind.RESPONDED);
    assertThat(server.asked()).hasSize(1);
  }

  @Test
  void anotherServerGetsNothing() {
    try (var other = new LoopbackServer()) {
      other.on("/there", found());
      String secure = "https://localhost:" + server.port();
      server.on(
          "/prefix" + C,
          to(307, other.url() + "/there"),
          to(307, "https://127.0.0.1:" + other.port() + "/there"),
          to(307, secure + "/there"),
          to(308, "//me:hunter2@127.0.0.1:1/there"));
      for (int i = 0; i < 4; i++) {
        ClusterException error = failure(() -> cluster.get(CONFIG_MAPS, "n", "c"));
        assertThat(error)
            .hasMessageContaining("redirects to another server are not followed: http")
            .hasMessageNotContaining("hunter2");
        assertThat(error.status()).isBetween(307, 308);
      }
      assertThat(other.asked()).isEmpty();
      assertThat(server.asked()).hasSize(4);
    }
  }

  @Test
  void circlesEnd() {
    server.on("/prefix" + C, to(307, url("/prefix" + C)));
    assertThat(failure(() -> cluster.patch(CONFIG_MAPS, "n", "c", PATCH, OPTIONS)))
        .hasMessage("PATCH " + C + ": stopped after 10 redirects");
    assertThat(server.asked()).hasSize(11);
  }

  @ParameterizedTest
  @ValueSource(strings = {"http://[bad", "https://", "http://a b", "mailto:x"})
  void aBadLocationIsOneLine(String location) {
    server.on("/prefix" + C, to(307, location));
    assertThat(failure(() -> cluster.get(CONFIG_MAPS, "n", "c")))
        .hasMessage("GET " + C + ": failed to parse Location header of a redirect: not a URL");
  }

  @Test
  void withoutALocationTheAnswerIsTheStatus() {
    server.on("/prefix" + C, Answer.text(307, "go"));
    assertThat(failure(() -> cluster.get(CONFIG_MAPS, "n", "c")))
        .hasMessageContaining("the server responded with the status code 307");
  }
}
