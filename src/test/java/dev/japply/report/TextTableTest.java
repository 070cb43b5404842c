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
  private static final String IMAGE =
      "spec.template.spec.containers[name=storefront].resources.requests.memory";

  private static TextTable changes() {
    var table =
        new TextTable(
            List.of(Column.PATH, Column.VALUE, Column.VALUE, Column.NOTE, Column.NOTE, Column.TIME),
            List.of("FIELD", "WAS", "BECOMES", "REASON", "WHO", "SINCE"),
            false);
    table.title("Deployment web (web.yaml:1): 2 fields change");
    table.row(
        List.of(
            "spec.template.spec.containers[name=web].image",
            "\"registry.example.com/team/shop/storefront:1.8.0\"",
            "\"registry.example.com/team/shop/storefront:1.9.0\"",
            "changed in the manifest",
            "kubectl-client-side-apply",
            "2026-11-01T00:00:00Z"));
    table.row(
        List.of(
            "spec.replicas",
            "5",
            "3",
            "drift: changed live, the manifest restores it",
            "kubectl-edit",
            "2026-11-02T00:00:00Z"));
    table.title("Service web (web.yaml:20): 1 field changes");
    table.row(List.of("spec.type", "-", "\"NodePort\"", "added by the manifest", "-", "-"));
    return table;
  }

  @Test
  void putsNotesBelowTheRowsOfANarrowTerminal() {
    assertThat(changes().text(80))
        .isEqualTo(
            """
            Deployment web (web.yaml:1): 2 fields change
              FIELD                                          WAS  BECOMES
              spec.template.spec.containers[name=web].image
                  was      "registry.example.com/team/shop/storefront:1.8.0"
                  becomes  "registry.example.com/team/shop/storefront:1.9.0"
                  changed in the manifest; kubectl-client-side-apply, 2026-11-01
              spec.replicas                                  5    3
                  drift: changed live, the manifest restores it; kubectl-edit, 2026-11-02
            Service web (web.yaml:20): 1 field changes
              spec.type                                      -    "NodePort"
                  added by the manifest
            """);
  }

  @Test
  void isWholeWhereItFits() {
    assertThat(changes().text(Integer.MAX_VALUE).lines().toList())
        .hasSize(6)
        .anyMatch(line -> line.endsWith("edit               2026-11-02T00:00:00Z"));
    assertThat(changes().text(250).lines().toList())
        .hasSize(6)
        .anyMatch(line -> line.contains("storefront:1.9.0\"  changed in the manifest  "));
  }

  @Test
  void aLongPathHasALineOfItsOwn() {
    TextTable table = changes();
    table.row(List.of(IMAGE, "\"1Gi\"", "\"2Gi\"", "changed in the manifest", "-", "-"));
    assertThat(table.text(80))
        .contains("\n  " + IMAGE + "\n")
        .contains(" \"1Gi\"  \"2Gi\"\n      changed in the manifest\n");
  }

  @Test
  void marksAreWordsInNotes() {
    var table =
        new TextTable(
            List.of(Column.PATH, Column.VALUE, Column.MARK, Column.NOTE, Column.TIME),
            List.of("FIELD", "VALUE", "APPLIED", "WHO", "SINCE"),
            true);
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

  /// No line is longer than the terminal, but for titles, and paths, values and words that are
  /// longer. Paths and values are whole in every terminal.
  @ParameterizedTest
  @ValueSource(ints = {60, 80, 100, 120, 160, 200})
  void fits(int width) {
    var random = new Random(width);
    for (int i = 0; i < 300; i++) {
      var table =
          new TextTable(
              List.of(Column.PATH, Column.VALUE, Column.VALUE, Column.NOTE, Column.TIME),
              List.of("FIELD", "WAS", "BECOMES", "REASON", "SINCE"),
              false);
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
          .allMatch(line -> line.length() <= width || line.matches(" +(was|becomes) +v+[12]"));
      assertThat(table.text(width)).contains(values);
    }
  }
}
