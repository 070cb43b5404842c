package dev.japply.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.Cases;
import dev.japply.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Waiting on a real API server with its controllers, a scheduler, and nodes that are played: by
/// annotations their Pods run, crash, or cannot pull their images.
@UsesTestCluster(nodes = 2)
@Timeout(300)
@Order(1)
class ReadyOnServerTest {
  /// A kubelet waits before it tries again: the state of the container alternates.
  private static final String CANNOT_PULL =
      "container main: (ImagePullBackOff: Back-off pulling image|ErrImagePull: rpc error)";

  /// How many Deployments are rolled out at once.
  private static final int ROLLOUTS = Integer.getInteger("japply.rollouts", Cases.of(20));

  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final TestCluster server;
  private final String namespace;
  @TempDir private Path home;

  ReadyOnServerTest(TestCluster server) {
    this.server = server;
    this.namespace = server.newNamespace();
  }

  private Program.Said japply(String manifest, String line) {
    return server.japply(home, namespace, manifest, line.split(" "));
  }

  /// Applies until the wait, which is short, reports all of `reasons`: controllers and nodes need a
  /// moment.
  private Program.Said appliedUntil(String manifest, String... reasons) {
    Instant end = Instant.now().plus(PATIENCE);
    Program.Said said = applied(manifest, "--wait-timeout=300ms");
    while (!Stream.of(reasons).allMatch(said.err()::contains) && Instant.now().isBefore(end)) {
      said = applied(manifest, "--wait-timeout=300ms");
    }
    assertThat(said.err()).contains(reasons);
    assertThat(said.status()).as(said.err()).isEqualTo(4);
    return said;
  }

  private Program.Said applied(String manifest, String flags) {
    return japply(manifest, ("apply -f - --wait-ready " + flags).strip());
  }

  /// A template of Pods.
  ///
  /// @param notes annotations, by which its first container does something else than to run
  private static String template(String notes, String policy) {
    return ("template: {metadata: {labels: {app: a}, annotations: {%s}}, "
            + "spec: {restartPolicy: %s, containers: [{name: main, image: "
            + "registry.example.com/app:1}]}}")
        .formatted(notes, policy);
  }

  private static String deployment(String name, int replicas, String notes) {
    return ("{apiVersion: apps/v1, kind: Deployment, metadata: {name: "
            + "%s}, spec: {replicas: %d, selector: {matchLabels: {app: a}},"
            + " %s}}")
        .formatted(name, replicas, template(notes, "Always"));
  }

  private static String does(String what) {
    return "e2e.japply.dev/pod: " + what;
  }

  @Tag("sampled")
  @Test
  void rolloutsAreFollowed() {
    String all =
        IntStream.range(0, ROLLOUTS)
            .mapToObj(i -> deployment("web-" + i, 2, "e2e.japply.dev/delay: " + i % 5 * 100 + "ms"))
            .map(text -> text.replace("app: a", "app: a" + text.hashCode()))
            .collect(Collectors.joining("\n---\n"));
    Program.Said said = applied(all, "");
    assertThat(said.status()).as(said.err()).isZero();
    assertThat(said.err().lines().filter(line -> line.endsWith(" is ready"))).hasSize(ROLLOUTS);
    assertThat(japply(all, "ready -f - --wait-timeout=0").status()).isZero();
    Program.Said again = applied(all.replace("app:1", "app:2"), "");
    assertThat(again.status()).as(again.err()).isZero();
    String images = "jsonpath={.items[*].spec.containers[*].image}";
    String running = server.kubectl("get", "pods", "-n", namespace, "-o", images).orFail().out();
    assertThat(running.split(" ")).hasSize(2 * ROLLOUTS).containsOnly("registry.example.com/app:2");
  }

  @Test
  void planOfServerSideApplyIsFollowed() {
    String plan = home.resolve("plan.json").toString();
    assertThat(applied(deployment("web", 2, ""), "--server-side").status()).isZero();
    String next = deployment("web", 2, "").replace("app:1", "app:2");
    assertThat(japply(next, "plan -f - --server-side --out " + plan).status()).isZero();
    Program.Said said = applied(next, "--plan " + plan);
    assertThat(said.status()).as(said.err()).isZero();
    assertThat(said.out()).isEqualTo("deployment.apps/web serverside-applied\n");
    assertThat(said.err()).contains("Deployment " + namespace + "/web is ready\n");
    assertThat(applied(next, "--plan " + plan).status()).as("the same once more").isZero();
    String broken = deployment("web", 2, does("pull"));
    assertThat(japply(broken, "plan -f - --server-side --out " + plan).status()).isZero();
    Program.Said failed = applied(broken, "--wait-fail-fast --plan " + plan);
    assertThat(failed.status()).as(failed.err()).isEqualTo(4);
    assertThat(failed.err())
        .contains("it can no longer become ready: ")
        .containsPattern(CANNOT_PULL);
  }

  @Test
  void anImageThatCannotBePulledIsTold() {
    Program.Said said = applied(deployment("web", 2, does("pull")), "--wait-fail-fast");
    assertThat(said.status()).as(said.err()).isEqualTo(4);
    assertThat(said.err())
        .contains(
            "error: STDIN:1: Deployment " + namespace + "/web: it can no longer become ready: ")
        .containsPattern(CANNOT_PULL)
        .contains("registry.example.com/app:1")
        .contains(" (1 more Pod is not ready)");
  }

  @Test
  void aRunThatDoesNotBecomeReadyIsTakenBack() {
    assertThat(applied(deployment("web", 1, ""), "").status()).isZero();
    String added = "\n---\n{apiVersion: v1, kind: ConfigMap, metadata: {name: added}}";
    String broken = deployment("web", 1, does("pull")).replace("app:1", "app:2") + added;
    Program.Said said =
        applied(
            broken, "--wait-fail-fast --undo-on-failure --undo-file " + home.resolve("undo.jsonl"));
    assertThat(said.status()).as(said.err()).isEqualTo(4);
    assertThat(said.err())
        .containsPattern(CANNOT_PULL)
        .contains(
            "taken back: Deployment " + namespace + "/web configured",
            "taken back: ConfigMap " + namespace + "/added deleted",
            "the run was taken back; its undo file is ");
    assertThat(server.kubectl("get", "configmap", "added", "-n", namespace).exit()).isNotZero();
    String image = "jsonpath={.spec.template.spec.containers[0].image}";
    assertThat(
            server.kubectl("get", "deployment", "web", "-n", namespace, "-o", image).orFail().out())
        .endsWith("app:1");
    assertThat(applied(deployment("web", 1, ""), "").out()).contains("web unchanged");
  }

  @Test
  void aCrashLoopIsToldWithItsLog() {
    String notes =
        does("fail")
            + ", e2e.japply.dev/exit-code: '137', e2e.japply.dev/exit-reason: OOMKilled,"
            + " e2e.japply.dev/log: \"run $RUN\\none\\ntwo \\u001b[2J\\nhunter2!\"";
    String secret =
        "{apiVersion: v1, kind: Secret, metadata: {name: s}, stringData: {p: hunter2!}}";
    String all = secret + "\n---\n" + deployment("web", 1, notes);
    Program.Said said = applied(all, "--wait-fail-fast --wait-logs=3");
    assertThat(said.status()).as(said.err()).isEqualTo(4);
    assertThat(said.err())
        .containsPattern(
            "Deployment "
                + namespace
                + "/web: it can no longer become ready: 0 of 1 replicas available, and a Pod"
                + " cannot run: Pod web-\\S+: container main: CrashLoopBackOff, exit code 137"
                + " \\(OOMKilled\\), \\d restarts\n"
                + "  log of Pod web-\\S+, container main:\n"
                + "    one\n    two \\\\x1b\\[2J\n    \\*+\n")
        .doesNotContain("hunter2", "run ");
    Program.Said quiet = japply("", "ready deployment/web --wait-timeout=0 --wait-logs=0");
    assertThat(quiet.status()).isEqualTo(4);
    assertThat(quiet.err()).contains("CrashLoopBackOff").doesNotContain("log of");
  }

  private static String job(String name, String notes) {
    return "{apiVersion: batch/v1, kind: Job, metadata: {name: %s}, spec: {backoffLimit: 0, %s}}"
        .formatted(name, template(notes, "Never"));
  }

  @Test
  void jobsEnd() {
    String well = job("well", does("complete"));
    assertThat(applied(well, "").err()).contains("Job " + namespace + "/well is ready\n");
    String sad = does("fail") + ", e2e.japply.dev/exit-code: '3', e2e.japply.dev/log: 'no table'";
    Program.Said said = applied(job("sad", sad), "");
    assertThat(said.status()).isEqualTo(4);
    assertThat(said.err())
        .contains(
            "Job " + namespace + "/sad: it can no longer become ready: ", "BackoffLimitExceeded")
        .containsPattern("Pod sad-\\S+: it has failed: container main: Error, exit code 3\n")
        .contains("container main:\n    no table\n");
  }

  @Test
  void whatAPodWaitsForIsTold() {
    appliedUntil(
        deployment("m", 1, does("mount")),
        "\n  FailedMount: MountVolume.SetUp failed for volume \"data\"");
    String nowhere = "{metadata: {labels: {app: a}}, spec: {nodeSelector: {disk: none}, ";
    String unscheduled =
        deployment("u", 1, "").replaceFirst("\\{metadata: \\{labels.*?spec: \\{", nowhere);
    appliedUntil(unscheduled, "PodScheduled=False: Unschedulable: 0/2 nodes are available");
    appliedUntil(deployment("p", 1, does("unready")), "\n  Unhealthy: Readiness probe failed: ");
  }

  @Test
  void aQuotaThatRefusesPodsIsTold() {
    String quota =
        "{apiVersion: v1, kind: ResourceQuota, metadata: {name: q}, spec: {hard: {pods: '0'}}}";
    assertThat(japply(quota, "apply -f -").status()).isZero();
    awaitQuota();
    String set =
        deployment("s", 1, "")
            .replace("Deployment", "StatefulSet")
            .replace("spec: {replicas", "spec: {serviceName: s, replicas");
    appliedUntil(
        deployment("d", 1, ""),
        "Deployment " + namespace + "/d: ",
        "ReplicaFailure=True: FailedCreate: ",
        "exceeded quota: q");
    assertThat(appliedUntil(set, "\n  FailedCreate: ").err())
        .containsPattern(
            "StatefulSet " + namespace + "/s: .*\n  FailedCreate: .*exceeded quota: q");
  }

  /// Waits until the server refuses a Pod: it sees a new quota a moment later.
  private void awaitQuota() {
    String pod =
        "{apiVersion: v1, kind: Pod, metadata: {name: p}, spec: "
            + "{containers: [{name: main, image: registry.example.com/app:1}]}}";
    Instant end = Instant.now().plus(PATIENCE);
    String refusal = "";
    while (!refusal.contains("exceeded quota") && Instant.now().isBefore(end)) {
      refusal = japply(pod, "apply -f - --dry-run=server").err();
    }
    assertThat(refusal).contains("exceeded quota");
  }

  @Test
  void otherObjectsAreFollowed() {
    String number = server.newNumber();
    String definition =
        ("{apiVersion: apiextensions.k8s.io/v1, kind: "
                + "CustomResourceDefinition, metadata: {name: "
                + "things.t%1$s.example.com}, spec: {group: t%1$s.example.com, "
                + "scope: Namespaced, names: {kind: Thing, plural: things}, "
                + "versions: [{name: v1, served: true, storage: true, "
                + "subresources: {status: {}}, schema: {openAPIV3Schema: "
                + "{type: object, x-kubernetes-preserve-unknown-fields: "
                + "true}}}]}}")
            .formatted(number);
    String thing =
        "{apiVersion: t%s.example.com/v1, kind: Thing, metadata: {name: x}, status: {}}"
            .formatted(number);
    String balanced =
        "{apiVersion: v1, kind: Service, metadata: {name: b, annotations: {e2e.japply.dev/address:"
            + " 192.0.2.7}}, spec: {type: LoadBalancer, ports: [{port: 80}]}}";
    String daemons =
        deployment("every", 1, "").replace("Deployment", "DaemonSet").replace("replicas: 1, ", "");
    Program.Said said = applied(String.join("\n---\n", definition, balanced, daemons), "");
    assertThat(said.status()).as(said.err()).isZero();
    assertThat(said.err())
        .contains(
            "Service " + namespace + "/b is ready",
            "DaemonSet " + namespace + "/every is ready",
            "example.com is ready");
    japply(thing, "apply -f -");
    var name = "things.t" + number + ".example.com";
    condition(name, "False");
    assertThat(japply(thing, "ready -f - --wait-timeout=0").err())
        .contains("Thing " + namespace + "/x: it is not ready: Ready=False: Slow");
    var waiting = CompletableFuture.supplyAsync(() -> japply(thing, "ready -f -"));
    condition(name, "True");
    assertThat(waiting.join().status()).isZero();
  }

  private void condition(String type, String status) {
    String patch =
        "{\"status\":{\"conditions\":[{\"type\":\"Ready\",\"status\":\"%s\",\"reason\":\"Slow\"}]}}"
            .formatted(status);
    server
        .kubectl(
            "patch",
            type,
            "x",
            "-n",
            namespace,
            "--subresource=status",
            "--type=merge",
            "-p",
            patch)
        .orFail();
  }

  /// A claim that nobody wants is as it should be; one that a Pod wants has to be bound.
  @Test
  void aClaimMayWaitForItsFirstConsumer() {
    String name = "later-" + server.newNumber();
    String storage =
        ("{apiVersion: storage.k8s.io/v1, kind: StorageClass, "
                + "metadata: {name: %s}, provisioner: "
                + "kubernetes.io/no-provisioner, volumeBindingMode: "
                + "WaitForFirstConsumer}")
            .formatted(name);
    String claim =
        ("{apiVersion: v1, kind: PersistentVolumeClaim, metadata: "
                + "{name: c}, spec: {storageClassName: %s, accessModes: "
                + "[ReadWriteOnce], resources: {requests: {storage: 1Gi}}}}")
            .formatted(name);
    Program.Said unwanted = applied(storage + "\n---\n" + claim, "--wait-timeout=30s");
    assertThat(unwanted.status()).as(unwanted.err()).isZero();
    String pod =
        "{apiVersion: v1, kind: Pod, metadata: {name: p}, spec: {containers: [{name: main, image:"
            + " i}], volumes: [{name: v, persistentVolumeClaim: {claimName: c}}]}}";
    appliedUntil(
        claim + "\n---\n" + pod, "Pod " + namespace + "/p: ", "persistent volumes to bind");
    String volume =
        ("{apiVersion: v1, kind: PersistentVolume, metadata: {name: "
                + "%1$s}, spec: {storageClassName: %1$s, capacity: {storage: "
                + "1Gi}, accessModes: [ReadWriteOnce], "
                + "persistentVolumeReclaimPolicy: Delete, hostPath: {path: "
                + "/nowhere}}}")
            .formatted(name);
    // A scheduler that has seen the Pod before the volume could be used looks again minutes later.
    server.kubectl("delete", "pod", "p", "-n", namespace).orFail();
    assertThat(japply(volume, "apply -f -").status()).isZero();
    String usable = "--for=jsonpath={.status.phase}=Available";
    server.kubectl("wait", usable, "persistentvolume/" + name, "--timeout=60s").orFail();
    Program.Said bound = applied(claim + "\n---\n" + pod, "");
    assertThat(bound.status()).as(bound.err()).isZero();
    String phase = "jsonpath={.status.phase}";
    assertThat(server.kubectl("get", "pvc", "c", "-n", namespace, "-o", phase).out())
        .isEqualTo("Bound");
  }

  /// The server goes away while it is waited, and comes back.
  @Test
  void aRestartOfTheServerIsWaitedFor() throws IOException {
    String service =
        "{apiVersion: v1, kind: Service, metadata: {name: b}, spec: {type: LoadBalancer, ports:"
            + " [{port: 80}]}}";
    assertThat(japply(service, "apply -f -").status()).isZero();
    Requests requests = Requests.in(server, namespace);
    Path report = home.resolve("report.jsonl");
    var waiting =
        CompletableFuture.supplyAsync(() -> japply(service, "ready -f - --report=jsonl=" + report));
    awaitWatch(requests);
    server.restart();
    String address = "{\"status\":{\"loadBalancer\":{\"ingress\":[{\"ip\":\"192.0.2.8\"}]}}}";
    server
        .kubectl(
            "patch",
            "service",
            "b",
            "-n",
            namespace,
            "--subresource=status",
            "--type=merge",
            "-p",
            address)
        .orFail();
    Program.Said said = waiting.join();
    assertThat(said.status()).as(said.err()).isZero();
    assertThat(said.out()).isEqualTo("Service " + namespace + "/b is ready\n");
    assertThat(said.err().lines().filter(line -> line.startsWith("Warning: ")))
        .as(said.err())
        .hasSizeLessThan(2)
        .allMatch(line -> line.endsWith("japply goes on waiting"));
    assertThat(requests.sinceThen())
        .filteredOn(request -> request.startsWith("list"))
        .hasSizeGreaterThan(1);
    assertThat(Files.readAllLines(report))
        .filteredOn(line -> line.contains("\"event\":\"ready\""))
        .hasSize(1);
  }

  private static void awaitWatch(Requests requests) {
    while (requests.sinceThen().stream().noneMatch(request -> request.startsWith("watch"))) {
      LockSupport.parkNanos(Duration.ofMillis(20).toNanos());
    }
  }
}
