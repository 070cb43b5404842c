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
      {'apiVersion': 'example.com/v1', 'kind': 'Loose',
       'metadata': {'name': 'n', 'uid': 'u', 'resourceVersion': '1', 'managedFields': [
         {'manager': 'me', 'operation': 'Apply', 'apiVersion': 'example.com/v1',
          'fieldsType': 'FieldsV1', 'fieldsV1': {'f:spec': {OWN 'f:a': {}}}},
         {'manager': 'edit', 'operation': 'Update', 'apiVersion': 'example.com/v1',
          'fieldsType': 'FieldsV1', 'fieldsV1': {'f:spec': {'f:c': {}}}}]},
       'spec': {'a': 1, 'c': 2}}
      """;

  private static final MapValue MANIFEST =
      json("{'apiVersion': 'example.com/v1', 'kind': 'Loose', 'metadata': {'name': 'n'}}");

  private static MapValue json(String text) {
    return (MapValue) Json.parse(text.replace('\'', '"'));
  }

  private static MapValue sent(MapValue manifest, MapValue live, String ignored) {
    IgnoreRules rules = IgnoreRules.parse(List.of(ignored));
    return ServerSideManifest.of(KubeObject.of(manifest, Origin.NONE), live, null, rules, "me")
        .tree();
  }

  /// A server would remove a map that its owner leaves out, along with fields of others.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {"\"'.': {},\" | true", "\"\" | false"})
  void anIgnoredFieldKeepsTheMapThatTheManagerOwns(String own, boolean isSent) {
    MapValue sent = sent(MANIFEST, json(LIVE.replace("OWN", own)), "spec.c");
    assertThat(sent.has("spec")).isEqualTo(isSent);
    assertThat(sent.map("spec")).isEqualTo(MapValue.EMPTY);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {"{'x': 1} | []", "{'x': 1} | 2", "2 | {'x': 1}", "[] | {'x': 1}"})
  void refusesAnotherTypeOfValueAroundAnIgnoredField(String there, String wanted) {
    MapValue live = json(LIVE.replace("OWN", "").replace("'c': 2", "'c': " + there));
    MapValue manifest = MANIFEST.with("spec", json("{'c': " + wanted + "}"));
    assertThatThrownBy(() -> sent(manifest, live, "spec.c.x"))
        .hasMessageContaining(
            "spec.c: cannot be ignored with --server-side, since the manifest has another type of"
                + " value in spec.c");
  }
}
