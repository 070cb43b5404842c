package dev.japply.diff;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The forms of hunks, each line of a text a letter; [GnuDiffTest] has the choice of edits.
class UnifiedDiffTest {

  @ParameterizedTest
  @CsvSource({
    "'',a,'@@ -0,0 +1 @@ +a'",
    "'',ab,'@@ -0,0 +1,2 @@ +a +b'",
    "ab,'','@@ -1,2 +0,0 @@ -a -b'",
    "a,b,'@@ -1 +1 @@ -a +b'",
    "abcdefgh,abcdXefgh,'@@ -2,6 +2,7 @@ _b _c _d +X _e _f _g'",
    "abcdefgh,Xbcdefgh,'@@ -1,4 +1,4 @@ -a +X _b _c _d'",
    "abcdefgh,Xbcdefg,'@@ -1,8 +1,7 @@ -a +X _b _c _d _e _f _g -h'",
    "abcdefghi,Xbcdefghi!,'@@ -1,4 +1,4 @@ -a +X _b _c _d @@ -7,3 +7,4 @@ _g _h _i +!'",
    "abc,abc,''",
    "'',''  ,''"
  })
  void printsHunks(String before, String after, String hunks) {
    String text = UnifiedDiff.hunks(lines(before), lines(after), 3);
    String shown = text.replace("\n ", "\n_").strip().replace("\n", " ").replace("@ _", "@ _");
    assertThat(shown).isEqualTo(hunks);
  }

  private static String lines(String letters) {
    return letters.replaceAll("(.)", "$1\n");
  }

  @ParameterizedTest
  @CsvSource({
    "'a\\b','a\\b\\','@@ -1,2 +1,2 @@\\ a\\-b\\!\\+b\\'",
    "'a\\b','a\\c','@@ -1,2 +1,2 @@\\ a\\-b\\!\\+c\\!\\'",
    "'a\\b','b','@@ -1,2 +1 @@\\-a\\ b\\!\\'"
  })
  void tellsOfAMissingLineEnd(String before, String after, String hunks) {
    String text = UnifiedDiff.hunks(before.replace('\\', '\n'), after.replace('\\', '\n'), 3);
    assertThat(text.replace("\\ No newline at end of file", "!").replace('\n', '\\'))
        .isEqualTo(hunks);
  }
}
