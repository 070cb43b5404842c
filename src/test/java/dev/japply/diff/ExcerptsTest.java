package dev.japply.diff;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.golang.Sha256;
import dev.japply.tree.GoJson;
import dev.japply.tree.Value;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExcerptsTest {
  private static final int ROOM = 12;

  @ParameterizedTest
  @CsvSource({
    "abc, abd, abc, abd",
    "abcdefghijkl, x, abcdefghijkl, x",
    "abcdefghijklm, -, abcdefghijk…, -",
    "abcdefghijklm, =, abcdefghijk…, =",
    "abcdefghijklmnop1, abcdefghijklmnop2, …ghijklmnop1, …ghijklmnop2",
    "abcdefghijklmnopq1yyyyyyyyyyyy, abcdefghijklmnopq2, …pq1yy…yyyyy, …hijklmnopq2",
    "1bcdefghijklmnop, 2bcdefghijklmnop, 1bcdefghijk…, 2bcdefghijk…",
    "abcdefghijklmnop, abcdefghijklmnopqrs, …fghijklmnop, …ijklmnopqrs",
    "abcdefgh1ijklmnop, abcdefgh2ijklmnop, …efgh1ijklm…, …efgh2ijklm…",
    "/a.example.com/team/app:1/, /b.example.com/team/app:2/, /a.exa…pp:1/, /b.exa…pp:2/",
    "abcdefghijkla1bcdefghijkla, abcdefghijkla2bcdefghijkla, …jkla1bcdef…, …jkla2bcdef…",
    "abcdefghijkl111111111111mnopq, abcdefghijkl2mnopq, …kl111…11mn…, …hijkl2mnopq",
  })
  void areCutInWhatIsTheSame(String one, String other, String cut, String otherCut) {
    assertThat(Excerpts.of(ROOM, List.of(one, other))).containsExactly(cut, otherCut);
  }

  /// Of two texts that differ the excerpts differ, and fit.
  @Test
  void differWhereTheTextsDo() {
    var random = new Random(1);
    for (int i = 0; i < 10_000; i++) {
      String same = "😀" + Sha256.hex("" + i).substring(0, random.nextInt(40));
      String one = same + Sha256.hex("a" + i).substring(0, random.nextInt(30));
      String other = same + Sha256.hex("b" + i).substring(0, random.nextInt(30));
      List<String> cut = Excerpts.of(ROOM, List.of("nothing", one, other));
      assertThat(cut.get(1).equals(cut.get(2)))
          .as("%s %s", one, other)
          .isEqualTo(one.equals(other));
      assertThat(cut).allMatch(text -> text.length() <= ROOM);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "\"abcdefghijklm\" | - | \"abcdefgh…\"",
        "\"abcdefghijklmnop1\" | \"abcdefghijklmnop2\" | \"…jklmnop1\"",
        "\"abcdefgh1ijklmnopqr\" | \"abcdefgh2ijklmnopqr\" | \"…fgh1ijkl…\"",
        "{\"a\":\"bcdefghijklm\"} | - | {\"a\":\"bcd…\"",
        "{\"abcdef\":1,\"gh\":2} | - | {\"abcdef\":1…",
        "\"abcdefgh\\\"ijklm\" | - | \"abcdefgh…\"",
        "\"/a.example.com/team/app:1/\" | \"/b.example.com/team/app:2/\" | \"/a.ex…p:1/\"",
      })
  void haveBothQuotes(String text, String other, String cut) {
    assertThat(Excerpts.of(ROOM, List.of(text, other)).getFirst()).isEqualTo(cut);
  }

  @Test
  void haveBothQuotesWhereverTheyAreCut() {
    var random = new Random(2);
    for (int i = 0; i < 10_000; i++) {
      String same = "\"q\\" + Sha256.hex("" + i).substring(0, random.nextInt(40));
      String one = json(same + Sha256.hex("a" + i).substring(0, random.nextInt(30)));
      String other = json(same + Sha256.hex("b" + i).substring(0, random.nextInt(30)));
      List<String> cut = Excerpts.of(ROOM + 2, List.of("nothing", one, other));
      assertThat(cut.get(1).equals(cut.get(2)))
          .as("%s %s", one, other)
          .isEqualTo(one.equals(other));
      assertThat(cut).allMatch(text -> text.length() <= ROOM + 2);
      assertThat(cut.subList(1, 3))
          .allSatisfy(text -> assertThat(text.replaceAll("\\\\.", "")).matches("\"[^\"]*\""));
    }
  }

  private static String json(String text) {
    return GoJson.write(Value.text(text));
  }
}
