package dev.japply.kpt;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.kpt.MergeOptions.ConflictChoice;
import dev.japply.kpt.PackageUpdate.MergedPackage;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What a file has besides its documents stays through an update: the byte order mark at its begin,
/// and how its lines end.
class FileMarksTest {
  private static final String MARK = "\ufeff";
  private static final String A =
      """
      # Ours.
      apiVersion: v1
      kind: ConfigMap
      metadata:
        name: a
      data:
        v: "1"

        w: "1"
      """;
  private static final String B = A.replace("name: a", "name: b");
  private static final String C = A.replace("name: a", "name: c");

  private static MergedPackage merge(String origin, String updated, String local) {
    return Trees.of(origin, updated, local).merge();
  }

  private static String merged(String origin, String updated, String local) {
    MergedPackage merged = merge(origin, updated, local);
    assertThat(merged.conflicts()).isEmpty();
    return Trees.text(merged);
  }

  private static String upstreams(String text) {
    return text.replaceFirst("v: \"1\"", "v: \"2\" # new");
  }

  private static String edited(String text) {
    return text.replaceFirst("w: \"1\"", "w: mine # here");
  }

  private static String with(String mark, String end, String text) {
    return mark + text.replace("\n", end);
  }

  @ParameterizedTest
  @ValueSource(strings = {"\n", "\r\n"})
  void theMarkStaysWhoeverHasOne(String end) {
    String both = with(MARK, end, upstreams(edited(A)));
    String marked = with(MARK, end, A);
    assertThat(merged(marked, upstreams(marked), edited(marked))).isEqualTo(both);
    // An editor has added it here, and upstream's has not.
    String plain = with("", end, A);
    assertThat(merged(plain, upstreams(plain), edited(marked))).isEqualTo(both);
    // The other way round the local file stays without.
    assertThat(merged(plain, upstreams(marked), edited(plain))).isEqualTo(both.substring(1));
    assertThat(merged(marked, upstreams(plain), edited(marked))).isEqualTo(both);
    assertThat(merged(marked, upstreams(plain), marked)).isEqualTo(upstreams(plain));
    assertThat(merged(marked, marked, edited(plain))).isEqualTo(edited(plain));
  }

  @Test
  void aMarkIsNoChangeOfTheDocumentBehindIt() {
    MergedPackage merged =
        merge(A, MARK + upstreams(A), A.replace("v: \"1\"", "v: mine").replace("# Ours.\n", ""));
    assertThat(Trees.conflicts(merged))
        .containsExactly("6 data.v: \"1\" -> \"2\" | \"mine\" => UPSTREAM");
    assertThat(Trees.text(merged)).startsWith("apiVersion");
    assertThat(merged(MARK + A, A, A)).isEqualTo(A);
    assertThat(merge(MARK + A, "", A).tree().files()).isEmpty();
  }

  /// It is of the file, and not of the document that was first.
  @Test
  void theMarkStaysAtTheBeginWhenDocumentsComeAndGo() {
    String two = MARK + A + "---\n" + B;
    assertThat(merged(two, MARK + B, edited(two).replace("w: mine # here", "w: \"1\"") + "# end\n"))
        .isEqualTo(MARK + B + "# end\n");
    assertThat(merged(MARK + B, MARK + A + "---\n" + B, MARK + edited(B)))
        .isEqualTo(MARK + edited(B) + "---\n" + A);
    assertThat(merged(two, MARK + A + "---\n" + C + "---\n" + B, MARK + edited(A) + "---\n" + B))
        .isEqualTo(MARK + edited(A) + "---\n" + C + "---\n" + B);
    for (String text :
        List.of(
            merged(two, two + "---\n" + C, edited(two)),
            merged(two, upstreams(two), edited(two)))) {
      assertThat(text.lastIndexOf(MARK)).isZero();
    }
  }

  @Test
  void conflictsAreMarkedBehindIt() {
    var options = MergeOptions.DEFAULT.with(ConflictChoice.MARK);
    String local = MARK + A.replace("v: \"1\"", "v: mine");
    MergedPackage merged =
        new PackageUpdate(
                Trees.of(MARK + A, MARK + upstreams(A), local).origin(),
                Trees.of("", "", local).local(),
                Trees.of("", MARK + upstreams(A), "").updated())
            .run(dev.japply.kpt.Kptfile.UpdateStrategy.RESOURCE_MERGE, options);
    assertThat(Trees.text(merged))
        .startsWith(MARK + "# Ours.\n")
        .contains("<<<<<<< local\n  v: mine # new\n=======\n  v: \"2\" # new\n>>>>>>> upstream\n");
  }

  @Test
  void filesThatAreNoManifestsKeepTheirsToo() {
    String text = MARK + "one\r\ntwo\r\nthree\r\nfour\r\n";
    String merged = merged(text, text.replace("four", "4"), text.replace("two", "zwei"));
    assertThat(merged).isEqualTo(MARK + "one\r\nzwei\r\nthree\r\n4\r\n");
  }
}
