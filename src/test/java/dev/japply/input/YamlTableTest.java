package dev.japply.input;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class YamlTableTest {

  static Stream<YamlCase> rows() {
    return Stream.of(
            YamlCase.table("scalars.txt").map(YamlCase::inMap), YamlCase.table("documents.txt"))
        .flatMap(rows -> rows);
  }

  @ParameterizedTest
  @MethodSource("rows")
  void readsAsExpected(YamlCase row) {
    Reading actual = Reading.read(row.text());
    Reading expected = row.reading();
    assertThat(actual.wordless()).isEqualTo(expected.wordless());
    assertThat(actual.error().orElse("")).contains(expected.error().orElse(""));
  }
}
