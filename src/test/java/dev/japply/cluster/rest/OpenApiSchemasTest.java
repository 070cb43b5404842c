package dev.japply.cluster.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.japply.cluster.ClusterException;
import dev.japply.cluster.rest.LoopbackServer.Answer;
import dev.japply.object.Gvk;
import dev.japply.schema.Schema;
import dev.japply.schema.SchemaDocument;
import dev.japply.schema.TypeDef;
import dev.japply.tree.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OpenApiSchemasTest {
  private static final Gvk DEPLOYMENT = Gvk.of("apps/v1", "Deployment");
  private static final Answer INDEX =
      Answer.json(
          200,
          """
          {'paths':{
           'api/v1':{'serverRelativeURL':'/openapi/v3/api/v1?hash=AAA'},
           'apis/apps/v1':{'serverRelativeURL':'/openapi/v3/apis/apps/v1?hash=BBB'}}}
          """);
  private static final Answer NOT_FOUND = Answer.text(404, "404 page not found");
  private static final Answer FORBIDDEN = Answer.text(403, "no");

  private final LoopbackServer server =
      new LoopbackServer()
          .on("/openapi/v3", INDEX)
          .on("/openapi/v3/api/v1", Answer.json(200, "{'openapi':'3.0.0','from':'core'}"))
          .on("/openapi/v3/apis/apps/v1", Answer.json(200, "{'openapi':'3.0.0','from':'apps'}"))
          .on("/openapi/v2", Answer.json(200, "{'swagger':'2.0','from':'v2'}"));
  private final Recorder source = new Recorder();

  /// Takes every document for one with a strategic Deployment and a Bogus that is not.
  private static class Recorder implements SchemaSource {
    final List<String> read = new CopyOnWriteArrayList<>();

    @Override
    public SchemaDocument read(String hash, Supplier<Value> document) {
      read.add(hash + " " + ((Value.MapValue) document.get()).text("from"));
      return document();
    }

    static SchemaDocument document() {
      var type = new TypeDef("object", "", Map.of(), null, null);
      return new SchemaDocument(
          Map.of("D", type),
          Map.of("apps/v1/Deployment", "D", "apps/v1/Bogus", "D"),
          Set.of("apps/v1/Deployment"));
    }
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void theDocumentOfTheGroupVersionIsRead() {
    assertThat(schema(source, DEPLOYMENT).orElseThrow().name()).isEqualTo("D");
    assertThat(source.read).containsExactly("BBB apps");
    assertThat(server.lines())
        .containsExactly("GET /openapi/v3", "GET /openapi/v3/apis/apps/v1?hash=BBB");
  }

  @Test
  void theCoreGroupHasItsOwnPath() {
    schema(source, Gvk.of("v1", "ConfigMap"));
    assertThat(source.read).containsExactly("AAA core");
  }

  @Test
  void aTypeWithoutStrategicPatchSaysSo() {
    assertThat(schema(source, DEPLOYMENT).orElseThrow().isStrategic()).isTrue();
    assertThat(schema(source, Gvk.of("apps/v1", "Bogus")).orElseThrow().isStrategic()).isFalse();
    assertThat(schema(source, Gvk.of("apps/v1", "Unknown"))).isEmpty();
  }

  @Test
  void aKnownHashSparesTheDocument() {
    SchemaSource keeping = (hash, document) -> Recorder.document();
    assertThat(schema(keeping, DEPLOYMENT)).isPresent();
    assertThat(server.lines()).containsExactly("GET /openapi/v3");
  }

  @Test
  void manyWaitForOneDocument() throws InterruptedException, ExecutionException {
    try (var cluster = Loopback.connect(server.url(), source, warning -> {});
        var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var found = new ArrayList<Future<Optional<Schema>>>();
      for (int i = 0; i < 20; i++) {
        found.add(threads.submit(() -> cluster.schema(DEPLOYMENT)));
      }
      for (var one : found) {
        assertThat(one.get()).isPresent();
      }
    }
    assertThat(source.read).containsExactly("BBB apps");
    assertThat(server.lines()).hasSize(2);
  }

  @Test
  void withoutVersionThreeVersionTwoIsReadOnceForAll() {
    server.on("/openapi/v3", NOT_FOUND);
    try (var cluster = Loopback.connect(server.url(), source, warning -> {})) {
      assertThat(cluster.schema(DEPLOYMENT)).isPresent();
      cluster.schema(Gvk.of("v1", "ConfigMap"));
    }
    assertThat(source.read).containsExactly(" v2");
    assertThat(server.lines()).containsExactly("GET /openapi/v3", "GET /openapi/v2");
  }

  @Test
  void aGroupVersionMissingInVersionThreeIsLookedUpInVersionTwo() {
    schema(source, Gvk.of("batch/v1", "Job"));
    assertThat(source.read).containsExactly(" v2");
  }

  @Test
  void withoutDocumentsTheBuiltInSchemasCount() {
    server.on("/openapi/v3", FORBIDDEN).on("/openapi/v2", FORBIDDEN);
    SchemaSource knowing =
        new Recorder() {
          @Override
          public Optional<SchemaDocument> builtin(String group, String version) {
            return group.equals("apps") ? Optional.of(document()) : Optional.empty();
          }
        };
    assertThat(schema(knowing, DEPLOYMENT)).isPresent();
    assertThat(schema(knowing, Gvk.of("custom.example/v1", "Thing"))).isEmpty();
  }

  /// Knows the apps of release 1.37.
  private static final class Knowing extends Recorder {
    @Override
    public Optional<SchemaDocument> ofRelease(String release, String group, String version) {
      return release.equals("1.37") ? builtin(group, version) : Optional.empty();
    }

    @Override
    public Optional<SchemaDocument> builtin(String group, String version) {
      return group.equals("apps") ? Optional.of(document()) : Optional.empty();
    }
  }

  @Test
  void aKnownReleaseSparesTheDocuments() {
    server.on("/version", Answer.json(200, "{'major':'1','minor':'37+'}"));
    var knowing = new Knowing();
    try (var cluster = Loopback.connect(server.url(), knowing, warning -> {})) {
      assertThat(cluster.schema(DEPLOYMENT)).isPresent();
      assertThat(cluster.schema(Gvk.of("apps/v1", "Bogus"))).isPresent();
    }
    assertThat(server.lines()).containsExactly("GET /version");
    assertThat(knowing.read).isEmpty();
  }

  @Test
  void typesThatAreInNoTableNeedNoRelease() {
    var knowing = new Knowing();
    schema(knowing, Gvk.of("v1", "ConfigMap"));
    assertThat(knowing.read).containsExactly("AAA core");
    assertThat(server.lines()).doesNotContain("GET /version");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"{'major':'1','minor':'99'}", "{'major':'1'}", "{'minor':37}", "[]", "<html>", ""})
  void ofAnotherReleaseTheDocumentsAreRead(String version) {
    server.on("/version", Answer.json(200, version));
    var knowing = new Knowing();
    assertThat(schema(knowing, DEPLOYMENT)).isPresent();
    assertThat(knowing.read).containsExactly("BBB apps");
  }

  @ParameterizedTest
  @ValueSource(ints = {403, 404, 500})
  void aServerThatDoesNotSayItsReleaseHasDocuments(int status) {
    server.on("/version", Answer.text(status, "no"));
    var knowing = new Knowing();
    assertThat(schema(knowing, DEPLOYMENT)).isPresent();
    assertThat(knowing.read).containsExactly("BBB apps");
  }

  @Test
  void theBuiltInSchemasOfAGroupVersionAreReadOnce() {
    server.on("/openapi/v3", NOT_FOUND).on("/openapi/v2", NOT_FOUND);
    var asked = new ArrayList<String>();
    SchemaSource knowing =
        new Recorder() {
          @Override
          public Optional<SchemaDocument> builtin(String group, String version) {
            asked.add(group + "/" + version);
            return Optional.of(document());
          }
        };
    try (var cluster = Loopback.connect(server.url(), knowing, warning -> {})) {
      assertThat(cluster.schema(DEPLOYMENT)).isEqualTo(cluster.schema(DEPLOYMENT)).isPresent();
      cluster.schema(Gvk.of("v1", "ConfigMap"));
    }
    assertThat(asked).containsExactly("apps/v1", "/v1");
  }

  @Test
  void withoutAnySchemaNothingIsGuessed() {
    server.on("/openapi/v3", NOT_FOUND).on("/openapi/v2", NOT_FOUND);
    assertThatThrownBy(() -> schema(source, DEPLOYMENT))
        .isInstanceOf(ClusterException.class)
        .hasMessage("the server publishes no schema of apps/v1, Kind=Deployment");
  }

  @Test
  void aDocumentThatCannotBeReadNowIsAskedForAgain() {
    server.on(
        "/openapi/v3/apis/apps/v1",
        Answer.text(500, "broken"),
        Answer.text(500, "broken"),
        Answer.text(500, "broken"),
        Answer.json(200, "{'openapi':'3.0.0','from':'apps'}"));
    try (var cluster = Loopback.connect(server.url(), source, warning -> {})) {
      assertThatThrownBy(() -> cluster.schema(DEPLOYMENT)).isInstanceOf(ClusterException.class);
      assertThat(cluster.schema(DEPLOYMENT)).isPresent();
    }
  }

  /// Nobody who shares the answer hears of a failure that passes.
  @Test
  void oneFailureOfTheIndexIsNoAnswer() throws InterruptedException, ExecutionException {
    server.on("/openapi/v3", Answer.text(503, "no"), INDEX);
    try (var cluster = Loopback.connect(server.url(), source, warning -> {});
        var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var found = new ArrayList<Future<Optional<Schema>>>();
      for (int i = 0; i < 8; i++) {
        found.add(threads.submit(() -> cluster.schema(DEPLOYMENT)));
      }
      for (var one : found) {
        assertThat(one.get()).isPresent();
      }
    }
    assertThat(server.lines()).hasSize(3);
  }

  private Optional<Schema> schema(SchemaSource schemas, Gvk gvk) {
    try (var cluster = Loopback.connect(server.url(), schemas, warning -> {})) {
      return cluster.schema(gvk);
    }
  }
}
