package dev.japply.object;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.object.FieldManagers.Manager;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Json;
import dev.japply.tree.Value.MapValue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class OwnedFieldsTest {
  private static final MapValue LIVE =
      (MapValue)
          Json.parse(
              """
              {"apiVersion": "apps/v1", "kind": "Deployment",
               "metadata": {"name": "web", "finalizers": ["a", "b"],
                "ownerReferences": [{"uid": "1", "name": "x"}, {"uid": "2", "name": "y"}],
                "managedFields": [
                 {"manager": "me", "operation": "Apply", "apiVersion": "apps/v1",
                  "time": "2026-01-01T00:00:00Z",
                  "fieldsV1": {
                   "f:metadata": {"f:finalizers": {"v:\\"b\\"": {}},
                    "f:ownerReferences": {"k:{\\"uid\\":\\"2\\"}": {}}},
                   "f:spec": {"f:replicas": {}, "f:template": {"f:spec": {"f:containers": {
                    "k:{\\"name\\":\\"b\\"}": {".": {}, "f:image": {}, "f:name": {}, "f:ports": {
                     "k:{\\"protocol\\":\\"TCP\\",\\"containerPort\\":80}": {".": {},
                      "f:containerPort": {}}}}}}}}}},
                 {"manager": "me", "operation": "Update", "apiVersion": "apps/v1",
                  "fieldsV1": {"f:spec": {"f:paused": {}}}},
                 {"manager": "me", "operation": "Apply", "subresource": "status",
                  "apiVersion": "apps/v1", "fieldsV1": {"f:status": {"f:replicas": {}}}},
                 {"manager": "hpa", "operation": "Update", "subresource": "scale",
                  "apiVersion": "apps/v1", "fieldsV1": {"f:spec": {"f:replicas": {}}}}]},
               "spec": {"replicas": 5, "paused": true, "template": {"spec": {"containers": [
                {"name": "a", "image": "a:1"},
                {"name": "b", "image": "b:1", "args": [], "ports": [
                 {"containerPort": 80, "protocol": "TCP", "name": "p"}]}]}}}}
              """);

  private static final FieldPath SPEC = FieldPath.root().key("spec");
  private static final FieldPath CONTAINERS = SPEC.key("template").key("spec").key("containers");

  private static FieldPath container(String name) {
    return CONTAINERS.item(Json.parse("{\"name\": \"" + name + "\"}"));
  }

  @Test
  void areThoseOfItsApplyAlone() {
    OwnedFields own = OwnedFields.of(LIVE, "me");
    assertThat(own.apiVersion()).isEqualTo("apps/v1");
    assertThat(own.since()).isEqualTo("2026-01-01T00:00:00Z");
    assertThat(own.paths())
        .extracting(FieldPath::toString)
        .containsExactlyInAnyOrder(
            "metadata.finalizers[b]",
            "metadata.ownerReferences[uid=2]",
            "spec.replicas",
            "spec.template.spec.containers[name=b].image",
            "spec.template.spec.containers[name=b].name",
            "spec.template.spec.containers[name=b].ports[containerPort=80,protocol=TCP]"
                + ".containerPort");
    assertThat(own.owns(SPEC)).isTrue();
    assertThat(own.owns(container("b"))).isTrue();
    assertThat(own.owns(container("b").key("image"))).isTrue();
    assertThat(own.owns(container("b").key("args"))).isFalse();
    assertThat(own.owns(container("a"))).isFalse();
    assertThat(own.owns(SPEC.key("paused"))).isFalse();
  }

  @Test
  void haveTheirLiveValuesAndTheKeysOfItems() {
    assertThat(OwnedFields.of(LIVE, "me").in(LIVE))
        .isEqualTo(
            Json.parse(
                """
                {"metadata": {"finalizers": ["b"], "ownerReferences": [{"uid": "2", "name": "y"}]},
                 "spec": {"replicas": 5, "template": {"spec": {"containers": [
                  {"name": "b", "image": "b:1",
                   "ports": [{"containerPort": 80, "protocol": "TCP"}]}]}}}}
                """));
  }

  @Test
  void namesTheOtherManagers() {
    assertThat(OwnedFields.of(LIVE, "me").others(SPEC.key("replicas"), LIVE))
        .containsExactly(new Manager("hpa", "Update", "scale", ""));
  }

  @Test
  void isEmptyForAManagerThatOwnsNothing() {
    OwnedFields none = OwnedFields.of(LIVE, "hpa");
    assertThat(none.isEmpty()).isTrue();
    assertThat(none.in(LIVE)).isEqualTo(MapValue.EMPTY);
    assertThat(none.apiVersion()).isEmpty();
    assertThat(OwnedFields.of(MapValue.EMPTY, "me").isEmpty()).isTrue();
  }

  /// A look-up of each field by going through all of them would take minutes.
  @Test
  @Timeout(30)
  void isFastForManyFields() {
    var fields = new StringBuilder();
    for (int i = 0; i < 50_000; i++) {
      fields.append(i == 0 ? "" : ",").append("\"f:k").append(i).append("\": {}");
    }
    MapValue live =
        (MapValue)
            Json.parse(
                """
                {"metadata": {"managedFields": [{"manager": "me", "operation": "Apply",
                 "fieldsV1": {"f:data": {%s}}}]}}
                """
                    .formatted(fields));
    OwnedFields own = OwnedFields.of(live, "me");
    assertThat(own.paths()).hasSize(50_000).allMatch(own::owns);
    assertThat(own.owns(FieldPath.root().key("data").key("k50000"))).isFalse();
  }
}
