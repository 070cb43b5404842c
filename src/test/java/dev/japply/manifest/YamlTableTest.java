package dev.japply.manifest;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class YamlTableTest {

  static Stream<YamlCase> rows() {
    return Stream.of("scalars.txt", "documents.txt")
        .flatMap(YamlCase::table)
        .filter(row -> !row.expected().equals("?"));
  }

  @ParameterizedTest
  @MethodSource("rows")
  void readsAsExpected(YamlCase row) {
    String actual = YamlCase.read(row.text());
    int error = row.expected().indexOf('!');
    if (error >= 0 && (error == 0 || row.expected().startsWith(" ;; ", error - 4))) {
      assertThat(actual).startsWith(row.expected().substring(0, error + 1));
      assertThat(actual).contains(row.expected().substring(error + 1));
    } else {
      assertThat(actual).isEqualTo(row.expected());
    }
  }
}
