package dev.japply.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.cluster.FakeCluster;
import dev.japply.cluster.LogRequest;
import dev.japply.merge.Flow;
import dev.japply.tree.Value.MapValue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What controllers and containers write of the Secrets of a run, where it is waited for them, or
/// asked what they may, is not told.
class SecretWaitTest {
  private static final String VALUE = "hunter22";
  private static final String BASE64 = "aHVudGVyMjI";

  private static final String MANIFESTS =
      """
      {"apiVersion":"v1","kind":"Secret","metadata":{"name":"s"},"stringData":{"p":"hunter22"}}
      ---
      {"apiVersion":"example.com/v1","kind":"Widget","metadata":{"name":"a"}}
      ---
      {"apiVersion":"v1","kind":"Pod","metadata":{"name":"p"}}
      ---
      {"apiVersion":"apps/v1","kind":"StatefulSet","metadata":{"name":"web"},
      "spec":{"selector":{"matchLabels":{"a":"b"}}}}
      ---
      {"apiVersion":"example.com/v1","kind":"Widget","metadata":{"name":"b",
      "annotations":{"config.kubernetes.io/depends-on":
      "example.com/namespaces/default/Widget/a"}}}
      """;

  @TempDir private Path directory;
  private final FakeCluster cluster = new FakeCluster();

  private void put(String object) {
    cluster.put((MapValue) Flow.parse(object));
  }

  @BeforeEach
  void live() {
    cluster.serve("v1", "Pod", "pods", true);
    cluster.serve("apps/v1", "StatefulSet", "statefulsets", true);
    cluster.serve("v1", "Event", "events", true);
    put(
        "{apiVersion: example.com/v1, kind: Widget, metadata: {name: a, namespace: default, uid:"
            + " w}, status: {conditions: [{type: Ready, status: 'False', reason: Refused, message:"
            + " 'login with hunter22 (aHVudGVyMjI=) failed'}]}}");
    put(
        "{apiVersion: v1, kind: Pod, metadata: {name: p, namespace: default, uid: u}, status:"
            + " {phase: Running, containerStatuses: [{name: main, restartCount: 4, state: {waiting:"
            + " {reason: CrashLoopBackOff, message: 'no hunter22'}}, lastState: {terminated:"
            + " {exitCode: 1, reason: Error, message: 'with hunter22'}}}]}}");
    put(
        "{apiVersion: apps/v1, kind: StatefulSet, metadata: {name: web, namespace: default, uid:"
            + " set}, spec: {selector: {matchLabels: {a: b}}}}");
    put(
        "{apiVersion: v1, kind: Pod, metadata: {name: web-0, namespace: default, labels: {a: b},"
            + " ownerReferences: [{uid: set}]}, status: {phase: Pending, containerStatuses: [{name:"
            + " main, state: {waiting: {reason: CreateContainerConfigError, message: 'no"
            + " hunter22'}}}]}}");
    put(
        "{apiVersion: v1, kind: Event, metadata: {name: e, namespace: default}, type: Warning,"
            + " reason: hunter22, message: 'of aHVudGVyMjI=', involvedObject: {uid: u}}");
    put(
        "{apiVersion: v1, kind: Event, metadata: {name: f, namespace: default}, type: Warning,"
            + " reason: Sad, message: 'hunter22 again', involvedObject: {uid: w}}");
    cluster.logs.put(new LogRequest("default", "p", "main", 10, true), "hunter22\naHVudGVyMjI=\n");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ready -f - --wait-timeout=0",
        "ready -f - --wait-timeout=200ms -v=10",
        "ready -f - --wait-fail-fast",
        "apply -f - --wait-ready --wait-timeout=200ms",
        "apply -f - --wait-ranks --wait-timeout=200ms -v=10",
        "apply -f - --preflight --wait-ready --wait-timeout=200ms -v=10",
        "apply -f - --dry-run=server -v=10"
      })
  void isNotTold(String line) throws IOException {
    Ran ran = run(line);
    assertThat(ran.err()).contains(line.contains("dry-run") ? "Warning: " : "***");
    assertHidden(ran);
  }

  @Test
  void isNotToldOfRightsThatAreMissing() throws IOException {
    cluster.rights.grant("default", "get", "secrets");
    Ran ran = run("apply -f - --preflight -v=10");
    assertThat(ran.err()).contains("no permission to create secrets in namespace default");
    assertHidden(ran);
  }

  private void assertHidden(Ran ran) throws IOException {
    assertHidden(ran.out());
    assertHidden(ran.err());
    try (Stream<Path> files = Files.list(directory)) {
      for (Path report : files.toList()) {
        assertHidden(Files.readString(report));
      }
    }
  }

  private Ran run(String line) {
    Stream<String> reports =
        Stream.of("json", "jsonl", "markdown", "junit", "html")
            .map(form -> "--report=" + form + "=" + directory.resolve(form));
    return new Ran.Setting(cluster)
        .reading(MANIFESTS)
        .run(Stream.concat(Arrays.stream(line.split(" ")), reports).toArray(String[]::new));
  }

  private static void assertHidden(String text) {
    assertThat(text).doesNotContain(VALUE).doesNotContain(BASE64);
  }
}
