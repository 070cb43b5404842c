package dev.japply.cli.flags;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.cli.flags.PrintCase.End;
import dev.japply.tree.Json;
import dev.japply.tree.Value.MapValue;
import java.io.IOException;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// An object with odd keys and values is printed as kubectl printed it when it was asked; alone,
/// and in a list.
class PrintedObjectsTest {
  @ParameterizedTest
  @ValueSource(strings = {"json", "yaml", "kyaml"})
  void printsAsKubectlDid(String format) throws IOException {
    assertThat(printed(format, PrintCase::ours))
        .isEqualTo(PrintAnswers.resource("odd." + format + ".answer"));
  }

  /// What `ends` prints.
  static String printed(String format, Function<PrintCase, End> ends) throws IOException {
    var odd = (MapValue) Json.parse(PrintAnswers.resource("odd.json"));
    String one = ends.apply(new PrintCase(format, true, List.of(odd))).output();
    String two = ends.apply(new PrintCase(format, true, List.of(odd, odd))).output();
    return one + "\n" + two;
  }
}
