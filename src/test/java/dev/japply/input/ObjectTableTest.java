package dev.japply.input;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.input.ManifestReader.ManifestSet;
import dev.japply.problem.Problem;
import dev.japply.problem.Severity;
import dev.japply.tree.GoJson;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ObjectTableTest {

  static Stream<YamlCase> rows() {
    return YamlCase.table("objects.txt");
  }

  @ParameterizedTest
  @MethodSource("rows")
  void readsAsExpected(YamlCase row) {
    ManifestSet set = ManifestReader.read(List.of(Source.of("m.yaml", row.text())));
    Reading expected = row.reading();
    assertThat(set.objects().stream().map(object -> GoJson.write(object.tree())))
        .isEqualTo(expected.documents());
    assertThat(set.hasErrors()).isEqualTo(expected.error().isPresent());
    assertThat(errors(set)).contains(expected.error().orElse(""));
  }

  private static String errors(ManifestSet set) {
    return set.problems().stream()
        .filter(problem -> problem.severity() == Severity.ERROR)
        .map(Problem::toString)
        .collect(Collectors.joining("\n"));
  }
}
