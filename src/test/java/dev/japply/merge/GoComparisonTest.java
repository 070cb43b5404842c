package dev.japply.merge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.tree.Json;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GoComparisonTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "null | <nil>",
        "true | true",
        "1000000 | 1000000",
        "1000000.0 | 1e+06",
        "1000000.5 | 1.0000005e+06",
        "-0.0 | -0",
        "5e-324 | 5e-324",
        "1e-7 | 1e-07",
        "1e21 | 1e+21",
        "1.7976931348623157e308 | 1.7976931348623157e+308",
        "9223372036854775807 | 9223372036854775807",
        "9223372036854775808 | 9.223372036854776e+18",
        "\"é😀\" | é😀",
        "[] | []",
        "[1,\"é\",null] | [1 é <nil>]",
        "{\"b\":[2.5],\"a\":{}} | map[a:map[] b:[2.5]]",
      })
  void printsAsFmtDoes(String json, String text) {
    assertThat(GoComparison.text(Json.parse(json))).isEqualTo(text);
  }
}
