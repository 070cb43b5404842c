package dev.japply.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.report.TextTable.Column;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Tables in terminals of several widths.
class TextTableTest {
  @Test
  void marksAreWordsInNotes() {
    var table =
        new TextTable(
            List.of(Column.PATH, Column.VALUE, Column.MARK, Column.NOTE, Column.TIME),
            List.of("FIELD", "VALUE", "APPLIED", "WHO", "SINCE"));
    table.row(
        List.of(
            "metadata.annotations[deployment.kubernetes.io/revision]",
            "\"1\"",
            "yes",
            "kube-controller-manager",
            "2026-11-01T00:00:00Z"));
    table.row(List.of("spec.a", "1", "yes", "kube-controller-manager", "2026-11-01T00:00:00Z"));
    table.row(List.of("spec.b", "2", "-", "kubectl-edit", "2026-11-02T00:00:00Z"));
    assertThat(table.text(60))
        .isEqualTo(
            """
                FIELD                                              VALUE
              applied; kube-controller-manager, 2026-11-01:
                metadata.annotations[deployment.kubernetes.io/revision]
                                                                   "1"
                spec.a                                             1
              kubectl-edit, 2026-11-02:
                spec.b                                             2
            """);
    assertThat(table.text(110)).contains("  yes      kube-controller-manager  2026-11-01\n");
  }

  /// No line is longer than the terminal, but for notes, and paths and values that are longer.
  /// Paths and values are whole in every terminal.
  @ParameterizedTest
  @ValueSource(ints = {60, 80, 100, 120, 160, 200})
  void fits(int width) {
    var random = new Random(width);
    for (int i = 0; i < 300; i++) {
      var table =
          new TextTable(
              List.of(Column.PATH, Column.VALUE, Column.VALUE, Column.NOTE, Column.TIME),
              List.of("FIELD", "WAS", "BECOMES", "REASON", "SINCE"));
      var values = new ArrayList<String>();
      int rows = 1 + random.nextInt(5);
      for (int row = 0; row < rows; row++) {
        String value = "v".repeat(random.nextInt(90));
        values.add(value + "1");
        table.row(
            List.of(
                "p".repeat(1 + random.nextInt(width - 2)),
                value + "1",
                value + "2",
                "word ".repeat(random.nextInt(12)).strip(),
                "2026-11-01T00:00:00Z"));
      }
      assertThat(table.text(width).lines())
          .allMatch(line ->
              line.length() <= width || line.matches(" +(p+|(was|becomes) +v+[12])|  word .*:"));
      assertThat(table.text(width)).contains(values);
    }
  }
}
