package dev.japply.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.object.Gvk;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TypeNamesTest {
  private static final TypeNames NAMES =
      new TypeNames(
          List.of(
              type("v1", "Pod", "pods", "pod", "po", "all"),
              type("v1", "Event", "events", "event", "ev", "-"),
              type("apps/v1", "Deployment", "deployments", "deployment", "deploy", "all"),
              type("events.k8s.io/v1", "Event", "events", "event", "ev", "-"),
              type(
                  "storage.k8s.io/v1", "StorageClass", "storageclasses", "storageclass", "sc", "-"),
              type(
                  "storage.k8s.io/v1beta1",
                  "StorageClass",
                  "storageclasses",
                  "storageclass",
                  "sc",
                  "-"),
              type("metrics.k8s.io/v1", "PodMetrics", "pods", "", "pm", "-"),
              type("old.io/v2", "Thing", "things", "thing", "th", "all"),
              type("old.io/v1", "Thing", "things", "thing", "th", "all"),
              type("old.io/v1", "Former", "formers", "former", "fo", "-"),
              type("old/v1", "Thing", "things", "thing", "th", "-")));

  private static ServedType type(
      String apiVersion,
      String kind,
      String plural,
      String singular,
      String shortName,
      String category) {
    var resource = new Resource(Gvk.of(apiVersion, kind), plural, true);
    return new ServedType(resource, singular, List.of(shortName), List.of(category), true);
  }

  @ParameterizedTest
  @CsvSource({
    "pods, v1 Pod",
    "Pods, v1 Pod",
    "pod, v1 Pod",
    "po, v1 Pod",
    "Pod, v1 Pod",
    "pods.metrics.k8s.io, metrics.k8s.io/v1 PodMetrics",
    "pods.metrics, metrics.k8s.io/v1 PodMetrics",
    "PodMetrics, metrics.k8s.io/v1 PodMetrics",
    "podmetrics, metrics.k8s.io/v1 PodMetrics",
    "PODMETRICS, ''",
    "events, v1 Event",
    "ev.events.k8s.io, events.k8s.io/v1 Event",
    "events.v1.events.k8s.io, events.k8s.io/v1 Event",
    "deploy, apps/v1 Deployment",
    "deployments.v1.apps, apps/v1 Deployment",
    "deployments.v9.apps, ''",
    "storageclass.storage, storage.k8s.io/v1 StorageClass",
    "sc.v1beta1.storage.k8s.io, storage.k8s.io/v1beta1 StorageClass",
    "things, old.io/v2 Thing",
    "things.v1.old.io, old.io/v1 Thing",
    "things.old, old/v1 Thing",
    "th.old, old/v1 Thing",
    "things.ol, old.io/v2 Thing",
    "formers, old.io/v1 Former",
    "nothing, ''",
    "pods.nowhere, ''",
    "'', ''"
  })
  void findsATypeAsKubectlDoes(String name, String expected) {
    String found =
        NAMES.one(name).map(type -> type.gvk().apiVersion() + " " + type.gvk().kind()).orElse("");
    assertThat(found).isEqualTo(expected);
  }

  @Test
  void aCategoryIsAllOfItsTypesInTheirPreferredVersion() {
    assertThat(NAMES.find("all"))
        .extracting(type -> type.gvk().apiVersion())
        .containsExactly("v1", "apps/v1", "old.io/v2");
    assertThat(NAMES.one("all")).isEmpty();
  }
}
