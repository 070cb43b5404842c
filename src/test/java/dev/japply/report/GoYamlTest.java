package dev.japply.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.report.GoYaml.NaturalOrder;
import dev.japply.tree.Json;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class GoYamlTest {

  /// Strings, and how `kubectl create --dry-run=client -o yaml` printed them as values of a
  /// ConfigMap's data.
  static Stream<List<String>> scalars() throws IOException {
    try (InputStream table = GoYamlTest.class.getResourceAsStream("go-yaml-scalars.txt")) {
      String text =
          new String(Objects.requireNonNull(table).readAllBytes(), StandardCharsets.UTF_8);
      return text.lines()
          .map(line -> ((ListValue) Json.parse(line)).items())
          .map(pair -> pair.stream().map(item -> ((Value.StringValue) item).value()).toList());
    }
  }

  @ParameterizedTest
  @MethodSource("scalars")
  void printsStringsAsKubectl(List<String> pair) {
    MapValue tree = MapValue.of("data", MapValue.of("k00", Value.text(pair.get(0))));
    // kubectl's keys had up to three characters, which counts where lines are folded.
    String expected = "data:\n  k00: " + pair.get(1) + "\n";
    assertThat(GoYaml.write(tree)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "1 | 1",
        "1.0 | 1",
        "1.5 | 1.5",
        "1e6 | 1000000",
        "1234567.5 | 1.2345675e+06",
        "100000.5 | 100000.5",
        "1e-5 | 1e-05",
        "0.0001 | 0.0001",
        "1e20 | 1e+20",
        "1e19 | 10000000000000000000",
        "1e21 | 1e+21",
        "-0.0 | 0",
        "-1e300 | -1e+300",
        "9223372036854775807 | 9223372036854775807",
        "9223372036854775808 | 9223372036854776000",
        "-9223372036854775809 | -9.223372036854776e+18",
        "true | true",
        "null | null",
        "[] | []",
        "{} | {}",
      })
  void printsScalars(String json, String yaml) {
    assertThat(GoYaml.write(Json.parse(json))).isEqualTo(yaml + "\n");
  }

  @Test
  void nestsListsAndMaps() {
    String json =
        """
        {"b":[{"c":[1,[2,[3]],{"d":[]}],"a":{"x":{}}},[[{"y":"z"}]],"s\\n"],"a":{"k":{"l":"m\\nn"}}}
        """;
    assertThat(GoYaml.write(Json.parse(json)))
        .isEqualTo(
            """
            a:
              k:
                l: |-
                  m
                  n
            b:
            - a:
                x: {}
              c:
              - 1
              - - 2
                - - 3
              - d: []
            - - - "y": z
            - |
              s
            """);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "a10 a2 a1 a | a a1 a2 a10",
        "b A a B | A B a b",
        "a-b a.b aB a1 | a-b a.b a1 aB",
        "x9 x10 x09 | x9 x09 x10",
        "1 a - _ | - _ 1 a",
        "a100 a1000 a200 | a100 a200 a1000",
      })
  void sortsKeysNaturally(String keys, String expected) {
    MapValue map = MapValue.EMPTY;
    for (String key : keys.split(" ", -1)) {
      map = map.with(key, Value.TRUE);
    }
    assertThat(NaturalOrder.sorted(map).stream().map(entry -> entry.getKey()).toList())
        .containsExactly(expected.split(" ", -1));
  }

  @Test
  void losesNoKeyWhereTheOrderGoesInCircles() {
    MapValue map = MapValue.EMPTY;
    for (String key : "1 01 0a 1.5 1e3 0x10 10 2 a2 a02 a1b a10 a1- a00 a0".split(" ", -1)) {
      map = map.with(key, Value.TRUE);
    }
    assertThat(NaturalOrder.sorted(map)).hasSize(map.entries().size());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {"a b | a b", "`` | \"\"", "y | \"y\"", "1 | \"1\"", "a: b | 'a: b'", "# | '#'"})
  void quotesKeys(String key, String yaml) {
    assertThat(GoYaml.write(MapValue.of(key, Value.number(1)))).isEqualTo(yaml + ": 1\n");
  }

  @Test
  void writesLongAndManyLineKeysTheLongWay() {
    String key = "x".repeat(129);
    assertThat(GoYaml.write(MapValue.of(key, Value.number(1)))).isEqualTo("? " + key + "\n: 1\n");
    assertThat(GoYaml.write(MapValue.of("a\nb", Value.number(1))))
        .isEqualTo("? |-\n  a\n  b\n: 1\n");
  }
}
