package dev.japply.input;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.input.ManifestReader.ManifestSet;
import dev.japply.input.ManifestReader.RequiredFields;
import dev.japply.object.KubeObject;
import dev.japply.problem.ByteLimit;
import dev.japply.problem.Problem;
import dev.japply.tree.GoJson;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import dev.japply.yaml.Substitution;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SubstitutionTest {
  private static final String HEAD = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: c}\n";

  private static ManifestSet read(String text, Map<String, String> variables, String... unset) {
    var values = new LinkedHashMap<String, Optional<String>>();
    variables.forEach((name, value) -> values.put(name, Optional.of(value)));
    List.of(unset).forEach(name -> values.put(name, Optional.empty()));
    return ManifestReader.read(
        List.of(Source.of("m.yaml", text)),
        RequiredFields.ALL,
        ByteLimit.DEFAULT,
        Substitution.of(values));
  }

  private static MapValue one(String text, String value) {
    ManifestSet set = read(text, Map.of("V", value));
    assertThat(set.problems()).isEmpty();
    assertThat(set.objects()).hasSize(1);
    return set.objects().getFirst().tree();
  }

  private static List<String> problems(ManifestSet set) {
    return set.problems().stream().map(Problem::toString).toList();
  }

  /// What a value of any kind of writing may try: to end the scalar, to begin a map, a list, a
  /// comment, a document, an alias, a tag, a merge or another variable.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "plain",
        "a: b",
        "a\nb: c",
        "\n---\napiVersion: v1\nkind: Secret\n",
        "...",
        "# no comment",
        "a # no comment",
        "\"",
        "'",
        "a\"b'c",
        "\", \"x\": \"",
        "}",
        "{x: y}",
        "[x, y]",
        "], x: [",
        "- a\n- b",
        "|",
        ">-",
        "&a",
        "*a",
        "!!int x",
        "%YAML 1.1",
        "? a",
        "<<",
        "<<: *a",
        "@",
        "`",
        "\t",
        " leading and trailing ",
        "\\",
        "\\n\\u0041",
        "${V}",
        "$V",
        "\u0007\u001b[31m",
        "é\u2028\ud83d\ude00",
        "",
        "null",
        "~",
        ".inf",
        "-.INF",
        ".nan",
      })
  void aValueIsAlwaysTheTextOfItsScalar(String value) {
    String text =
        HEAD
            + """
            data:
              plain: ${V}
              within: a ${V} b
              double: "x${V}"
              single: 'x${V}'
              flow: {list: [${V}, "${V}"], after: z}
              block: |
                first
                ${V}
                last
              folded: >-
                a ${V}
              after: z # ${V}
            """;
    MapValue data = one(text, value).map("data");
    assertThat(data.entries().keySet())
        .containsExactly("plain", "within", "double", "single", "flow", "block", "folded", "after");
    assertThat(data.get("plain")).isEqualTo(Value.text(value));
    assertThat(data.text("within")).isEqualTo("a " + value + " b");
    assertThat(data.text("double")).isEqualTo("x" + value);
    assertThat(data.text("single")).isEqualTo("x" + value);
    assertThat(data.text("block")).isEqualTo("first\n" + value + "\nlast\n");
    assertThat(data.text("folded")).isEqualTo("a " + value);
    assertThat(data.text("after")).isEqualTo("z");
    MapValue flow = data.map("flow");
    assertThat(flow.entries().keySet()).containsExactly("list", "after");
    assertThat(flow.get("list"))
        .isEqualTo(Value.ListValue.of(Value.text(value), Value.text(value)));
  }

  /// Without quotes a value has the type that it would have if it stood there.
  @ParameterizedTest
  @CsvSource({"3, 3", "-1, -1", "1.5, 1.5", "true, true", "no, false", "010, 8", "1e3, 1000"})
  void numbersAndBooleansAreSuchWithoutQuotes(String value, String json) {
    MapValue data = one(HEAD + "data: {a: ${V}, b: \"${V}\", c: x${V}}\n", value).map("data");
    assertThat(GoJson.write(data.get("a") instanceof Value a ? a : Value.NULL)).isEqualTo(json);
    assertThat(data.text("b")).isEqualTo(value);
    assertThat(data.text("c")).isEqualTo("x" + value);
  }

  @ParameterizedTest
  @ValueSource(strings = {"a\": {\"x\": 1}, \"y", "a\nb", "\\", "}", "3", "null"})
  void stringsOfJsonAreFilled(String value) {
    String text =
        """
        {"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"c"},"data":{"k":"x${V}","${V}":1}}
        """;
    MapValue data = one(text, value).map("data");
    assertThat(data.entries().keySet()).containsExactly("k", value);
    assertThat(data.text("k")).isEqualTo("x" + value);
  }

  @Test
  void keysAreFilled() {
    MapValue data = one(HEAD + "data:\n  ${V}: a\n  \"x${V}\": b\n", "<<").map("data");
    assertThat(data.entries().keySet()).containsExactly("<<", "x<<");
  }

  @Test
  void onlyWhatIsNamedIsReplaced() {
    String text =
        HEAD + "data: {a: '$V', b: '${W}', c: '$${V}', d: '${V:-x}', e: '${v}${V}${V}'}\n";
    MapValue data = one(text, "1").map("data");
    assertThat(GoJson.write(data))
        .isEqualTo("{\"a\":\"$V\",\"b\":\"${W}\",\"c\":\"$1\",\"d\":\"${V:-x}\",\"e\":\"${v}11\"}");
  }

  @Test
  void charactersThatMarksAreMadeOfStay() {
    String odd = "\ue000$\ue000V\ue001 \ue002V\ue003";
    assertThat(one(HEAD + "data: {a: '" + odd + "${V}'}\n", "1").map("data").text("a"))
        .isEqualTo(odd + "1");
  }

  @Test
  void whatIsNotSetIsAnErrorWithItsLine() {
    String text =
        HEAD
            + """
            data:
              # ${X} in a comment is no matter
              a: ${X}
              b: |
                one

                two ${X}
              c: &c ${X}
              d: *c
            ---
            """
            + HEAD;
    ManifestSet set = read(text, Map.of(), "X");
    String what =
        ": the variable is not set in the environment; set it, or leave it out of --substitute";
    assertThat(problems(set))
        .containsExactly(
            "m.yaml:6: ConfigMap c: ${X}" + what,
            "m.yaml:10: ConfigMap c: ${X}" + what,
            "m.yaml:11: ConfigMap c: ${X}" + what);
    assertThat(set.objects()).hasSize(1);
    assertThat(problems(read("{\"apiVersion\":\"v1\",\n\"kind\":\"${X}\"}", Map.of(), "X")))
        .anyMatch(line -> line.startsWith("m.yaml:2: ") && line.contains("${X}" + what));
  }

  @Test
  void placesStayAndAreFoundByTheValues() {
    ManifestSet set = read(HEAD + "data:\n  a: \"${V}\"\n  ${V}x: 1\n", Map.of("V", "long\nvalue"));
    KubeObject object = set.objects().getFirst();
    var data = dev.japply.tree.FieldPath.root().key("data");
    assertThat(object.positions().apply(data.key("a")).line()).isEqualTo(5);
    assertThat(object.positions().apply(data.key("long\nvaluex")).line()).isEqualTo(6);
  }

  @Test
  void wherePlacesWouldBeOfTheStructureItStays() {
    assertThat(problems(read(HEAD + "data: &${V} {a: b}\n", Map.of("V", "x"))))
        .hasSize(1)
        .allMatch(line -> line.startsWith("m.yaml:4: "));
  }

  @Test
  void complaintsHaveNoMarksAndNoSecrets() {
    String secret =
        "apiVersion: v1\nkind: Secret\nmetadata: {name: s}\ndata: {a: !!int \"${V}\"}\n";
    assertThat(problems(read(secret, Map.of("V", "hunter22hunter"))))
        .hasSize(1)
        .allMatch(line -> !line.contains("hunter") && line.startsWith("m.yaml:4: "));
    assertThat(problems(read(HEAD + "data: {a: b, a: ${V}: c}\n", Map.of("V", "x"))))
        .allMatch(line -> line.codePoints().noneMatch(c -> c >= 0xe000 && c <= 0xf8ff));
  }

  @Test
  void problemsQuoteVariablesAsTheyStand() {
    assertThat(problems(read(HEAD + "--- ${V}\n", Map.of("V", "value"))))
        .singleElement()
        .asString()
        .startsWith("m.yaml:4: invalid Yaml document separator: ${V}; ");
  }
}
