package dev.japply.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.object.KubeObject;
import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Json;
import dev.japply.tree.Missing;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Answers in the form of those of Kubernetes 1.34; the scripts `ssa-*` have more.
class ServerSideProblemsTest {
  private static final String HINT_ONE =
      "; apply with --take='Service/s:spec.ports[port=53,protocol=TCP].targetPort' to take it over,"
          + " with --leave='Service/s:spec.ports[port=53,protocol=TCP].targetPort' to leave it to"
          + " its owner, or write the live value into the manifest to own it together";

  private static final MapValue SERVICE =
      json(
          """
          {'apiVersion': 'v1', 'kind': 'Service', 'metadata': {
             'name': 's', 'namespace': 'n', 'finalizers': ['a/b', 'c'],
             'labels': {'app': 'x', 'app.kubernetes.io/name': 'y'}},
           'spec': {'ports': [
             {'port': 53, 'targetPort': 1}, {'port': 53, 'protocol': 'UDP', 'targetPort': 2}]}}\
          """);

  private static MapValue json(String text) {
    return (MapValue) Json.parse(text.replace('\'', '"'));
  }

  /// A manifest whose fields stand on the lines that their paths are long.
  private static RequestContext request(MapValue manifest, @Nullable MapValue live) {
    var object =
        new KubeObject(
            manifest,
            new Origin("f", 1, 1),
            path -> new Origin("f", 1 + path.toString().length(), 1));
    return new RequestContext(object, live, null, Optional::empty);
  }

  private static String told(RequestContext request, ClusterException e) {
    return ServerSideProblems.of(request, e).stream()
        .map(Problem::toString)
        .collect(Collectors.joining("\n"));
  }

  private static ClusterException conflict(String... fields) {
    var causes =
        Stream.of(fields)
            .<Value>map(field ->
                json("{'reason': 'FieldManagerConflict', 'message': 'conflict with \\'m\\''}")
                    .with("message", Value.text("conflict with \"m\" using v1"))
                    .with("field", Value.text(field)))
            .toList();
    MapValue details = MapValue.of("causes", new ListValue(causes));
    return new ClusterException(409, "Conflict", "Apply failed", details);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        ".spec|spec",
        ".metadata.labels.app|metadata.labels.app",
        ".metadata.labels.app.kubernetes.io/name|metadata.labels[app.kubernetes.io/name]",
        ".spec.ports[port=53,protocol=\"UDP\"].targetPort|spec.ports[1].targetPort",
        // the server has filled in the protocol
        ".spec.ports[port=53,protocol=\"TCP\"].targetPort|spec.ports[0].targetPort",
        ".spec.ports[port=53,protocol=\"UDP\"]|spec.ports[1]",
        ".spec.ports[1].port|spec.ports[1].port",
        ".metadata.finalizers[=\"c\"]|metadata.finalizers[1]",
        ".metadata.finalizers[=\"a/b\"]|metadata.finalizers[0]"
      })
  void findsFields(String reference, String path) {
    AppliedField.Match found = AppliedField.in(SERVICE, reference);
    assertThat(found.path()).hasToString(path);
    assertThat(found.value()).isInstanceOf(Value.class);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        ".spec.type|spec",
        ".metadata.labels.ap|metadata.labels",
        ".spec.ports[port=54].targetPort|spec.ports",
        ".spec.ports[7]|spec.ports",
        ".spec.ports[|spec.ports",
        ".metadata.finalizers[=\"]\"]|metadata.finalizers",
        "spec|``"
      })
  void findsWhatIsAboveThem(String reference, String path) {
    AppliedField.Match found = AppliedField.in(SERVICE, reference);
    assertThat(found)
        .extracting(f -> f.path().toString(), AppliedField.Match::value)
        .containsExactly(String.valueOf(path).replace("null", ""), Missing.MISSING);
  }

  @Test
  void tellsBothValues() {
    MapValue live = SERVICE.with("spec", json("{'ports': [{'port': 53, 'targetPort': 9}]}"));
    String field = ".spec.ports[port=53,protocol=\"TCP\"].targetPort";
    String line = "f:%d: Service n/s: ".formatted(1 + "spec.ports[0].targetPort".length());
    String said = "Apply failed with 1 conflict: conflict with \"m\" using v1: " + field;
    assertThat(told(request(SERVICE, live), conflict(field)))
        .isEqualTo(line + said + " (live 9, manifest 1, owned since unknown)" + HINT_ONE);
    assertThat(told(request(SERVICE, null), conflict(field))).isEqualTo(line + said + HINT_ONE);
  }

  @Test
  void tellsOfEachFieldOnItsLine() {
    String told = told(request(SERVICE, null), conflict(".metadata.labels.app", ".spec.ports"));
    assertThat(told.lines())
        .satisfiesExactly(
            first ->
                assertThat(first)
                    .startsWith("f:11: ")
                    .endsWith("failed with 2 conflicts: conflict with \"m\" using v1: .spec.ports"),
            second -> assertThat(second).startsWith("f:20: ").contains("take all of them over"));
  }

  @Test
  void showsNoSecret() {
    MapValue secret =
        json("{'apiVersion': 'v1', 'kind': 'Secret', 'metadata': {'name': 's'}}")
            .with("data", json("{'p': 'aHVudGVyMg=='}"));
    MapValue live = secret.with("data", json("{'p': 'aHVudGVyMw=='}"));
    assertThat(told(request(secret, live), conflict(".data.p")))
        .contains("using v1: .data.p (owned since unknown);")
        .doesNotContain("aHVu");
    var e =
        new ClusterException(
            500,
            "",
            "failed to create typed patch object (n/s; v1, Kind=Secret): .data.p: expected"
                + " string, got aHVudGVyMg==",
            MapValue.EMPTY);
    assertThat(told(request(secret, null), e)).endsWith("expected string, got ***");
  }

  @Test
  void tellsAllThatAPatchHasTooMuch() {
    var e =
        new ClusterException(
            500,
            "",
            """
            failed to create typed patch object (n/s; v1, Kind=Service): errors:
              .spec.ports[port=53,protocol="UDP"].target: field not declared in schema
              .spec.typ: field not declared in schema\
            """,
            MapValue.EMPTY);
    String start = " Service n/s: Error from server: failed to create typed patch object: ";
    assertThat(told(request(SERVICE, null), e).lines())
        .containsExactly(
            "f:5:" + start + ".spec.typ: field not declared in schema",
            "f:14:"
                + start
                + ".spec.ports[port=53,protocol=\"UDP\"].target: field not declared in schema");
  }

  @Test
  void saysThatAServerDoesNotKnowIt() {
    var e =
        new ClusterException(
            415,
            "UnsupportedMediaType",
            "the body of the request was in an unknown format",
            MapValue.EMPTY);
    assertThat(told(request(SERVICE, null), e))
        .isEqualTo(
            "f:1: Service n/s: Server-side apply not available on the server: (Error from server"
                + " (UnsupportedMediaType): the body of the request was in an unknown format);"
                + " apply without --server-side");
  }

  @Test
  void tellsConflictsOfVersionsApart() {
    var e = new ClusterException(409, "Conflict", "modified", MapValue.EMPTY);
    assertThat(ServerSideProblems.isOwnership(e)).isFalse();
    assertThat(ServerSideProblems.isOwnership(conflict(".spec"))).isTrue();
    assertThat(told(request(SERVICE, null), e)).contains("(Conflict): modified");
    assertThat(AppliedField.in(SERVICE, "").path()).isEqualTo(FieldPath.root());
  }
}
