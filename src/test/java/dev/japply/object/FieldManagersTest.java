package dev.japply.object;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.tree.FieldPath;
import dev.japply.tree.Json;
import dev.japply.tree.Value.MapValue;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FieldManagersTest {
  private static final String LIVE =
      """
      {"metadata": {"managedFields": [
        {"manager": "applier", "operation": "Update", "time": "2026-01-01T00:00:00Z", "fieldsV1": {
          "f:spec": {"f:paused": {}, "f:selector": {}, "f:containers": {
            "k:{\\"name\\":\\"a\\"}": {".": {}, "f:image": {}, "f:args": {}, "f:ports": {
              "k:{\\"containerPort\\":53,\\"protocol\\":\\"UDP\\"}": {".": {}, "f:name": {}}}}}}}},
        {"manager": "editor", "operation": "Update", "time": "2026-01-02T00:00:00Z", "fieldsV1": {
          "f:metadata": {"f:finalizers": {".": {}, "v:\\"x/y\\"": {}}},
          "f:spec": {"f:list": {"i:1": {}}, "f:containers": {
            "k:{\\"name\\":\\"b\\"}": {".": {}, "f:image": {}, "f:ports": {
              "k:{\\"containerPort\\":53,\\"protocol\\":\\"TCP\\"}": {".": {}, "f:name": {}}}}}}}},
        {"manager": "scaler", "operation": "Apply", "subresource": "scale", "fieldsV1": {
          "f:data": {}, "f:spec": {"f:replicas": {}}}},
        {"manager": "patcher", "operation": "Update", "fieldsV1": {"f:data": {"f:p": {}}}},
        {"manager": "broken", "operation": "Update", "fieldsV1": {
          "f:spec": {"f:containers": {"k:{": {}, "v:": {}, "x": {}}}}},
        {"manager": "empty", "operation": "Update", "fieldsV1": {}}]}}\
      """;

  /// The containers stand in another order than in the live object, the ports lack their protocol.
  private static final String TREE =
      """
      {"metadata": {"finalizers": ["x/y", "z"]}, "spec": {"list": [1, 2], "containers": [
        {"name": "b", "ports": [{"containerPort": 53}]},
        {"name": "a", "args": ["1"], "ports": [{"containerPort": 53, "protocol": "UDP"}]}]}}\
      """;

  private static FieldPath path(String text) {
    FieldPath path = FieldPath.root();
    for (String step : text.split("\\.", -1)) {
      path = step.matches("\\d+") ? path.index(Integer.parseInt(step)) : path.key(step);
    }
    return path;
  }

  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          spec.replicas, scaler
          spec.paused, applier
          data.p, patcher
          data.q, scaler
          spec.selector.matchLabels.app, applier
          spec.containers.0.image, editor
          spec.containers.1.image, applier
          spec.containers.1.args.0, applier
          spec.containers.1.ports.0.name, applier
          spec.containers.0.ports.0.name, editor
          spec.containers.0, editor
          spec.containers.0.command,
          spec.containers.7.image,
          metadata.finalizers.0, editor
          metadata.finalizers.1,
          metadata.finalizers, editor
          spec.list.1, editor
          spec.list.0,
          spec.unknown,
          spec, editor applier scaler broken
          """)
  void findsWhoWroteAField(String path, @Nullable String names) {
    String found =
        FieldManagers.of((MapValue) Json.parse(LIVE))
            .of(path(path), (MapValue) Json.parse(TREE))
            .stream()
            .map(FieldManagers.Manager::name)
            .collect(Collectors.joining(" "));
    assertThat(found).isEqualTo(names == null ? "" : names);
  }

  @Test
  void saysWhoHowAndWhen() {
    var managers = FieldManagers.of((MapValue) Json.parse(LIVE));
    assertThat(managers.of(path("spec.paused"), MapValue.EMPTY))
        .hasToString("[applier (Update, 2026-01-01T00:00:00Z)]");
    assertThat(managers.of(path("spec.replicas"), MapValue.EMPTY))
        .hasToString("[scaler (Apply of scale)]");
  }

  @Test
  void knowsNobodyWithoutManagedFields() {
    assertThat(FieldManagers.of(MapValue.EMPTY).of(path("spec"), MapValue.EMPTY)).isEmpty();
  }

  /// All keys that the item has must be those of the entry: one port number for TCP and UDP is two.
  @Test
  void tellsItemsApartByAllTheirKeys() {
    String ports =
        """
        {"metadata": {"managedFields": [
          {"manager": "one", "operation": "Update", "fieldsV1": {"f:ports": {
            "k:{\\"port\\":53,\\"protocol\\":\\"TCP\\"}": {"f:name": {}}}}},
          {"manager": "two", "operation": "Update", "fieldsV1": {"f:ports": {
            "k:{\\"port\\":53,\\"protocol\\":\\"UDP\\"}": {"f:name": {}}}}}]},
         "ports": [{"port": 53, "protocol": "UDP", "name": "u"},
                   {"port": 53, "protocol": "TCP", "name": "t"}]}
        """;
    var live = (MapValue) Json.parse(ports);
    var managers = FieldManagers.of(live);
    assertThat(managers.of(path("ports.0.name"), live)).extracting("name").containsExactly("two");
    assertThat(managers.of(path("ports.1.name"), live)).extracting("name").containsExactly("one");
  }
}
