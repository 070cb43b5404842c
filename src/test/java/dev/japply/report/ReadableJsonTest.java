package dev.japply.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.report.IndentedJson.ReadableJson;
import dev.japply.tree.Json;
import dev.japply.tree.Value;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReadableJsonTest {
  @ParameterizedTest
  @ValueSource(strings = {"<a> & b", "\\u003c", "\\<", "\"\\\"", "\u2028", "$1\\$", "\u0001"})
  void isStillTheSameJson(String text) {
    String json = ReadableJson.of(Value.text(text));
    assertThat(Json.parse(json)).isEqualTo(Value.text(text));
    assertThat(json.replace("\\\\u003c", "")).doesNotContain("\\u003c", "\\u003e", "\\u0026");
  }
}
