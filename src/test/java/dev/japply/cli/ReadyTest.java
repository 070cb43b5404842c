package dev.japply.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.live.FakeCluster;
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
        .containsExactlyInAnyOrder(
            "widget.example.com/a is ready", "widget.example.com/b is ready");
    assertThat(ran.err()).isEqualTo("2 objects: 2 ready (default on https://fake:6443)\n");
  }

  @Test
  void saysWhatIsNotInTime() {
    put("a", "Ready", "False", "no disk");
    put("b", "Ready", "True", "done");
    Ran ran = setting.run("ready", "widget/a", "widget/b", "--wait-timeout=100ms");
    assertThat(ran.status()).isEqualTo(4);
    assertThat(ran.out()).isEqualTo("widget.example.com/b is ready\n");
    assertThat(ran.err())
        .isEqualTo(
            """
            error: Widget a: timed out waiting for the condition: it is not ready after 100ms: \
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
            error: Widget a: it is not ready: Ready=False: no disk
            error: Widget c: it is not ready: it is not there
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
            error: STDIN:1: Widget a: it can no longer become ready: Stalled=True: no such plan
            2 objects: 2 not ready (default on https://fake:6443)
            """);
  }

  @Test
  void saysWhatCannotBeRead() {
    cluster.fail("LIST", 403, "Forbidden", "no list").fail("GET", 403, "Forbidden", "widgets: no");
    Ran ran = setting.run("ready", "widget/a");
    assertThat(ran.status()).isEqualTo(1);
    assertThat(ran.err()).contains("error: Widget a: Error from server (Forbidden): widgets: no");
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
            "widget.example.com/a is ready",
            "widget.example.com/b is ready",
            "widget.example.com/a is ready");
    assertThat(ran.err())
        .startsWith(
            "Warning: STDIN:1: Widget a: it was ready, and is no longer: Ready=False: lost;"
                + " waiting\n");
  }

  @Test
  void choosesByLabels() {
    put("a", "Ready", "True", "done");
    assertThat(setting.run("ready", "widgets", "-l", "app=web").err())
        .isEqualTo("error: no matching resources found; see --selector and -n\n");
    assertThat(setting.run("ready", "widgets", "-l", "!app").out())
        .isEqualTo("widget.example.com/a is ready\n");
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
    assertThat(ran.out()).isEqualTo("widget.example.com/a is ready\n");
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
        .contains("widget.example.com/a is ready\n", "error: STDIN:3: Widget b: timed out")
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
    assertThat(setting.run("ready", "widget/a", "-f", "-").status()).isEqualTo(1);
  }
}
