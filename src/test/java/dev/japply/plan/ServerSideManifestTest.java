package dev.japply.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.japply.object.KubeObject;
import dev.japply.problem.Origin;
import dev.japply.tree.Json;
import dev.japply.tree.Value.MapValue;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ServerSideManifestTest {
  /// The live object, whose manager `me` owns the map `spec` itself or not.
  private static final String LIVE =
      """
      {"apiVersion": "example.com/v1", "kind": "Loose",
       "metadata": {"name": "n", "uid": "u", "resourceVersion": "1", "managedFields": [
         {"manager": "me", "operation": "Apply", "apiVersion": "example.com/v1",
          "fieldsType": "FieldsV1", "fieldsV1": {"f:spec": {OWN "f:a": {}}}},
         {"manager": "edit", "operation": "Update", "apiVersion": "example.com/v1",
          "fieldsType": "FieldsV1", "fieldsV1": {"f:spec": {"f:c": {}}}}]},
       "spec": {"a": 1, "c": 2}}
      """;

  /// A server would remove a map that its owner leaves out, along with fields of others.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {"'\".\": {},' | true", "'' | false"})
  void anIgnoredFieldKeepsTheMapThatTheManagerOwns(String own, boolean isSent) {
    MapValue live = (MapValue) Json.parse(LIVE.replace("OWN", own));
    MapValue manifest =
        (MapValue)
            Json.parse(
                """
                {"apiVersion": "example.com/v1", "kind": "Loose", "metadata": {"name": "n"}}
                """);
    MapValue sent =
        ServerSideManifest.of(
                KubeObject.of(manifest, Origin.NONE),
                live,
                null,
                IgnoreRules.parse(List.of("spec.c")),
                "me")
            .tree();
    assertThat(sent.has("spec")).isEqualTo(isSent);
    assertThat(sent.map("spec")).isEqualTo(MapValue.EMPTY);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {"{\"x\": 1} | []", "{\"x\": 1} | 2", "2 | {\"x\": 1}", "[] | {\"x\": 1}"})
  void refusesAnotherTypeOfValueAroundAnIgnoredField(String there, String sent) {
    MapValue live =
        (MapValue) Json.parse(LIVE.replace("OWN", "").replace("\"c\": 2", "\"c\": " + there));
    MapValue manifest =
        (MapValue)
            Json.parse(
                """
                {"apiVersion": "example.com/v1", "kind": "Loose", "metadata": {"name": "n"},
                 "spec": {"c": SENT}}
                """
                    .replace("SENT", sent));
    KubeObject desired = KubeObject.of(manifest, Origin.NONE);
    IgnoreRules rules = IgnoreRules.parse(List.of("spec.c.x"));
    assertThatThrownBy(() -> ServerSideManifest.of(desired, live, null, rules, "me"))
        .hasMessageContaining(
            "spec.c: cannot be ignored with --server-side, since the manifest has another type of"
                + " value in spec.c");
  }
}
