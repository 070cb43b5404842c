package dev.japply.kpt;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.kpt.PackageUpdate.MergedPackage;
import org.junit.jupiter.api.Test;

/// Comments between documents, when a document of the file was edited here.
class SeparateCommentsTest {
  private static final String A =
      "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\ndata:\n  k: \"1\"\n";
  private static final String B = A.replace("name: a", "name: b");
  private static final String MINE = A.replace("\"1\"", "mine");
  private static final String OLD = "# License of 2025.\n---\n";
  private static final String NEW = "# License of 2026.\n# More.\n---\n";

  private static String merged(String origin, String updated, String local) {
    MergedPackage merged = Trees.of(origin, updated, local).merge(false);
    assertThat(merged.conflicts()).isEmpty();
    return Trees.text(merged);
  }

  @Test
  void upstreamsChangesComeToEditedFiles() {
    String origin = OLD + A + "---\n" + B;
    String local = OLD + MINE + "---\n" + B;
    assertThat(merged(origin, NEW + A + "---\n" + B, local)).isEqualTo(NEW + MINE + "---\n" + B);
    assertThat(merged(A, OLD + A, MINE)).isEqualTo(OLD + MINE);
    assertThat(merged(OLD + A, A, OLD + MINE)).isEqualTo(MINE);
    String between = A + "---\n# One.\n---\n# Two.\n---\n" + B;
    assertThat(merged(A + "---\n" + B, between, MINE + "---\n" + B))
        .isEqualTo(between.replaceFirst("\"1\"", "mine"));
    assertThat(merged(A, A + "---\n# Last.\n", MINE)).isEqualTo(MINE + "---\n# Last.\n");
  }

  @Test
  void localChangesStay() {
    assertThat(merged(OLD + A, OLD + A.replace("\"1\"", "new"), NEW + A))
        .isEqualTo(NEW + A.replace("\"1\"", "new"));
    assertThat(merged(OLD + A, NEW + A, NEW + MINE)).isEqualTo(NEW + MINE);
    assertThat(merged(OLD + A, OLD + A.replace("\"1\"", "new"), A))
        .isEqualTo(A.replace("\"1\"", "new"));
  }

  @Test
  void changesOfBothAreConflicts() {
    String local = "# Mine.\n---\n" + MINE;
    Trees trees = Trees.of(OLD + A, NEW + A, local);
    MergedPackage kept = trees.merge(false);
    assertThat(Trees.text(kept)).isEqualTo(local);
    assertThat(Trees.conflicts(kept))
        .containsExactly(
            "1 : # License of 2025.\n -> # License of 2026.\n# More.\n | # Mine.\n => LOCAL");
    assertThat(Trees.text(trees.merge(true))).isEqualTo(NEW + MINE);
    Trees other = Trees.of(OLD + A, NEW + A, MINE);
    assertThat(other.merge(false).conflicts()).hasSize(1);
    assertThat(Trees.text(other.merge(false))).isEqualTo(MINE);
    assertThat(Trees.text(other.merge(true))).isEqualTo(NEW + MINE);
  }
}
