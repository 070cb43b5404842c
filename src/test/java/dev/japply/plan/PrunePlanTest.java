package dev.japply.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.plan.PrunePlan.Desired;
import dev.japply.plan.PrunePlan.Protection;
import dev.japply.plan.PrunePlan.Sequence;
import dev.japply.tree.Json;
import dev.japply.tree.Value.MapValue;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class PrunePlanTest {
  private static final Desired NOTHING = new Desired(Set.of(), Set.of());

  /// An object from `v1 ConfigMap a`, whose uid is its name.
  private static MapValue object(String text) {
    String[] words = text.split(" ", -1);
    String json =
        "{'apiVersion':'%s','kind':'%s','metadata':{'name':'%s','uid':'%s'}}"
            .formatted(words[0], words[1], words[2], words[2]);
    return (MapValue) Json.parse(json.replace('\'', '"'));
  }

  private static List<MapValue> objects(String... texts) {
    return Stream.of(texts).map(PrunePlanTest::object).toList();
  }

  private static List<String> names(List<MapValue> objects) {
    return objects.stream().map(object -> object.map("metadata").text("name")).toList();
  }

  private static List<String> going(Desired desired, Sequence sequence, String... texts) {
    return names(PrunePlan.of(objects(texts), desired, sequence, Protection.HEEDED).objects());
  }

  @Test
  void whatIsDesiredStays() {
    var desired = new Desired(Set.of("a", "c"), Set.of());
    assertThat(
            going(desired, Sequence.AS_FOUND, "v1 ConfigMap a", "v1 ConfigMap b", "v1 ConfigMap c"))
        .containsExactly("b");
  }

  @Test
  void whatNeedsOthersGoesBeforeThem() {
    String[] found = {
      "v1 Namespace n",
      "apiextensions.k8s.io/v1 CustomResourceDefinition d",
      "v1 ServiceAccount r",
      "rbac.authorization.k8s.io/v1 RoleBinding b",
      "v1 ConfigMap c",
      "v1 Secret s",
      "v1 Service w",
      "apps/v1 Deployment web",
      "example.com/v1 Widget x",
      "autoscaling/v2 HorizontalPodAutoscaler h",
      "admissionregistration.k8s.io/v1 ValidatingWebhookConfiguration v"
    };
    assertThat(going(NOTHING, Sequence.DEPENDENTS_FIRST, found))
        .containsExactly("v", "h", "web", "x", "c", "s", "w", "b", "r", "d", "n");
    assertThat(going(NOTHING, Sequence.AS_FOUND, found))
        .containsExactly("n", "d", "r", "b", "c", "s", "w", "web", "x", "h", "v");
  }

  @Test
  void anObjectThatIsFoundTwiceGoesOnce() {
    assertThat(
            going(
                NOTHING,
                Sequence.DEPENDENTS_FIRST,
                "apps/v1 Deployment web",
                "apps/v1beta1 Deployment web"))
        .containsExactly("web");
  }

  @Test
  void aNamespaceWithDesiredObjectsIsSpared() {
    var desired = new Desired(Set.of(), Set.of("shop"));
    PrunePlan plan =
        PrunePlan.of(
            objects("v1 Namespace shop", "v1 Namespace old", "example.com/v1 Namespace shop2"),
            desired,
            Sequence.DEPENDENTS_FIRST,
            Protection.HEEDED);
    assertThat(names(plan.spared())).containsExactly("shop");
    assertThat(names(plan.objects())).containsExactly("shop2", "old");
  }

  /// Another kind of that name holds no objects.
  @Test
  void aNamespaceOfAnotherGroupGoes() {
    assertThat(
            going(
                new Desired(Set.of(), Set.of("shop")),
                Sequence.AS_FOUND,
                "example.com/v1 Namespace shop"))
        .containsExactly("shop");
  }

  private static MapValue kept(String apiVersion, String kind, String namespace, String name) {
    return (MapValue)
        Json.parse(
            """
            {"apiVersion":"%s","kind":"%s","metadata":{"name":"%s","uid":"%s","namespace":"%s",
             "annotations":{"japply.dev/prune":"false"}}}
            """
                .formatted(apiVersion, kind, name, name, namespace));
  }

  @Test
  void whatIsProtectedStays() {
    List<MapValue> found = List.of(object("v1 ConfigMap a"), kept("v1", "ConfigMap", "n", "b"));
    PrunePlan plan = PrunePlan.of(found, NOTHING, Sequence.AS_FOUND, Protection.HEEDED);
    assertThat(names(plan.objects())).containsExactly("a");
    assertThat(names(plan.kept())).containsExactly("b");
    assertThat(names(plan.staying())).containsExactly("b");
    PrunePlan all = PrunePlan.of(found, NOTHING, Sequence.AS_FOUND, Protection.PASSED_OVER);
    assertThat(names(all.objects())).containsExactly("a", "b");
    assertThat(all.kept()).isEmpty();
  }

  @Test
  void whatIsDesiredIsNotTold() {
    List<MapValue> found = List.of(kept("v1", "ConfigMap", "n", "b"));
    var desired = new Desired(Set.of("b"), Set.of());
    assertThat(PrunePlan.of(found, desired, Sequence.AS_FOUND, Protection.HEEDED).kept()).isEmpty();
  }

  /// A Namespace takes all that is in it along, and a definition all objects of its type.
  @Test
  void whatWouldTakeAProtectedObjectAlongStays() {
    MapValue definition =
        (MapValue)
            Json.parse(
                """
                {"apiVersion":"apiextensions.k8s.io/v1","kind":"CustomResourceDefinition",
                 "metadata":{"name":"ws.e","uid":"ws.e"},
                 "spec":{"group":"e","names":{"kind":"W"}}}
                """);
    List<MapValue> found =
        List.of(
            object("v1 Namespace n"),
            object("v1 Namespace w"),
            definition,
            kept("v1", "ConfigMap", "n", "b"),
            kept("e/v2", "W", "other", "x"));
    PrunePlan plan = PrunePlan.of(found, NOTHING, Sequence.AS_FOUND, Protection.HEEDED);
    assertThat(names(plan.spared())).containsExactly("n", "ws.e");
    assertThat(names(plan.objects())).containsExactly("w");
    assertThat(names(plan.staying())).containsExactly("n", "ws.e", "b", "x");
    assertThat(plan.spared()).allMatch(plan::takesKeptAlong);
    List<MapValue> others = found.subList(0, 3);
    assertThat(PrunePlan.of(others, NOTHING, Sequence.AS_FOUND, Protection.HEEDED).objects())
        .hasSize(3);
  }

  /// As kubectl prunes without `--prune-allowlist`, in its order.
  @Test
  void theTypesAreKubectls() {
    assertThat(PruneKinds.DEFAULT)
        .extracting(type -> type.apiVersion() + " " + type.kind())
        .containsExactly(
            "v1 ConfigMap",
            "v1 Endpoints",
            "v1 PersistentVolumeClaim",
            "v1 Pod",
            "v1 ReplicationController",
            "v1 Secret",
            "v1 Service",
            "batch/v1 Job",
            "batch/v1 CronJob",
            "networking.k8s.io/v1 Ingress",
            "apps/v1 DaemonSet",
            "apps/v1 Deployment",
            "apps/v1 ReplicaSet",
            "apps/v1 StatefulSet",
            "v1 Namespace",
            "v1 PersistentVolume");
  }

  @Test
  void onlyWhatHasTheAnnotationWasApplied() {
    MapValue plain = object("v1 ConfigMap plain");
    MapValue empty =
        (MapValue)
            Json.parse(
                """
                {"metadata":{"annotations":{"kubectl.kubernetes.io/last-applied-configuration":""}}}
                """);
    assertThat(PrunePlan.isApplied(plain)).isFalse();
    assertThat(PrunePlan.isApplied(empty)).isTrue();
  }
}
