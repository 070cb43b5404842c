package dev.japply.ready;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.apply.NotReadyCause;
import dev.japply.apply.ResolvedObject;
import dev.japply.cluster.ClusterException;
import dev.japply.cluster.ClusterException.Kind;
import dev.japply.cluster.FakeCluster;
import dev.japply.cluster.LogRequest;
import dev.japply.cluster.Resource;
import dev.japply.merge.Flow;
import dev.japply.object.Gvk;
import dev.japply.object.KubeObject;
import dev.japply.object.SecretValues;
import dev.japply.problem.Origin;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Why objects of a cluster in memory are not ready.
class CauseFinderTest {
  private static final String CRASHES =
      "phase: Running, containerStatuses: [{name: side, ready: true, state: {running: {}}}, "
          + "{name: main, restartCount: 3, state: {waiting: {reason: CrashLoopBackOff}},"
          + " lastState: {terminated: {exitCode: 3, reason: Error}}}]";

  private static final String PENDING = "phase: Pending";

  private final FakeCluster cluster = new FakeCluster();

  @BeforeEach
  void serve() {
    cluster.serve("v1", "Pod", "pods", true);
    cluster.serve("v1", "Event", "events", true);
    cluster.serve("apps/v1", "ReplicaSet", "replicasets", true);
    cluster.serve("apps/v1", "StatefulSet", "statefulsets", true);
    cluster.serve("v1", "ReplicationController", "replicationcontrollers", true);
  }

  private void put(String apiVersion, String kind, String metadata, String rest) {
    String object = "{metadata: {namespace: default, %s}, %s}".formatted(metadata, rest);
    cluster.put(
        ((MapValue) Flow.parse(object))
            .with("apiVersion", Value.text(apiVersion))
            .with("kind", Value.text(kind)));
  }

  private void deployment() {
    put(
        "apps/v1",
        "Deployment",
        "name: web, uid: d, annotations: {deployment.kubernetes.io/revision: '2'}",
        "spec: {selector: {matchLabels: {app: web}}}");
    replicaSet("web-old", "1", "d");
    replicaSet("web-new", "2", "d");
    replicaSet("other", "2", "e");
  }

  private void replicaSet(String name, String revision, String owner) {
    put(
        "apps/v1",
        "ReplicaSet",
        "name: %s, uid: %s, labels: {app: web}, ownerReferences: [{uid: %s}],"
            .concat(" annotations: {deployment.kubernetes.io/revision: '%s'}")
            .formatted(name, name, owner, revision),
        "spec: {selector: {matchLabels: {app: web}}}");
  }

  private void pod(String name, String owner, String status) {
    put(
        "v1",
        "Pod",
        "name: %s, uid: %s, labels: {app: web}, ownerReferences: [{uid: %s}]"
            .formatted(name, name, owner),
        "status: {" + status + "}");
  }

  private void event(String uid, String time, String reason, String message) {
    put(
        "v1",
        "Event",
        "name: " + uid + "." + time + reason,
        "type: Warning, involvedObject: {uid: %s}, lastTimestamp: '%s', reason: %s, message: '%s'"
            .formatted(uid, time, reason, message));
  }

  private NotReadyCause find(String apiVersion, String kind, String plural, int lines) {
    var object =
        (MapValue)
            Flow.parse(
                "{apiVersion: %s, kind: %s, metadata: {name: web, namespace: default}}"
                    .formatted(apiVersion, kind));
    var resource = new Resource(Gvk.of(apiVersion, kind), plural, true);
    return new CauseFinder(cluster, lines, SecretValues.of())
        .find(new ResolvedObject(KubeObject.of(object, Origin.NONE), resource));
  }

  private NotReadyCause ofDeployment() {
    return find("apps/v1", "Deployment", "deployments", 5);
  }

  private void log(String pod, String container, boolean previous, String text) {
    cluster.logs.put(new LogRequest("default", pod, container, 5, previous), text);
  }

  @Test
  void tellsOfThePodThatFails() {
    deployment();
    pod("web-old-1", "web-old", CRASHES);
    pod("web-new-1", "web-new", PENDING);
    pod("web-new-2", "web-new", CRASHES);
    pod("web-new-3", "web-new", "phase: Running, conditions: [{type: Ready, status: 'True'}]");
    pod("other-1", "other", CRASHES);
    log("web-new-2", "main", true, "begins\nends\n");
    event("web-new-2", "1", "BackOff", "Back-off restarting");
    assertThat(ofDeployment())
        .isEqualTo(
            new NotReadyCause(
                "Pod web-new-2: container main: CrashLoopBackOff, exit code 3 (Error), 3 restarts"
                    + " (1 more Pod is not ready)",
                List.of(),
                "Pod web-new-2, container main",
                List.of("begins", "ends")));
    assertThat(cluster.requests)
        .containsExactly(
            "GET default/web",
            "LIST default/replicasets",
            "LIST default/pods",
            "LIST default/events",
            "LOG default/web-new-2");
  }

  @Test
  void logsMayBeLeftOut() {
    deployment();
    pod("web-new-2", "web-new", CRASHES);
    assertThat(find("apps/v1", "Deployment", "deployments", 0).log()).isEmpty();
    assertThat(cluster.requests).doesNotContain("LOG default/web-new-2");
  }

  @Test
  void tellsOfTheNewestEvents() {
    deployment();
    pod("web-new-1", "web-new", PENDING);
    event("web-new-1", "2026-01-01T00:00:01Z", "FailedMount", "old");
    event("web-new-1", "2026-01-01T00:00:03Z", "FailedMount", "no such volume");
    event("web-new-1", "2026-01-01T00:00:02Z", "Failed", "Error: ErrImagePull");
    event("web-new-1", "2026-01-01T00:00:04Z", "FailedAttachVolume", "it is elsewhere");
    event("web-old-1", "2026-01-01T00:00:05Z", "Other", "of another");
    put("v1", "Event", "name: n", "type: Normal, involvedObject: {uid: web-new-1}, message: fine");
    assertThat(ofDeployment())
        .isEqualTo(
            new NotReadyCause(
                "Pod web-new-1: it does not run yet",
                List.of("FailedAttachVolume: it is elsewhere", "FailedMount: no such volume"),
                "",
                List.of()));
  }

  @Test
  void whatAStateSaysIsNotRepeated() {
    deployment();
    pod(
        "web-new-1",
        "web-new",
        PENDING
            + ", conditions: [{type: PodScheduled, status: 'False', reason: Unschedulable, message:"
            + " 0 nodes}]");
    event("web-new-1", "1", "FailedScheduling", "0 nodes");
    assertThat(ofDeployment())
        .isEqualTo(
            new NotReadyCause(
                "Pod web-new-1: PodScheduled=False: Unschedulable: 0 nodes",
                List.of(),
                "",
                List.of()));
  }

  @Test
  void withoutPodsItsOwnEventsTell() {
    put("apps/v1", "StatefulSet", "name: web, uid: s", "spec: {selector: {matchLabels: {a: b}}}");
    event("s", "1", "FailedCreate", "exceeded quota");
    assertThat(find("apps/v1", "StatefulSet", "statefulsets", 5).notes())
        .containsExactly("FailedCreate: exceeded quota");
  }

  @Test
  void aPodTellsOfItself() {
    pod("web", "nobody", "phase: Running, containerStatuses: [{name: main, state: {running: {}}}]");
    log("web", "main", false, "x".repeat(1001) + "\n");
    event("web", "1", "Unhealthy", "Readiness probe failed");
    assertThat(find("v1", "Pod", "pods", 5))
        .isEqualTo(
            new NotReadyCause(
                "",
                List.of("Unhealthy: Readiness probe failed"),
                "Pod web, container main",
                List.of("x".repeat(999) + "…")));
  }

  @Test
  void aControllerOfOldHasAPlainSelector() {
    put("v1", "ReplicationController", "name: web, uid: rc", "spec: {selector: {app: web}}");
    pod("web-1", "rc", PENDING);
    assertThat(find("v1", "ReplicationController", "replicationcontrollers", 5).what())
        .isEqualTo("Pod web-1: it does not run yet");
  }

  @Test
  void whatMayNotBeReadIsLeftOut() {
    deployment();
    pod("web-new-1", "web-new", CRASHES);
    cluster.fail("LIST default/pods", 403, "Forbidden", "no pods");
    event("d", "1", "Sad", "no hope");
    assertThat(ofDeployment().notes())
        .containsExactly("its Pods cannot be read: no pods", "Sad: no hope");
    cluster.fail("LIST default/events", 403, "Forbidden", "no events");
    assertThat(ofDeployment().notes())
        .containsExactly("its events cannot be read: no events", "its log cannot be read: no log");
  }

  @Test
  void aServerThatIsAwayIsAskedOnce() {
    cluster.before(
        "GET",
        () -> {
          throw new ClusterException(Kind.REFUSED, "refused", "", null);
        });
    var finder = new CauseFinder(cluster, 5, SecretValues.of());
    deployment();
    var target = (MapValue) Flow.parse("{apiVersion: v1, kind: Pod, metadata: {name: web}}");
    var resolved =
        new ResolvedObject(
            KubeObject.of(target, Origin.NONE), new Resource(Gvk.of("v1", "Pod"), "pods", true));
    assertThat(finder.find(resolved).notes()).containsExactly("it cannot be read: refused");
    assertThat(finder.find(resolved)).isEqualTo(NotReadyCause.NONE);
    assertThat(cluster.requests).hasSize(1);
  }

  @Test
  void whatIsNotThereHasNoCause() {
    assertThat(ofDeployment()).isEqualTo(NotReadyCause.NONE);
  }
}
