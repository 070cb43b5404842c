package dev.japply.cluster.rest;

import static dev.japply.cluster.rest.Loopback.CONFIG_MAPS;
import static dev.japply.cluster.rest.Loopback.OBJECT;
import static dev.japply.cluster.rest.Loopback.OPTIONS;
import static dev.japply.cluster.rest.Loopback.PATCH;
import static dev.japply.cluster.rest.Loopback.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.japply.cluster.ClusterException;
import dev.japply.cluster.ListPage;
import dev.japply.cluster.Patch;
import dev.japply.cluster.WriteOptions;
import dev.japply.cluster.config.ConnectionOptions;
import dev.japply.cluster.config.ConnectionOptions.Overrides;
import dev.japply.cluster.config.Environment;
import dev.japply.cluster.rest.LoopbackServer.Answer;
import dev.japply.cluster.rest.LoopbackServer.Asked;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What requests look like.
class RequestsTest {
  private static final String COLLECTION = "/api/v1/namespaces/n/configmaps";
  private static final String OBJECT_PATH = COLLECTION + "/c";
  private static final Answer FINE = Answer.json(200, Loopback.FOUND);

  private final LoopbackServer server =
      new LoopbackServer().on(COLLECTION, FINE).on(OBJECT_PATH, FINE);

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void getAsksForJsonAndSaysWhoAsks() {
    try (var cluster = Loopback.connect(server.url())) {
      cluster.get(CONFIG_MAPS, "n", "c");
    }
    Asked asked = server.asked().getFirst();
    assertThat(asked.line()).isEqualTo("GET " + OBJECT_PATH);
    assertThat(asked.header("accept")).isEqualTo("application/json");
    assertThat(asked.header("user-agent")).matches("japply/\\S+ \\([a-z]+/[a-z0-9]+\\)");
    assertThat(asked.headers()).doesNotContainKeys("authorization", "impersonate-user");
    assertThat(asked.body()).isEmpty();
  }

  @Test
  void createPostsTheObjectAsItIs() {
    try (var cluster = Loopback.connect(server.url())) {
      cluster.create(CONFIG_MAPS, "n", OBJECT, OPTIONS);
    }
    Asked asked = server.asked().getFirst();
    assertThat(asked.line())
        .isEqualTo("POST " + COLLECTION + "?fieldManager=manager&fieldValidation=Strict");
    assertThat(asked.header("content-type")).isEqualTo("application/json");
    assertThat(json(asked.body())).isEqualTo(OBJECT);
  }

  @Test
  void patchSaysItsType() {
    try (var cluster = Loopback.connect(server.url())) {
      cluster.patch(CONFIG_MAPS, "n", "c", PATCH, OPTIONS);
      var strategic = new Patch(Patch.Type.STRATEGIC, PATCH.body());
      cluster.patch(CONFIG_MAPS, "n", "c", strategic, OPTIONS);
    }
    assertThat(server.asked())
        .extracting(asked -> asked.header("content-type"))
        .containsExactly("application/merge-patch+json", "application/strategic-merge-patch+json");
    assertThat(server.asked()).extracting(Asked::body).containsOnly("{\"data\":{\"a\":\"1\"}}");
  }

  @Test
  void parametersStandInTheOrderOfTheirNames() {
    try (var cluster = Loopback.connect(server.url())) {
      var dry = new WriteOptions("a&b c", "Ignore", true);
      cluster.patch(CONFIG_MAPS, "n", "c", PATCH, dry);
      cluster.patch(CONFIG_MAPS, "n", "c", PATCH, new WriteOptions("", "", false));
    }
    assertThat(server.lines())
        .containsExactly(
            "PATCH " + OBJECT_PATH + "?dryRun=All&fieldManager=a%26b+c&fieldValidation=Ignore",
            "PATCH " + OBJECT_PATH);
  }

  @Test
  void numbersBeyondDoublesSurviveBothWays() {
    server.on(
        OBJECT_PATH,
        Answer.json(
            200, "{'n':9007199254740993,'b':123456789012345678901," + Loopback.FOUND.substring(1)));
    try (var cluster = Loopback.connect(server.url())) {
      var live = cluster.get(CONFIG_MAPS, "n", "c").orElseThrow();
      cluster.patch(CONFIG_MAPS, "n", "c", new Patch(Patch.Type.MERGE, live), OPTIONS);
    }
    assertThat(server.asked().getLast().body())
        .contains("\"b\":123456789012345678901,", "\"n\":9007199254740993}");
  }

  @Test
  void aServerAddressMayHaveAPath() {
    server.on("/k8s/clusters/x" + OBJECT_PATH, FINE);
    try (var cluster = Loopback.connect(server.url() + "/k8s/clusters/x/")) {
      assertThat(cluster.get(CONFIG_MAPS, "n", "c")).isPresent();
    }
  }

  @Test
  void namesAreEncoded() {
    server.on(
        COLLECTION + "/system:é x?y",
        Answer.json(200, Loopback.FOUND.replace("\"c\"", "\"system:é x?y\"")));
    try (var cluster = Loopback.connect(server.url())) {
      assertThat(cluster.get(CONFIG_MAPS, "n", "system:é x?y")).isPresent();
    }
    assertThat(server.lines()).containsExactly("GET " + COLLECTION + "/system:%C3%A9%20x%3Fy");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", ".", "..", "a/b", "a%2fb"})
  void namesThatLeadElsewhereAreNotSent(String name) {
    try (var cluster = Loopback.connect(server.url())) {
      assertThatThrownBy(() -> cluster.get(CONFIG_MAPS, "n", name))
          .isInstanceOf(ClusterException.class)
          .hasMessageStartingWith("invalid resource name \"" + name + "\": [may not ");
      assertThatThrownBy(() -> cluster.create(CONFIG_MAPS, name, OBJECT, OPTIONS))
          .isInstanceOf(ClusterException.class)
          .hasMessageStartingWith("invalid namespace \"" + name + "\"");
    }
    assertThat(server.asked()).isEmpty();
  }

  @Test
  void aTimeoutIsToldToTheServer() {
    try (var cluster = Loopback.connect(server.url(), Duration.ofSeconds(90))) {
      cluster.get(CONFIG_MAPS, "n", "c");
    }
    assertThat(server.lines()).containsExactly("GET " + OBJECT_PATH + "?timeout=90000ms");
  }

  @Test
  void compressedAnswersAreRead() throws IOException {
    server.on(
        OBJECT_PATH, new Answer(200, List.of("Content-Encoding: gzip"), zipped(Loopback.FOUND)));
    try (var cluster = Loopback.connect(server.url())) {
      assertThat(cluster.get(CONFIG_MAPS, "n", "c")).contains(OBJECT);
    }
    assertThat(server.asked().getFirst().header("accept-encoding")).isEqualTo("gzip");
  }

  @ParameterizedTest
  @ValueSource(ints = {200, 500})
  void anAnswerThatIsTooLargeIsAnError(int status) {
    server.on(COLLECTION, Answer.text(status, "x".repeat(1025)));
    server.on(OBJECT_PATH, Answer.text(status, "x".repeat(1025)));
    try (var cluster = oneKibibyte()) {
      assertThatThrownBy(() -> cluster.get(CONFIG_MAPS, "n", "c"))
          .isInstanceOf(ClusterException.class)
          .hasMessage(
              "the server's response to GET %s is larger than 1024 bytes; set JAPPLY_MAX_BYTES in the"
                      .formatted(OBJECT_PATH)
                  + " environment to read more");
      assertThatThrownBy(() -> cluster.create(CONFIG_MAPS, "n", OBJECT, OPTIONS))
          .hasMessageContaining("the server's response to POST " + COLLECTION + " is larger than")
          .hasMessageEndingWith("whether the server carried out the request is not known");
      assertThat(server.asked()).as("none is repeated").hasSize(2);
    }
  }

  /// Little that comes may become much.
  @Test
  void anAnswerThatIsTooLargeWhenItIsUnzippedIsAnError() throws IOException {
    String object = FINE.body();
    List<String> headers = List.of("Content-Encoding: gzip");
    server.on(
        OBJECT_PATH,
        new Answer(200, headers, zipped(object + " ".repeat(1024 - object.length()))),
        new Answer(200, headers, zipped(object + " ".repeat(1025 - object.length()))));
    try (var cluster = oneKibibyte()) {
      assertThat(cluster.get(CONFIG_MAPS, "n", "c")).isPresent();
      assertThatThrownBy(() -> cluster.get(CONFIG_MAPS, "n", "c"))
          .isInstanceOf(ClusterException.class)
          .hasMessageContaining(" is larger than 1024 bytes");
    }
  }

  /// A cluster of which no answer may be larger.
  private RestCluster oneKibibyte() {
    var connection =
        ConnectionOptions.DEFAULT.withOverrides(Overrides.NONE.withCluster("server", server.url()));
    var environment =
        new Environment(Map.of("HOME", "/none", "JAPPLY_MAX_BYTES", "1Ki"), Path.of("/none"));
    return Loopback.connect(connection, environment);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "<html>", "[1]", "{"})
  void whatIsNoObjectIsAnError(String body) {
    server.on(OBJECT_PATH, Answer.text(200, body));
    try (var cluster = Loopback.connect(server.url())) {
      assertThatThrownBy(() -> cluster.get(CONFIG_MAPS, "n", "c"))
          .isInstanceOf(ClusterException.class)
          .hasMessageContaining("unexpected response to GET " + OBJECT_PATH);
    }
  }

  @Test
  void aNumberThatNoFloat64CanHoldIsAnErrorOfItsObject() {
    String number = "1" + "0".repeat(400);
    String object = Loopback.FOUND.replaceFirst("\\{", "{\"huge\":" + number + ",");
    String list =
        "{\"kind\":\"ConfigMapList\",\"apiVersion\":\"v1\",\"metadata\":{},\"items\":[%s,%s]}"
            .formatted(Loopback.FOUND, object);
    server.on(OBJECT_PATH, Answer.json(200, object)).on(COLLECTION, Answer.json(200, list));
    try (var cluster = Loopback.connect(server.url())) {
      assertThatThrownBy(() -> cluster.get(CONFIG_MAPS, "n", "c"))
          .isInstanceOf(ClusterException.class)
          .hasMessageContaining("unexpected response to GET " + OBJECT_PATH);
      List<ListPage.Item> items =
          cluster.page(CONFIG_MAPS, "n", ListPage.Request.first(name -> true, 500)).wanted();
      assertThat(items.getFirst().object().get().text("kind")).isEqualTo("ConfigMap");
      assertThatThrownBy(() -> items.getLast().object().get())
          .isInstanceOf(ClusterException.class)
          .hasMessageContaining("unexpected response to GET " + COLLECTION);
    }
  }

  private static String zipped(String text) throws IOException {
    var bytes = new ByteArrayOutputStream();
    try (var zip = new GZIPOutputStream(bytes)) {
      zip.write(text.getBytes(StandardCharsets.UTF_8));
    }
    return bytes.toString(StandardCharsets.ISO_8859_1);
  }
}
