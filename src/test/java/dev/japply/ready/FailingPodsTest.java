package dev.japply.ready;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.apply.ResolvedObject;
import dev.japply.cluster.FakeCluster;
import dev.japply.cluster.Resource;
import dev.japply.io.CancellationSource;
import dev.japply.merge.Flow;
import dev.japply.object.Gvk;
import dev.japply.object.KubeObject;
import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Waiting looks at what objects depend on: the Pods of workloads, the StorageClasses of claims.
@Timeout(120)
class FailingPodsTest {
  private static final WaitLimits PATIENT = new WaitLimits(Duration.ofMinutes(5), false, 10);
  private static final WaitLimits FAST = new WaitLimits(Duration.ofMinutes(5), true, 10);

  private static final Resource DEPLOYMENTS =
      new Resource(Gvk.of("apps/v1", "Deployment"), "deployments", true);
  private static final Resource CLAIMS =
      new Resource(Gvk.of("v1", "PersistentVolumeClaim"), "persistentvolumeclaims", true);

  private final FakeCluster cluster = new FakeCluster();
  private final CancellationSource cancellation = new CancellationSource();
  private final AtomicInteger awaited = new AtomicInteger();
  private final List<String> warnings = Collections.synchronizedList(new ArrayList<>());

  @BeforeEach
  void serve() {
    cluster.serve("v1", "Pod", "pods", true);
    cluster.serve("apps/v1", "ReplicaSet", "replicasets", true);
    cluster.serve("v1", "PersistentVolumeClaim", "persistentvolumeclaims", true);
    cluster.serve("storage.k8s.io/v1", "StorageClass", "storageclasses", false);
  }

  private static MapValue object(String apiVersion, String kind, String metadata, String rest) {
    String namespaced = kind.equals("StorageClass") ? metadata : "namespace: default, " + metadata;
    return ((MapValue) Flow.parse("{metadata: {%s}, %s}".formatted(namespaced, rest)))
        .with("apiVersion", Value.text(apiVersion))
        .with("kind", Value.text(kind));
  }

  private static String owner(String kind, String name) {
    return ", ownerReferences: [{apiVersion: apps/v1, kind: %s, name: %s, controller: true}]"
        .formatted(kind, name);
  }

  /// @param seen the generation that its controller has seen
  private void deployment(long seen) {
    String revision = ", annotations: {deployment.kubernetes.io/revision: '2'}";
    String status = "spec: {}, status: {observedGeneration: " + seen + "}";
    cluster.put(object("apps/v1", "Deployment", "name: a, generation: 2" + revision, status));
  }

  private void replicaSet(String revision) {
    String noted = ", annotations: {deployment.kubernetes.io/revision: '%s'}".formatted(revision);
    String metadata = "name: a-1" + noted + owner("Deployment", "a");
    cluster.put(object("apps/v1", "ReplicaSet", metadata, "spec: {}"));
  }

  private void podWithoutImage() {
    pod("{waiting: {reason: ImagePullBackOff}}");
  }

  private void pod(String state) {
    String containers = "containerStatuses: [{name: c, state: " + state + "}]";
    String metadata = "name: p" + owner("ReplicaSet", "a-1");
    cluster.put(object("v1", "Pod", metadata, "status: {phase: Pending, " + containers + "}"));
  }

  private List<String> await(WaitLimits limits, Resource type, String... names) {
    var listener =
        new ReadyListener() {
          @Override
          public void changed(ReadyState state) {
            // What it comes to is enough.
          }

          @Override
          public void hindered(Problem warning) {
            warnings.add(warning.toString());
            happened();
          }
        };
    List<ResolvedObject> targets = List.of(names).stream().map(name -> target(type, name)).toList();
    return new ReadyWait(cluster, cancellation, limits, listener)
        .await(targets).stream()
            .map(state -> state.target().desired().name() + " " + state.readiness().status().word())
            .toList();
  }

  private static ResolvedObject target(Resource type, String name) {
    MapValue object =
        object(type.gvk().apiVersion(), type.gvk().kind(), "name: " + name, "spec: {}");
    return new ResolvedObject(KubeObject.of(object, Origin.NONE), type);
  }

  /// Ends the wait after so many warnings, and when all of these are watched: what was there before
  /// was looked at then.
  private void endAfter(int told, String... watched) {
    awaited.set(told + watched.length);
    for (String plural : watched) {
      cluster.before("WATCH default/" + plural, this::happened);
    }
  }

  private void happened() {
    if (awaited.decrementAndGet() == 0) {
      cancellation.cancel();
    }
  }

  @Test
  void failingFastSeesPodsThatCannotRun() {
    deployment(2);
    replicaSet("2");
    cluster.before("WATCH default/pods", this::podWithoutImage);
    assertThat(await(FAST, DEPLOYMENTS, "a")).containsExactly("a Failed");
    assertThat(cluster.requests).contains("GET default/a-1", "GET default/a");
  }

  /// Nothing that its controller says meanwhile makes it better.
  @Test
  void whatCannotRunStaysSo() {
    ReadyListener nobody =
        new ReadyListener() {
          @Override
          public void changed(ReadyState state) {}

          @Override
          public void hindered(Problem warning) {}
        };
    var board = new ReadyTracker(nobody);
    ResolvedObject target = target(DEPLOYMENTS, "a");
    board.add(target);
    board.block(ReadyTracker.AwaitedObject.of(target));
    board.put(ReadyTracker.AwaitedObject.of(target), ReadyRules.of(target.desired().tree()));
    assertThat(board.isSettled(true)).isTrue();
    assertThat(board.close().getFirst().isHopeless()).isTrue();
  }

  @Test
  void podsThatAreSlowMayRunYet() {
    deployment(2);
    replicaSet("2");
    pod("{waiting: {reason: ErrImagePull}}");
    endAfter(0, "deployments", "pods");
    assertThat(await(FAST, DEPLOYMENTS, "a")).containsExactly("a InProgress");
  }

  @Test
  void podsOfOlderRevisionsMayFail() {
    deployment(2);
    replicaSet("1");
    podWithoutImage();
    endAfter(0, "deployments", "pods");
    assertThat(await(FAST, DEPLOYMENTS, "a")).containsExactly("a InProgress");
  }

  /// Its Pods may be those of the generation before.
  @Test
  void aControllerThatHasNotLookedYetIsGivenTime() {
    deployment(1);
    replicaSet("2");
    podWithoutImage();
    endAfter(0, "deployments", "pods");
    assertThat(await(FAST, DEPLOYMENTS, "a")).containsExactly("a InProgress");
  }

  @Test
  void aFailingPodDoesNotEndAPatientWait() {
    deployment(2);
    replicaSet("2");
    podWithoutImage();
    endAfter(0, "deployments", "pods");
    assertThat(await(PATIENT, DEPLOYMENTS, "a")).containsExactly("a InProgress");
  }

  @Test
  void whoMayNotSeePodsWaitsForControllers() {
    deployment(2);
    cluster.fail("LIST default/pods", 403, "Forbidden", "no pods");
    endAfter(1, "deployments");
    assertThat(await(FAST, DEPLOYMENTS, "a")).containsExactly("a InProgress");
    assertThat(warnings)
        .containsExactly(
            "no pods; japply does not see which Pods fail, and waits for their controllers");
  }

  @Test
  void whoMayNotSeeOwnersWaitsForControllers() {
    deployment(2);
    podWithoutImage();
    cluster.fail("GET default/a-1", 403, "Forbidden", "no sets");
    endAfter(1, "deployments", "pods");
    assertThat(await(FAST, DEPLOYMENTS, "a")).containsExactly("a InProgress");
    assertThat(warnings).anyMatch(warning -> warning.startsWith("no sets; "));
  }

  private void claims(String mode) {
    String rest = "spec: {storageClassName: late}, status: {phase: Pending}";
    for (String name : List.of("a", "b")) {
      cluster.put(object("v1", "PersistentVolumeClaim", "name: " + name, rest));
    }
    String binding = "volumeBindingMode: " + mode;
    cluster.put(object("storage.k8s.io/v1", "StorageClass", "name: late", binding));
  }

  @Test
  void aClaimMayWaitForItsConsumer() {
    claims("WaitForFirstConsumer");
    assertThat(await(PATIENT, CLAIMS, "a", "b")).containsExactly("a Current", "b Current");
    assertThat(cluster.requests).filteredOn("GET /late"::equals).hasSize(1);
  }

  @Test
  void aClaimThatIsBoundAtOnceMayNot() {
    claims("Immediate");
    endAfter(0, "persistentvolumeclaims");
    assertThat(await(PATIENT, CLAIMS, "a")).containsExactly("a InProgress");
  }

  @Test
  void aClassThatMayNotBeReadIsTold() {
    claims("WaitForFirstConsumer");
    cluster.fail("GET /late", 403, "Forbidden", "no classes");
    endAfter(1, "persistentvolumeclaims");
    assertThat(await(PATIENT, CLAIMS, "a")).containsExactly("a InProgress");
    assertThat(warnings).anyMatch(line -> line.startsWith("StorageClass late: no classes; "));
  }
}
