package dev.japply.input;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.problem.Origin;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Objects of a file get other values, and nothing else changes.
class ManifestTextTest {
  private static final String TWO =
      """
      # first
      ---
      apiVersion: v1   # the core
      kind: ConfigMap
      metadata: { name: "a" }
      data:
        # kept
        k: '1'
        gone: x # goes
        z: |
          ---x
      """
              .replace("    ---x", "    text")
          + """
          # between
          ---   # here
          apiVersion: v1
          kind: List
          items:
          - {apiVersion: v1, kind: ConfigMap, metadata: {name: b}, data: {gone: x, k: "2"}}
          -   kind: ConfigMap
              apiVersion: v1
              metadata: {name: c}
              data: {k: "3"}\
          """;

  private static MapValue withoutGone(MapValue object) {
    return object.with("data", object.map("data").without("gone"));
  }

  private static MapValue withNew(MapValue object) {
    return object.with("data", object.map("data").with("new", Value.text("n")));
  }

  private static Optional<String> edited(
      String text, Map<String, UnaryOperator<MapValue>> changes) {
    var byOrigin = new HashMap<Origin, UnaryOperator<MapValue>>();
    ManifestReader.read(java.util.List.of(Source.of("f", text)))
        .objects()
        .forEach(object -> {
          var change = changes.get(object.name());
          if (change != null) {
            byOrigin.put(object.origin(), change);
          }
        });
    return ManifestText.edit(text, byOrigin);
  }

  @Test
  void keepsAllElse() {
    Map<String, UnaryOperator<MapValue>> changes =
        Map.of(
            "a", ManifestTextTest::withoutGone,
            "b", ManifestTextTest::withoutGone,
            "c", ManifestTextTest::withNew);
    String wanted =
        TWO.replace("  gone: x # goes\n", "")
            .replace("gone: x, ", "")
            .replace("{k: \"3\"}", "{k: \"3\", new: \"n\"}");
    assertThat(edited(TWO, changes)).contains(wanted);
    String windows = "\ufeff" + TWO.replace("\n", "\r\n");
    assertThat(edited(windows, changes)).contains("\ufeff" + wanted.replace("\n", "\r\n"));
    assertThat(edited(TWO + "\n", changes)).contains(wanted + "\n");
  }

  @Test
  void editsJson() {
    String json =
        """
        {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "a"},
           "data": {"gone": "x",  "k": "1"}}

        {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "b"}, "data": {"k": "ü"}}
        """;
    assertThat(edited(json, Map.of("a", ManifestTextTest::withoutGone)))
        .contains(json.replace("\"gone\": \"x\",  ", ""));
    assertThat(edited(json, Map.of("b", ManifestTextTest::withNew))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a: &x {k: 1}\ndata: *x\nkind: C\nmetadata: {name: a}\napiVersion: v1\n",
        "kind: C\nmetadata: {name: a}\r\napiVersion: v1\ndata: {gone: 1}\n",
        "kind: C\nmetadata: {name: a}\napiVersion: v1\ndata: {gone: 1}\n---\n: :\n",
      })
  void refusesWhatWouldChangeMore(String text) {
    Map<String, UnaryOperator<MapValue>> changes =
        Map.of("a", object -> object.with("data", MapValue.of("n", Value.number(1))));
    assertThat(edited(text, changes)).isEmpty();
  }

  @Test
  void anObjectThatIsNotThereIsNotEdited() {
    assertThat(ManifestText.edit(TWO, Map.of(new Origin("f", 99, 1), ManifestTextTest::withNew)))
        .isEmpty();
  }
}
