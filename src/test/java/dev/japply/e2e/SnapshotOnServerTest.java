package dev.japply.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.Program;
import dev.japply.tree.Value.MapValue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A snapshot of a real API server, and what is said without it: what is said by local merges on
/// it, with its own schemas, defaults and managed fields.
@UsesTestCluster
class SnapshotOnServerTest {
  private static final int TRIES = 50;

  private static final String OLD =
      """
      apiVersion: apps/v1
      kind: Deployment
      metadata: {name: web, labels: {a: b}}
      spec:
        replicas: 0
        minReadySeconds: 5
        selector: {matchLabels: {app: web}}
        template:
          metadata: {labels: {app: web}}
          spec:
            containers:
            - name: web
              image: "web:1"
              ports: [{containerPort: 80}, {containerPort: 81, protocol: UDP}]
              env: [{name: A, value: "1"}, {name: B, value: "2"}]
              resources: {requests: {cpu: 500m}}
            volumes: [{name: v, emptyDir: {}}]
      ---
      {apiVersion: v1, kind: Secret, metadata: {name: s}, stringData: {p: hunter22old, q: k3pt}}
      ---
      {apiVersion: v1, kind: ConfigMap, metadata: {name: same}, data: {k: v}}
      ---
      apiVersion: v1
      kind: Service
      metadata: {name: svc}
      spec: {selector: {app: web}, ports: [{port: 80, name: http}, {port: 443, name: https}]}
      """;

  private static final String NEW =
      OLD.replace("web:1", "web:2")
              .replace("hunter22old, q: k3pt", "hunter22new")
              .replace("  minReadySeconds: 5\n", "")
              .replace("cpu: 500m", "cpu: \"0.5\"")
              .replace(", {port: 443, name: https}", "")
              .replace("{name: A, value: \"1\"}, ", "")
          + "---\n{apiVersion: v1, kind: ConfigMap, metadata: {name: added}, data: {k: v}}\n";

  private final TestCluster server;
  private final String namespace;
  @TempDir private Path home;

  SnapshotOnServerTest(TestCluster server) {
    this.server = server;
    this.namespace = server.newNamespace();
  }

  private Program.Said online(String manifest, String... args) {
    return server.japply(home, namespace, manifest, args);
  }

  /// No kubeconfig, no home, no server.
  private Program.Said offline(String manifest, String... args) {
    var all = new ArrayList<>(List.of(args));
    all.addAll(List.of("--live", home.resolve("snap.json").toString()));
    return Program.run(Map.of(), manifest, all);
  }

  private void drift() {
    assertThat(online(OLD, "apply", "-f", "-").status()).isZero();
    server.kubectl("set", "env", "deployment/web", "C=3", "B=drifted", "-n", namespace).orFail();
    server.kubectl("label", "configmap/same", "x=y", "-n", namespace).orFail();
    take();
  }

  private void take() {
    Program.Said taken =
        online(NEW, "snapshot", "-f", "-", "--out", home.resolve("snap.json").toString());
    assertThat(taken.err()).isEmpty();
    assertThat(taken.out()).contains("5 objects, but 1 does not exist");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "diff --summary=false",
        "diff --summary=true --why",
        "diff --summary=false --compat=kubectl",
        "why --show=patch",
        "why --show=all -o json",
      })
  void saysWhatIsSaidByLocalMerges(String command) throws IOException {
    drift();
    List<String> words = List.of(command.split(" "));
    for (String manifest : List.of(NEW, OLD)) {
      Program.Said local = local(words, manifest);
      for (int tries = 1; !isCurrent(); tries++) {
        assertThat(tries).as("snapshots while a controller writes").isLessThan(TRIES);
        take();
        local = local(words, manifest);
      }
      Program.Said live = offline(manifest, with(words, "-f", "-").toArray(String[]::new));
      assertThat(untimed(live.out())).isNotEmpty().isEqualTo(untimed(local.out()));
      assertThat(live.err()).isEqualTo(local.err());
      assertThat(live.status()).isEqualTo(local.status());
      assertThat(live.out() + live.err()).doesNotContain("hunter22", "aHVudGVyMjJ", "k3pt");
    }
    assertThat(Files.readString(home.resolve("snap.json")))
        .contains("\"name\":\"s\"")
        .doesNotContain("hunter22", "aHVudGVyMjJ", "k3pt", "azNwd");
  }

  private Program.Said local(List<String> words, String manifest) {
    return online(manifest, with(words, "-f", "-", "--local").toArray(String[]::new));
  }

  /// Whether the Deployment is as it is in the snapshot. Its controller writes to it for a while.
  private boolean isCurrent() throws IOException {
    MapValue live = server.read(namespace, "deployment.apps/web").orElseThrow();
    String version = live.map("metadata").text("resourceVersion");
    return Files.readString(home.resolve("snap.json"))
        .contains("\"resourceVersion\":\"" + version + "\"");
  }

  private static List<String> with(List<String> words, String... more) {
    var all = new ArrayList<>(words);
    all.addAll(List.of(more));
    return all;
  }

  /// The headers of a diff say when it was made.
  private static String untimed(String diff) {
    return diff.replaceAll("(?m)^((?:---|\\+\\+\\+) [^\t]*)\t.*$", "$1");
  }

  @Test
  void plansOfItAreCarriedOut() {
    drift();
    String plan = home.resolve("plan.json").toString();
    Program.Said planned = offline(NEW, "plan", "-f", "-", "--out", plan);
    assertThat(planned.status()).as(planned.err()).isZero();
    server.kubectl("label", "configmap/same", "z=y", "-n", namespace).orFail();
    Program.Said applied = online(NEW, "apply", "-f", "-", "--plan", plan);
    assertThat(applied.err()).doesNotContain("error");
    assertThat(applied.out())
        .contains("deployment.apps/web configured", "secret/s configured", "added created");
    Program.Said again = online(NEW, "diff", "--summary=false", "-f", "-", "--local");
    assertThat(again.out()).isEmpty();
  }

  @Test
  void plansOfItAreRefusedWhereSomethingHasMoved() {
    drift();
    String plan = home.resolve("plan.json").toString();
    assertThat(offline(NEW, "plan", "-f", "-", "--out", plan).status()).isZero();
    server.kubectl("set", "image", "deployment/web", "web=web:3", "-n", namespace).orFail();
    Program.Said applied = online(NEW, "apply", "-f", "-", "--plan", plan);
    assertThat(applied.err())
        .contains("Deployment " + namespace + "/web: changed since it was planned: spec.te");
    assertThat(applied.status()).isEqualTo(1);
  }

  @Test
  void manyObjects() {
    String many =
        IntStream.range(0, 300)
            .mapToObj(i ->
                "{apiVersion: v1, kind: Secret, metadata: {name: s%d}, stringData: {p: v%d}}\n"
                    .formatted(i, i % 7))
            .collect(Collectors.joining("---\n"));
    assertThat(online(many, "apply", "-f", "-").status()).isZero();
    String snap = home.resolve("snap.json").toString();
    assertThat(online(many, "snapshot", "-f", "-", "--out", snap).out()).contains("300 objects");
    assertThat(offline(many, "diff", "--summary=false", "-f", "-").out()).isEmpty();
    assertThat(offline(many.replace("v3", "w3"), "diff", "--summary=false", "-f", "-").out())
        .contains("*** (before)");
  }
}
