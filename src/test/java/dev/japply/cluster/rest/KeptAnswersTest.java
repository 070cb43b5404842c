package dev.japply.cluster.rest;

import static dev.japply.cluster.rest.Loopback.CONFIG_MAPS;
import static dev.japply.cluster.rest.Loopback.NOWHERE;
import static dev.japply.cluster.rest.Loopback.OBJECT;
import static dev.japply.cluster.rest.Loopback.OPTIONS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.japply.cluster.ClusterException;
import dev.japply.cluster.config.ConnectionOptions;
import dev.japply.cluster.config.ConnectionOptions.Overrides;
import dev.japply.cluster.rest.LoopbackServer.Answer;
import dev.japply.cluster.rest.RestCluster.Messages;
import dev.japply.object.Gvk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What a later run does not ask again, and what it does when the server has changed meanwhile.
class KeptAnswersTest {
  private static final Answer GONE = Answer.text(404, "404 page not found");
  private static final Answer NO_CONFIG_MAP =
      Answer.json(
          404,
          "{'kind':'Status','code':404,'reason':'NotFound','details':{'name':'c','kind':'cm'}}");
  private static final Gvk CONFIG_MAP = Gvk.of("v1", "ConfigMap");

  private final LoopbackServer server =
      new LoopbackServer()
          .on("/api/v1", types("configmaps", true))
          .on("/api/v1/namespaces/n/configmaps/c", NO_CONFIG_MAP)
          .on("/version", Answer.json(200, "{'major':'1','minor':'99'}"))
          .on("/openapi/v3", index("AAAAAAAA"))
          .on("/openapi/v3/api/v1", Answer.json(200, "{'openapi':'3.0.0','components':{}}"));
  @TempDir private Path cache;
  private Duration later = Duration.ZERO;

  private static Answer types(String plural, boolean namespaced) {
    return Answer.json(
        200,
        "{'kind':'APIResourceList','groupVersion':'v1',"
            + "'resources':[{'name':'%s','namespaced':%s,'kind':'ConfigMap'}]}"
                .formatted(plural, namespaced));
  }

  private static Answer index(String hash) {
    return Answer.json(
        200, "{'paths':{'api/v1':{'serverRelativeURL':'/openapi/v3/api/v1?hash=" + hash + "'}}}");
  }

  private RestCluster connect() {
    return connect(Overrides.NONE);
  }

  private RestCluster connect(Overrides overrides) {
    return connect(overrides, server.url());
  }

  private RestCluster connect(Overrides overrides, String url) {
    var memory =
        new ClientCaches(
            new CachedSchemas(new SchemaCache(cache)),
            new DiskResponseCache(cache, Clock.offset(Clock.systemUTC(), later)));
    return Loopback.connect(
        ConnectionOptions.DEFAULT.withOverrides(overrides.withCluster("server", url)),
        NOWHERE,
        memory,
        new Messages(warning -> {}, line -> {}));
  }

  @BeforeEach
  void anEarlierRun() {
    try (var cluster = connect()) {
      assertThat(cluster.resource(CONFIG_MAP)).contains(CONFIG_MAPS);
      assertThat(cluster.schema(CONFIG_MAP)).isPresent();
    }
    assertThat(asked())
        .containsExactly(
            "GET /api/v1",
            "GET /version",
            "GET /openapi/v3",
            "GET /openapi/v3/api/v1?hash=AAAAAAAA");
  }

  @AfterEach
  void stop() {
    server.close();
  }

  /// What the server was asked since this was asked last.
  private List<String> asked() {
    List<String> all = server.lines();
    List<String> since = all.subList(seen, all.size());
    seen = all.size();
    return since;
  }

  private int seen;

  @Test
  void aLaterRunAsksForTheObjectAlone() {
    try (var cluster = connect()) {
      assertThat(cluster.resource(CONFIG_MAP)).contains(CONFIG_MAPS);
      assertThat(cluster.schema(CONFIG_MAP)).isPresent();
      assertThat(cluster.get(CONFIG_MAPS, "n", "c")).isEmpty();
    }
    assertThat(asked()).containsExactly("GET /api/v1/namespaces/n/configmaps/c");
  }

  @Test
  void afterTenMinutesItAsksAgain() {
    later = Duration.ofMinutes(10);
    try (var cluster = connect()) {
      assertThat(cluster.resource(CONFIG_MAP)).contains(CONFIG_MAPS);
      assertThat(cluster.schema(CONFIG_MAP)).isPresent();
    }
    assertThat(asked()).containsExactly("GET /api/v1", "GET /version", "GET /openapi/v3");
  }

  /// Whose clock was wrong: then or now.
  @Test
  void answersFromTheFutureAreAskedAgain() {
    later = Duration.ofMinutes(-11);
    try (var cluster = connect()) {
      assertThat(cluster.resource(CONFIG_MAP)).contains(CONFIG_MAPS);
      assertThat(cluster.schema(CONFIG_MAP)).isPresent();
    }
    assertThat(asked()).containsExactly("GET /api/v1", "GET /version", "GET /openapi/v3");
  }

  /// The server is the same, whoever asks it and by which way.
  @Test
  void keepsNoPasswordOfAnAddress() throws IOException {
    String url = server.url().replace("://", "://me:hunter2@");
    try (var cluster = connect(Overrides.NONE, url)) {
      assertThat(cluster.resource(CONFIG_MAP)).contains(CONFIG_MAPS);
    }
    try (var cluster = connect(Overrides.NONE.withCluster("tls-server-name", "other"), url)) {
      assertThat(cluster.resource(CONFIG_MAP)).contains(CONFIG_MAPS);
    }
    assertThat(asked()).containsExactly("GET /api/v1");
    try (Stream<Path> files = Files.walk(cache)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        assertThat(file.getFileName() + Files.readString(file)).doesNotContain("hunter2");
      }
    }
  }

  @Test
  void anotherServerIsAskedItself() {
    try (var cluster = connect(Overrides.NONE.withCluster("tls-server-name", "other"))) {
      assertThat(cluster.resource(CONFIG_MAP)).contains(CONFIG_MAPS);
    }
    assertThat(asked()).containsExactly("GET /api/v1");
  }

  @Test
  void whatIsDamagedIsAskedAgain() throws IOException {
    try (Stream<Path> files = Files.list(cache.resolve("answers"))) {
      for (Path file : files.toList()) {
        Files.writeString(file, Files.readString(file).replace("configmaps", "secretmaps"));
      }
    }
    try (var cluster = connect()) {
      assertThat(cluster.resource(CONFIG_MAP)).contains(CONFIG_MAPS);
    }
    assertThat(asked()).containsExactly("GET /api/v1");
  }

  @Test
  void aTypeThatCameMeanwhileIsFound() {
    server.on(
        "/api/v1",
        Answer.json(
            200,
            "{'kind':'APIResourceList','groupVersion':'v1',"
                + "'resources':[{'name':'widgets','namespaced':true,'kind':'Widget'}]}"));
    try (var cluster = connect()) {
      assertThat(cluster.resource(Gvk.of("v1", "Widget"))).isPresent();
      assertThat(cluster.resource(Gvk.of("v1", "Widget"))).isPresent();
    }
    assertThat(asked()).containsExactly("GET /api/v1");
  }

  @Test
  void aTypeThatIsGoneIsToldOnce() {
    server
        .on(
            "/api/v1",
            Answer.json(200, "{'kind':'APIResourceList','groupVersion':'v1','resources':[]}"))
        .on("/api/v1/namespaces/n/configmaps/c", GONE)
        .on("/api/v1/namespaces/n/configmaps", GONE);
    for (int run = 0; run < 2; run++) {
      try (var cluster = connect()) {
        boolean first = run == 0;
        assertThat(cluster.resource(CONFIG_MAP).isPresent()).isEqualTo(first);
        if (first) {
          assertThatThrownBy(() -> cluster.get(CONFIG_MAPS, "n", "c"))
              .isInstanceOf(ClusterException.class)
              .hasMessageContaining("no matches for kind \"ConfigMap\" in version \"v1\"");
        }
      }
    }
  }

  @Test
  void soItIsOnEveryWay() {
    server.on("/api/v1", types("configmaps", false)).on("/api/v1/namespaces/n/configmaps", GONE);
    try (var cluster = connect()) {
      assertThat(cluster.resource(CONFIG_MAP)).contains(CONFIG_MAPS);
      assertThatThrownBy(() -> cluster.create(CONFIG_MAPS, "n", OBJECT, OPTIONS))
          .isInstanceOf(ClusterException.class)
          .hasMessageContaining("at another path now: run again");
      assertThat(cluster.resource(CONFIG_MAP).orElseThrow().namespaced()).isFalse();
    }
  }

  @Test
  void aDocumentIsFetchedByTheServersOwnIndexOnly() throws IOException {
    try (Stream<Path> files = Files.list(cache.resolve("schema"))) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
    }
    server.on("/openapi/v3", index("BBBBBBBB"));
    try (var cluster = connect()) {
      assertThat(cluster.schema(CONFIG_MAP)).isPresent();
    }
    assertThat(asked()).containsExactly("GET /openapi/v3", "GET /openapi/v3/api/v1?hash=BBBBBBBB");
  }

  @Test
  void aGroupThatTheIndexDidNotHaveIsLookedUp() {
    server.on(
        "/openapi/v3",
        Answer.json(
            200,
            "{'paths':{'apis/x.example/v1':{'serverRelativeURL':'/openapi/v3/x?hash=CCCCCCCC'}}}"));
    server.on("/openapi/v3/x", Answer.json(200, "{'openapi':'3.0.0','components':{}}"));
    try (var cluster = connect()) {
      assertThat(cluster.schema(Gvk.of("x.example/v1", "Widget"))).isEmpty();
      assertThat(cluster.schema(Gvk.of("x.example/v1", "Other"))).isEmpty();
    }
    assertThat(asked()).containsExactly("GET /openapi/v3", "GET /openapi/v3/x?hash=CCCCCCCC");
  }
}
