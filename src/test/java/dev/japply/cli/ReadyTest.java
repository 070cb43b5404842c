package dev.japply.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.cluster.FakeCluster;
import dev.japply.cluster.LogRequest;
import dev.japply.merge.Flow;
import dev.japply.tree.Value.MapValue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `japply ready`.
class ReadyTest {
  @TempDir private Path directory;
  private final FakeCluster cluster = new FakeCluster();
  private final Ran.Setting setting =
      new Ran.Setting(cluster)
          .reading(
              """
              {"apiVersion":"example.com/v1","kind":"Widget","metadata":{"name":"a"}}
              ---
              {"apiVersion":"example.com/v1","kind":"Widget","metadata":{"name":"b"}}
              """);

  private void put(String name, String condition, String status, String message) {
    String widget = "apiVersion: example.com/v1, kind: Widget";
    String metadata = "metadata: {name: %s, namespace: default}".formatted(name);
    String told = "{type: %s, status: '%s', message: %s}".formatted(condition, status, message);
    cluster.put(
        (MapValue)
            Flow.parse("{%s, %s, status: {conditions: [%s]}}".formatted(widget, metadata, told)));
  }

  @Test
  void saysWhatIsReady() {
    put("a", "Ready", "True", "done");
    put("b", "Ready", "True", "done");
    Ran ran = setting.run("ready", "-f", "-");
    assertThat(ran.status()).isZero();
    assertThat(ran.out().lines())
        .containsExactlyInAnyOrder("Widget default/a is ready", "Widget default/b is ready");
    assertThat(ran.err()).isEqualTo("2 objects: 2 ready (default on https://fake:6443)\n");
  }

  @Test
  void saysWhatIsNotInTime() {
    put("a", "Ready", "False", "no disk");
    put("b", "Ready", "True", "done");
    Ran ran = setting.run("ready", "widget/a", "widget/b", "--wait-timeout=100ms");
    assertThat(ran.status()).isEqualTo(4);
    assertThat(ran.out()).isEqualTo("Widget default/b is ready\n");
    assertThat(ran.err())
        .isEqualTo(
            """
            error: Widget default/a: timed out waiting for the condition: it is not ready after 100ms: \
            Ready=False: no disk
            2 objects: 1 ready, 1 not ready (default on https://fake:6443)
            """);
  }

  @Test
  void looksOnce() {
    put("a", "Ready", "False", "no disk");
    Ran ran = setting.run("ready", "widget", "a", "c", "--wait-timeout=0", "--summary=false");
    assertThat(ran.status()).isEqualTo(4);
    assertThat(ran.err())
        .isEqualTo(
            """
            error: Widget default/a: it is not ready: Ready=False: no disk
            error: Widget default/c: it is not ready: it is not there
            """);
  }

  @Test
  void saysWhatIsHopeless() {
    put("a", "Stalled", "True", "no such plan");
    put("b", "Ready", "False", "later");
    Ran ran = setting.run("ready", "-f", "-", "--wait-fail-fast");
    assertThat(ran.status()).isEqualTo(4);
    assertThat(ran.err())
        .isEqualTo(
            """
            error: STDIN:1: Widget default/a: it can no longer become ready: Stalled=True: no such plan
            2 objects: 2 not ready (default on https://fake:6443)
            """);
  }

  @Test
  void saysWhatCannotBeRead() {
    cluster.fail("LIST", 403, "Forbidden", "no list").fail("GET", 403, "Forbidden", "widgets: no");
    Ran ran = setting.run("ready", "widget/a");
    assertThat(ran.status()).isEqualTo(1);
    assertThat(ran.err())
        .contains("error: Widget default/a: Error from server (Forbidden): widgets: no");
  }

  @Test
  void tellsWhatIsNoLongerReady() {
    put("a", "Ready", "True", "done");
    put("b", "Ready", "False", "later");
    cluster.before(
        "WATCH",
        () -> {
          put("a", "Ready", "False", "lost");
          put("b", "Ready", "True", "done");
          put("a", "Ready", "True", "done");
        });
    Ran ran = setting.run("ready", "-f", "-");
    assertThat(ran.status()).isZero();
    assertThat(ran.out().lines())
        .containsExactly(
            "Widget default/a is ready", "Widget default/b is ready", "Widget default/a is ready");
    assertThat(ran.err())
        .startsWith(
            "Warning: STDIN:1: Widget default/a: it was ready, and is no longer: Ready=False: lost;"
                + " waiting\n");
  }

  @Test
  void choosesByLabels() {
    put("a", "Ready", "True", "done");
    assertThat(setting.run("ready", "widgets", "-l", "app=web").err())
        .isEqualTo("error: no matching resources found; see --selector and -n\n");
    assertThat(setting.run("ready", "widgets", "-l", "!app").out())
        .isEqualTo("Widget default/a is ready\n");
  }

  @Test
  void goesOnWithWhatIsNoError() throws IOException {
    put("a", "Ready", "True", "done");
    Path file = directory.resolve("all.yaml");
    Files.writeString(
        file,
        """
        {"apiVersion":"example.com/v1","kind":"Widget","metadata":{"name":"a"}}
        ---
        {"apiVersion":"nope.io/v1","kind":"Bogus","metadata":{"name":"x"}}
        """);
    Ran ran = setting.run("ready", "-f", file.toString());
    assertThat(ran.status()).isEqualTo(1);
    assertThat(ran.out()).isEqualTo("Widget default/a is ready\n");
    assertThat(ran.err()).contains("no matches for kind \"Bogus\" in version \"nope.io/v1\"");
  }

  @Test
  void reports() throws IOException {
    put("a", "Ready", "True", "done");
    put("b", "Ready", "False", "later");
    Path file = directory.resolve("report.jsonl");
    Ran ran = setting.run("ready", "-f", "-", "--wait-timeout=0", "--report=jsonl=" + file);
    assertThat(ran.status()).isEqualTo(4);
    assertThat(Files.readString(file))
        .contains(
            "\"event\":\"ready\",\"kind\":\"Widget\",\"name\":\"a\"",
            "\"end\":\"not-ready\"",
            "\"what\":\"it is not ready: Ready=False: later\"");
  }

  /// A Pod that has crashed, and written `log`, and an event of it.
  private void crashed(int lines, String log) {
    CrashedPod.in(cluster, lines, log);
    cluster.put(
        (MapValue)
            Flow.parse(
                "{apiVersion: v1, kind: Event, metadata: {name: e, namespace: default}, type:"
                    + " Warning, reason: Sad, message: 'hunter22 is no host', involvedObject: {uid:"
                    + " u}}"));
  }

  @Test
  void saysWhy() throws IOException {
    crashed(2, "begins\n\u001b[2Jends\n");
    Path file = directory.resolve("report.jsonl");
    Ran ran = setting.run("ready", "pod/p", "--wait-logs=2", "--report=jsonl=" + file);
    assertThat(ran.status()).isEqualTo(4);
    assertThat(ran.err())
        .isEqualTo(
            """
            error: Pod default/p: it can no longer become ready: container main: CrashLoopBackOff, \
            exit code 1 (Error), 4 restarts
              Sad: hunter22 is no host
              log of Pod p, container main:
                begins
                \\x1b[2Jends
            1 object: 1 not ready (default on https://fake:6443)
            """);
    assertThat(Files.readString(file))
        .contains(
            "{\"apiVersion\":\"v1\",\"container\":\"Pod p, container"
                + " main\",\"event\":\"cause\"",
            "\"log\":[\"begins\",\"\\u001b[2Jends\"]",
            "\"notes\":[\"Sad: hunter22 is no host\"]");
  }

  private void put(String object) {
    cluster.put((MapValue) Flow.parse(object));
  }

  /// A Deployment that waits for a Pod, whose container is in `state`.
  private void deployment(String state) {
    cluster.serve("apps/v1", "ReplicaSet", "replicasets", true);
    cluster.serve("v1", "Pod", "pods", true);
    cluster.serve("v1", "Event", "events", true);
    put(
        "{apiVersion: apps/v1, kind: Deployment, metadata: {name: web, namespace: default, uid: d,"
            + " generation: 1, annotations: {deployment.kubernetes.io/revision: '1'}}, spec:"
            + " {replicas: 1, selector: {matchLabels: {a: b}}}, status: {observedGeneration: 1}}");
    put(
        "{apiVersion: apps/v1, kind: ReplicaSet, metadata: {name: web-1, namespace: default, uid:"
            + " r, labels: {a: b}, annotations: {deployment.kubernetes.io/revision: '1'},"
            + " ownerReferences: [{apiVersion: apps/v1, kind: Deployment, name: web, uid: d,"
            + " controller: true}]}, spec: {selector: {matchLabels: {a: b}}}}");
    put(
        "{apiVersion: v1, kind: Pod, metadata: {name: web-1-p, namespace: default, uid: p, labels:"
            + " {a: b}, ownerReferences: [{apiVersion: apps/v1, kind: ReplicaSet, name: web-1, uid:"
            + " r, controller: true}]}, status: {phase: Pending, containerStatuses: [{name: main,"
            + " restartCount: 1, state: {waiting: "
            + state
            + "}, lastState: {terminated: {exitCode: 1, reason: Error}}}]}}");
    cluster.logs.put(new LogRequest("default", "web-1-p", "main", 10, true), "starts\nno disk\n\n");
  }

  /// The wait goes on, but nobody has to wait for its end to see what is wrong.
  @Test
  void thePodsFailureIsToldWhileItWaits() {
    deployment("{reason: CrashLoopBackOff, message: back-off}");
    Ran ran = setting.run("ready", "deployment/web", "--wait-timeout=2s");
    assertThat(ran.status()).isEqualTo(4);
    assertThat(ran.err().lines().toList())
        .startsWith(
            "Warning: Deployment default/web: it is not ready: 0 of 1 replicas updated: Pod"
                + " web-1-p: container main: CrashLoopBackOff, exit code 1 (Error), 1 restart; its"
                + " log ends with: no disk; waiting")
        .anyMatch(line -> line.startsWith("error: Deployment default/web: timed out waiting"));
    assertThat(ran.err()).containsOnlyOnce("Warning: ");
    assertThat(
            setting.run("ready", "deployment/web", "--wait-timeout=2s", "--no-warn=waiting").err())
        .doesNotContain("Warning: ");
  }

  @Test
  void anImageThatCannotBePulledIsToldWhileItWaits() {
    deployment("{reason: ImagePullBackOff, message: 'no such image: ngnix'}");
    assertThat(setting.run("ready", "deployment/web", "--wait-timeout=2s").err())
        .startsWith(
            "Warning: Deployment default/web: it is not ready: 0 of 1 replicas updated: Pod"
                + " web-1-p:")
        .contains("ImagePullBackOff, exit code 1 (Error), 1 restart: no such image: ngnix");
  }

  @Test
  void namesThePodThatFails() {
    cluster.serve("apps/v1", "StatefulSet", "statefulsets", true);
    cluster.serve("v1", "Pod", "pods", true);
    cluster.serve("v1", "Event", "events", true);
    String set = "kind: StatefulSet, metadata: {name: web, namespace: default, uid: s}";
    String selector = "spec: {selector: {matchLabels: {a: b}}}";
    cluster.put((MapValue) Flow.parse("{apiVersion: apps/v1, %s, %s}".formatted(set, selector)));
    String pod = "name: web-0, namespace: default, labels: {a: b}, ownerReferences: [{uid: s}]";
    String status = "status: {phase: Pending}";
    cluster.put(
        (MapValue)
            Flow.parse("{apiVersion: v1, kind: Pod, metadata: {%s}, %s}".formatted(pod, status)));
    assertThat(setting.run("ready", "statefulset/web", "--wait-timeout=0").err())
        .startsWith(
            "error: StatefulSet default/web: it is not ready: its controller has not seen it yet:"
                + " Pod web-0: it does not run yet\n");
  }

  @Test
  void keepsSecretWhatContainersWriteOfSecrets() {
    crashed(10, "my password is hunter22\n");
    String secret =
        "{\"apiVersion\":\"v1\",\"kind\":\"Secret\","
            + "\"metadata\":{\"name\":\"s\"},"
            + "\"stringData\":{\"p\":\"hunter22\"}}";
    String pod = "{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"metadata\":{\"name\":\"p\"}}";
    Ran ran =
        new Ran.Setting(cluster)
            .reading(secret + "\n---\n" + pod)
            .run("ready", "-f", "-", "--wait-fail-fast");
    assertThat(ran.err()).contains("    my password is ***\n", "  Sad: *** is no host\n");
    assertThat(ran.err()).doesNotContain("hunter22");
  }

  @Test
  void tellsOfManyWithoutReasons() {
    StringBuilder names = new StringBuilder();
    cluster.serve("v1", "Pod", "pods", true);
    cluster.serve("v1", "Event", "events", true);
    for (int i = 0; i < 12; i++) {
      String name = "p%02d".formatted(i);
      names.append(' ').append("pod/").append(name);
      cluster.put(
          (MapValue)
              Flow.parse(
                  ("{apiVersion: v1, kind: Pod, metadata: {name: %s, namespace: "
                          + "default, uid: %s}, status: {phase: Failed}}")
                      .formatted(name, name)));
    }
    Ran ran = setting.run(("ready" + names).split(" "));
    assertThat(ran.err().lines().filter(line -> line.startsWith("error: "))).hasSize(12);
    assertThat(cluster.requests).filteredOn("LIST default/events"::equals).hasSize(10);
    assertThat(ran.err()).contains("2 more objects were not looked into\n");
  }

  @Test
  void applyWaits() {
    cluster.before("WATCH", () -> put("a", "Ready", "True", "done"));
    cluster.before(
        "LIST",
        () -> {
          put("a", "Ready", "False", "later");
          put("b", "Ready", "False", "later");
        });
    Ran ran =
        setting.run(
            "apply", "-f", "-", "--wait-ready", "--wait-timeout=1s", "--exit-code", "--summary");
    assertThat(ran.status()).isEqualTo(4);
    assertThat(ran.out()).isEqualTo("widget.example.com/a created\nwidget.example.com/b created\n");
    assertThat(ran.err())
        .contains("Widget default/a is ready\n", "error: STDIN:3: Widget default/b: timed out")
        .endsWith("2 objects: 2 created; 1 ready, 1 not ready (default on https://fake:6443)\n");
  }

  @Test
  void applyDoesNotWaitForWhatIsReadyAtOnce() {
    var maps =
        new Ran.Setting(cluster)
            .reading(
                "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"c\"}}");
    Ran ran = maps.run("apply", "-f", "-", "--wait-ready", "--exit-code", "--summary");
    assertThat(ran.status()).isEqualTo(10);
    assertThat(ran.err()).endsWith("1 object: 1 created; 1 ready (default on https://fake:6443)\n");
    assertThat(cluster.requests).noneMatch(request -> request.startsWith("LIST"));
  }

  @Test
  void applyDoesNotWaitAfterAFailure() {
    cluster.fail("POST default/a", 403, "Forbidden", "no");
    Ran ran = setting.run("apply", "-f", "-", "--wait-ready");
    assertThat(ran.status()).isEqualTo(1);
    assertThat(cluster.requests).noneMatch(request -> request.startsWith("WATCH"));
  }

  @Test
  void applyRefusesWhatItCannotWaitFor() {
    assertThat(setting.run("apply", "-f", "-", "--wait-fail-fast").err())
        .isEqualTo("error: --wait-fail-fast only works with --wait-ready\n");
    assertThat(setting.run("apply", "-f", "-", "--wait-ready", "--dry-run=client").err())
        .isEqualTo("error: --wait-ready cannot be used with --dry-run\n");
  }

  @Test
  void refusesWhatItCannotDo() {
    assertThat(setting.run("ready").err())
        .contains("You must provide one or more resources by argument or filename");
    assertThat(setting.run("ready", "widget/a", "--wait-timeout=-1s").err())
        .isEqualTo("error: --wait-timeout must not be negative\n");
    assertThat(setting.run("ready", "widget/a", "--wait-logs=-1").err())
        .isEqualTo("error: --wait-logs must not be negative\n");
    assertThat(setting.run("ready", "widget/a", "-f", "-").status()).isEqualTo(1);
  }
}
