package dev.japply.diff;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.diff.TextMerge.Clash;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TextMergeTest {
  private static String lines(String letters) {
    return letters.replaceAll("(.)", "$1\n");
  }

  /// Each letter is a line; `-` means no line.
  @ParameterizedTest
  @CsvSource({
    "abcd, abcd, abcd, abcd",
    "abcd, Abcd, abcD, AbcD",
    "abcd, bcd, abc, bc",
    "abcd, xabcd, abcdy, xabcdy",
    "abcd, aXcd, aXcd, aXcd",
    "abcd, ad, abcXd, abcXd",
    "abcdef, abXcdef, abcdeYf, abXcdeYf"
  })
  void changesOfTheSidesComeTogether(String origin, String local, String updated, String merged) {
    var result = TextMerge.merge(lines(origin), lines(local), lines(updated), true);
    if (merged.equals("abcXd")) {
      assertThat(result.clashes()).hasSize(1);
    } else {
      assertThat(result.clashes()).isEmpty();
    }
    assertThat(result.text()).isEqualTo(lines(merged));
  }

  @Test
  void neighbouringLinesAreOneChangeUnlessTheyAreApart() {
    var merged = TextMerge.merge(lines("abcd"), lines("aXcd"), lines("abYd"), true);
    assertThat(merged.text()).isEqualTo(lines("abYd"));
    assertThat(merged.clashes())
        .containsExactly(new Clash(2, lines("bc"), lines("bY"), lines("Xc")));
    assertThat(TextMerge.merge(lines("abcd"), lines("aXcd"), lines("abYd"), false).text())
        .isEqualTo(lines("aXcd"));
    assertThat(TextMerge.mergeLines(lines("abcd"), lines("aXcd"), lines("abYd")))
        .isEqualTo(lines("aXYd"));
    assertThat(TextMerge.mergeLines(lines("abcd"), lines("aXcd"), lines("aYcd")))
        .isEqualTo(lines("aXcd"));
  }

  @Test
  void changesThatMeetComeTogetherLineByLineAndWithComments() {
    assertThat(TextMerge.mergeLines("a\nb\nc\n", "a\nX\nY\n", "A\nB\nc\n")).isEqualTo("A\nX\nY\n");
    assertThat(TextMerge.mergeLines("a: 1\n", "a: 2\n", "a: 1  # why\n"))
        .isEqualTo("a: 2  # why\n");
    assertThat(TextMerge.mergeLines("a: 1\n", "a: 2 # ours\n", "a: 1 # why\n"))
        .isEqualTo("a: 2 # ours\n");
    assertThat(TextMerge.mergeLines("a: 1\n", "a: 2\n", "a: 1#3\n")).isEqualTo("a: 2\n");
    assertThat(TextMerge.mergeLines("a\n", "new\na\n", "A\n")).isEqualTo("new\nA\n");
    assertThat(TextMerge.mergeLines("a\n", "A\n", "new\na\n")).isEqualTo("new\nA\n");
    assertThat(TextMerge.mergeLines("a\nb\n", "X\nY\nZ\n", "a\nB\n")).isEqualTo("X\nY\nZ\n");
  }

  @Test
  void marksAreThoseOfGit() {
    assertThat(TextMerge.marked("a\nb\nc\n", "a\nx\nc\n"))
        .isEqualTo("a\n<<<<<<< local\nb\n=======\nx\n>>>>>>> upstream\nc\n");
  }
}
