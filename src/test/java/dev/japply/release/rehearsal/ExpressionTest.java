package dev.japply.release.rehearsal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Expressions of workflows.
class ExpressionTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '"',
      textBlock =
          """
          vars.IMAGE != ''                   ; true
          ${{ vars.NONE != '' }}             ; false
          matrix.system == 'UBUNTU'          ; true
          runner.os == 'macOS' || vars.IMAGE ; true
          !(vars.NONE && vars.IMAGE)         ; true
          """)
  void conditionsAreGithubs(String condition, boolean holds) {
    Map<String, String> values = Map.of("vars.IMAGE", "an image", "matrix.system", "ubuntu");
    assertThat(Expression.holds(condition, values)).isEqualTo(holds);
  }

  @Test
  void textsAreFilled() {
    assertThat(
            Expression.filled(
                "${{ a.b || c.d }}/x, ${{ a.b == '1' && c.d || '' }}", Map.of("c.d", "e")))
        .isEqualTo("e/x, ");
  }
}
