package dev.japply.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.object.Gvk;
import dev.japply.object.KubeObject;
import dev.japply.plan.Order.Wave;
import dev.japply.problem.Origin;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OrderTest {
  private static final List<String> TYPES =
      List.of(
          "v1 Namespace",
          "v1 ConfigMap",
          "v1 Secret",
          "v1 Service",
          "v1 ServiceAccount",
          "v1 PersistentVolumeClaim",
          "v1 Pod",
          "apps/v1 Deployment",
          "batch/v1 Job",
          "autoscaling/v2 HorizontalPodAutoscaler",
          "example.com/v1 Widget",
          "example.com/v1 Namespace",
          "apiextensions.k8s.io/v1 CustomResourceDefinition",
          "rbac.authorization.k8s.io/v1 Role",
          "rbac.authorization.k8s.io/v1 RoleBinding",
          "storage.k8s.io/v1 StorageClass",
          "admissionregistration.k8s.io/v1 ValidatingWebhookConfiguration",
          "apiregistration.k8s.io/v1 APIService");

  private static Gvk type(String text) {
    String[] parts = text.split(" ", 2);
    return Gvk.of(parts[0], parts[1]);
  }

  /// Each first needs, or may need, nothing of the second, and the second needs the first.
  @ParameterizedTest
  @CsvSource({
    "v1 Namespace, v1 ConfigMap",
    "v1 Namespace, v1 ServiceAccount",
    "v1 Namespace, rbac.authorization.k8s.io/v1 RoleBinding",
    "apiextensions.k8s.io/v1 CustomResourceDefinition, example.com/v1 Widget",
    "apiextensions.k8s.io/v1 CustomResourceDefinition, example.com/v1 Namespace",
    "v1 ServiceAccount, apps/v1 Deployment",
    "v1 ServiceAccount, v1 Pod",
    "v1 ResourceQuota, v1 PersistentVolumeClaim",
    "v1 LimitRange, v1 Pod",
    "scheduling.k8s.io/v1 PriorityClass, v1 Pod",
    "rbac.authorization.k8s.io/v1 Role, rbac.authorization.k8s.io/v1 RoleBinding",
    "rbac.authorization.k8s.io/v1 ClusterRole, rbac.authorization.k8s.io/v1 ClusterRoleBinding",
    "rbac.authorization.k8s.io/v1 RoleBinding, apps/v1 Deployment",
    "storage.k8s.io/v1 StorageClass, v1 PersistentVolumeClaim",
    "v1 ConfigMap, apps/v1 Deployment",
    "v1 Secret, batch/v1 Job",
    "v1 ConfigMap, example.com/v1 Widget",
    "v1 PersistentVolumeClaim, apps/v1 StatefulSet",
    "v1 Service, apps/v1 Deployment",
    "v1 Service, networking.k8s.io/v1 Ingress",
    "networking.k8s.io/v1 IngressClass, networking.k8s.io/v1 Ingress",
    "networking.k8s.io/v1 NetworkPolicy, apps/v1 Deployment",
    "apps/v1 Deployment, autoscaling/v2 HorizontalPodAutoscaler",
    "apps/v1 Deployment, admissionregistration.k8s.io/v1 MutatingWebhookConfiguration",
    "v1 Service, admissionregistration.k8s.io/v1 ValidatingWebhookConfiguration",
    "example.com/v1 Widget, admissionregistration.k8s.io/v1 ValidatingWebhookConfiguration",
    "apps/v1 Deployment, apiregistration.k8s.io/v1 APIService"
  })
  void aDependencyComesFirst(String first, String second) {
    assertThat(sorted(List.of(second, first))).containsExactly(first, second);
    assertThat(sorted(List.of(first, second))).containsExactly(first, second);
  }

  /// What needs nothing of each other, or nobody knows, stays as the author put it.
  @ParameterizedTest
  @CsvSource({
    "batch/v1 Job, apps/v1 Deployment",
    "apps/v1 Deployment, example.com/v1 Widget",
    "example.com/v1 Namespace, v1 Pod",
    "v1 ConfigMap, v1 Secret",
    "v1 Service, v1 ConfigMap",
    "policy/v1 PodDisruptionBudget, apps/v1 Deployment",
    "admissionregistration.k8s.io/v1 ValidatingAdmissionPolicyBinding, apps/v1 Deployment"
  })
  void othersKeepTheirPlaces(String one, String other) {
    assertThat(sorted(List.of(other, one))).containsExactly(other, one);
    assertThat(sorted(List.of(one, other))).containsExactly(one, other);
  }

  private static List<String> sorted(List<String> types) {
    return sorted(Order.DEPENDENCIES, types, OrderTest::type);
  }

  private static <T> List<T> sorted(Order order, List<T> items, Function<T, Gvk> type) {
    return order.waves(items, item -> object(type.apply(item)), DependencyGraph.NONE).stream()
        .flatMap(List::stream)
        .toList();
  }

  private static KubeObject object(Gvk type) {
    MapValue tree =
        MapValue.of("apiVersion", Value.text(type.apiVersion()))
            .with("kind", Value.text(type.kind()));
    return KubeObject.of(tree, Origin.NONE);
  }

  private record Item(int place, Gvk type) {}

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void anyInputIsSortedByRankAndThenByPlace(long seed) {
    var random = new Random(seed);
    for (int round = 0; round < 300; round++) {
      List<Item> input = items(random);
      List<Item> sorted = sorted(Order.DEPENDENCIES, input, Item::type);
      assertThat(sorted).containsExactlyInAnyOrderElementsOf(input);
      for (int i = 1; i < sorted.size(); i++) {
        Item before = sorted.get(i - 1);
        Item after = sorted.get(i);
        int ranks =
            Wave.InstallOrder.of(before.type()).compareTo(Wave.InstallOrder.of(after.type()));
        assertThat(ranks < 0 || (ranks == 0 && before.place() < after.place()))
            .as("%s", sorted)
            .isTrue();
      }
      assertThat(sorted(Order.DEPENDENCIES, sorted, Item::type)).isEqualTo(sorted);
      assertThat(sorted(Order.INPUT, input, Item::type)).isEqualTo(input);
    }
  }

  private static List<Item> items(Random random) {
    Function<Integer, Item> item =
        place -> new Item(place, type(TYPES.get(random.nextInt(TYPES.size()))));
    return IntStream.range(0, random.nextInt(30)).boxed().map(item).toList();
  }

  @Test
  void everyTypeHasOneRank() {
    var seen = new ArrayList<String>();
    for (String type : TYPES) {
      seen.add(type + " " + Wave.InstallOrder.of(type(type)));
    }
    assertThat(seen)
        .contains(
            "v1 Namespace NAMESPACES",
            "example.com/v1 Namespace OTHERS",
            "v1 Pod OTHERS",
            "apiregistration.k8s.io/v1 APIService INTERCEPTORS");
  }
}
