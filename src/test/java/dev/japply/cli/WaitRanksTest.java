package dev.japply.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.cluster.FakeCluster;
import dev.japply.merge.Flow;
import dev.japply.tree.Value.MapValue;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// `japply apply --wait-ranks`, and `--wait-ready` where objects name what they depend on.
class WaitRanksTest {
  private static final String WIDGETS =
      """
      {"apiVersion":"autoscaling/v2","kind":"HorizontalPodAutoscaler","metadata":{"name":"h"}}
      ---
      {"apiVersion":"example.com/v1","kind":"Widget","metadata":{"name":"b","annotations":
        {"config.kubernetes.io/depends-on":"example.com/namespaces/default/Widget/a"}}}
      ---
      {"apiVersion":"example.com/v1","kind":"Widget","metadata":{"name":"a"}}
      ---
      {"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"c"}}
      ---
      {"apiVersion":"example.com/v1","kind":"Widget","metadata":{"name":"d","annotations":
        {"config.kubernetes.io/depends-on":"example.com/namespaces/default/Widget/b"}}}
      """;

  private final FakeCluster cluster = new FakeCluster();

  @BeforeEach
  void serve() {
    cluster.serve("autoscaling/v2", "HorizontalPodAutoscaler", "horizontalpodautoscalers", true);
  }

  private Ran apply(String... flags) {
    var line = new ArrayList<>(List.of("apply", "-f", "-", "--summary"));
    line.addAll(List.of(flags));
    return new Ran.Setting(cluster).reading(WIDGETS).run(line.toArray(String[]::new));
  }

  /// What somebody else makes of the Widget `a`, which no manifest says.
  private void put(String ready) {
    MapValue live = cluster.object("widgets default/a");
    cluster.put(
        live.with(
            "status",
            (MapValue)
                Flow.parse(
                    "{conditions: [{type: Ready, status: '%s', message: so}]}".formatted(ready))));
  }

  private List<String> writes() {
    return cluster.requests.stream()
        .filter(request -> request.startsWith("POST"))
        .map(request -> request.replaceAll(" \\{.*", "").replace("POST default/", ""))
        .toList();
  }

  @Test
  void eachRankWaitsForTheOneBefore() {
    cluster.before("LIST", () -> put("False")).before("WATCH", () -> put("True"));
    Ran ran = apply("--wait-ranks");
    assertThat(ran.status()).as(ran.err()).isZero();
    assertThat(ran.out().lines())
        .containsExactly(
            "horizontalpodautoscaler.autoscaling/h created",
            "widget.example.com/b created",
            "widget.example.com/a created",
            "configmap/c created",
            "widget.example.com/d created");
    assertThat(ran.err())
        .endsWith("5 objects: 5 created; 5 ready (default on https://fake:6443)\n");
    assertThat(writes()).containsExactly("c", "a", "b", "d", "h");
    List<String> order =
        cluster.requests.stream().map(request -> request.replaceAll(" \\{.*", "")).toList();
    assertThat(order.indexOf("WATCH default/widgets"))
        .isBetween(order.indexOf("POST default/a"), order.indexOf("POST default/b"));
  }

  @Test
  void aRankThatIsNotReadyEndsTheRun() {
    cluster.before("LIST", () -> put("False"));
    Ran ran = apply("--wait-ranks", "--wait-timeout=100ms", "--exit-code");
    assertThat(ran.status()).isEqualTo(4);
    assertThat(ran.err())
        .isEqualTo(
            """
            error: STDIN:6: Widget default/a: timed out waiting for the condition: it is not ready after \
            100ms: Ready=False: so
            error: STDIN:1: HorizontalPodAutoscaler default/h: not applied: Widget default/a, which comes \
            before it, is not ready; apply again
            error: STDIN:3: Widget default/b: not applied: Widget default/a, which comes before it, is not \
            ready; apply again
            error: STDIN:10: Widget default/d: not applied: Widget default/a, which comes before it, is \
            not ready; apply again
            5 objects: 2 created, 3 not tried (default on https://fake:6443)
            """);
    assertThat(ran.out()).isEqualTo("widget.example.com/a created\nconfigmap/c created\n");
    assertThat(writes()).containsExactly("c", "a");
    put("True");
    Ran again = apply("--wait-ranks");
    assertThat(again.status()).isZero();
    assertThat(again.err())
        .endsWith("5 objects: 3 created, 2 unchanged; 5 ready (default on https://fake:6443)\n");
  }

  @Test
  void ranksWaitWithoutTheAnnotation() {
    cluster.before("LIST", () -> put("False"));
    String plain = WIDGETS.replaceAll(",\"annotations\":\\s*\\{[^}]*}", "");
    Ran ran =
        new Ran.Setting(cluster)
            .reading(plain)
            .run("apply", "-f", "-", "--wait-ranks", "--wait-timeout=100ms");
    assertThat(ran.status()).as(ran.err()).isEqualTo(4);
    assertThat(writes()).contains("a", "b", "d").doesNotContain("h");
  }

  @Test
  void aRankInWhichSomethingFailedEndsTheRun() {
    cluster.fail("POST default/c", 403, "Forbidden", "no");
    Ran ran = apply("--wait-ranks");
    assertThat(ran.status()).isEqualTo(1);
    assertThat(ran.err())
        .contains(
            "Widget default/a: not applied: ConfigMap default/c, which comes before it, could not"
                + " be applied")
        .endsWith("5 objects: 1 failed, 4 not tried (default on https://fake:6443)\n");
    assertThat(writes()).containsExactly("c");
  }

  /// A look that takes longer than the limit shows the object all the same.
  @Test
  void onlyWhatNamesItWaitsForAnObject() {
    cluster.before(
        "LIST",
        () -> {
          LockSupport.parkNanos(Duration.ofMillis(300).toNanos());
          put("False");
        });
    Ran ran = apply("--wait-ready", "--wait-timeout=100ms");
    assertThat(ran.status()).isEqualTo(4);
    assertThat(ran.err())
        .isEqualTo(
            """
            error: STDIN:6: Widget default/a: timed out waiting for the condition: it is not ready after \
            100ms: Ready=False: so
            error: STDIN:3: Widget default/b: not applied: its dependency Widget default/a is not \
            ready; apply again
            error: STDIN:10: Widget default/d: not applied: its dependency Widget default/b was not \
            applied; apply again
            5 objects: 3 created, 2 not tried (default on https://fake:6443)
            """);
    assertThat(writes()).containsExactly("c", "a", "h");
  }

  @Test
  void whatWasFoundReadyIsNotWaitedForAgain() {
    cluster.before("LIST", () -> put("True"));
    Ran ran = apply("--wait-ready");
    assertThat(ran.status()).as(ran.err()).isZero();
    assertThat(ran.err().lines().filter(line -> line.endsWith("/a is ready"))).hasSize(1);
    assertThat(ran.err()).endsWith("5 created; 5 ready (default on https://fake:6443)\n");
  }

  @Test
  void nothingIsPrunedWhereSomethingWaitsInVain() {
    cluster.put(
        (MapValue)
            Flow.parse(
                "{apiVersion: v1, kind: ConfigMap, metadata: {name: old, namespace: default, uid:"
                    + " u, annotations: {kubectl.kubernetes.io/last-applied-configuration:"
                    + " '{}'}}}"));
    cluster.before("LIST default/widgets", () -> put("False"));
    String[] prune = {"--prune", "--all", "--prune-allowlist=core/v1/ConfigMap"};
    Ran ran = apply("--wait-ranks", "--wait-timeout=100ms", prune[0], prune[1], prune[2]);
    assertThat(ran.status()).isEqualTo(4);
    assertThat(cluster.objects).containsKey("configmaps default/old");
  }

  @Test
  void withoutTheFlagNothingWaits() {
    cluster.before("LIST", () -> put("False"));
    Ran ran = apply();
    assertThat(ran.status()).isZero();
    assertThat(cluster.requests).noneMatch(request -> request.startsWith("LIST"));
  }

  @Test
  void cannotBeTried() {
    assertThat(apply("--wait-ranks", "--dry-run=client").err())
        .isEqualTo("error: --wait-ranks cannot be used with --dry-run\n");
  }
}
