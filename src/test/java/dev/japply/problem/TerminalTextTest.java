package dev.japply.problem;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TerminalTextTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "Deployment web: \"a\\b\" é ß 日本 \u00a0 \ud83d\ude00",
        "a\tb",
        "\ud83d\udc68\u200d\ud83d\udc69 \u0645\u06cc\u200c\u062e",
      })
  void leavesWhatPeopleWrite(String text) {
    assertThat(TerminalText.line(text)).isSameAs(text);
    assertThat(TerminalText.lines(text)).isSameAs(text);
  }

  @Test
  void escapesWhatTerminalsObey() {
    assertThat(TerminalText.line("\u0000a\u0007\b\f\u000b\r\u001b[2Jb\u007f\u0085\u009b"))
        .isEqualTo("\\x00a\\a\\b\\f\\v\\r\\x1b[2Jb\\x7f\\x85\\x9b");
  }

  @Test
  void escapesWhatHidesOrTurnsText() {
    assertThat(TerminalText.line("\u202ea\u2066b\u200f\u061c\u200b\ufeff\u00ad\udb40\udc41"))
        .isEqualTo("\\u202ea\\u2066b\\u200f\\u061c\\u200b\\ufeff\\xad\\U000e0041");
  }

  @Test
  void keepsLineEndsOnlyWhereTheyAreMeant() {
    assertThat(TerminalText.line("a\nb\r\nc\u2028\u2029")).isEqualTo("a\\nb\\r\\nc\\u2028\\u2029");
    assertThat(TerminalText.lines("a\nb\r\nc\u2028\n")).isEqualTo("a\nb\\r\nc\\u2028\n");
  }

  @Test
  void meansTheSameInJsonAndXml() {
    String plain = "{\n\t\"a\": \"\\u001b é\"\n}";
    assertThat(TerminalText.json(plain)).isSameAs(plain);
    assertThat(TerminalText.json("\"\\\\\u009b\udb40\udc41\u2028\""))
        .isEqualTo("\"\\\\\\u009b\\udb40\\udc41\\u2028\"");
    assertThat(TerminalText.xml("<a>\n\u0085\u202e\udb40\udc41</a>"))
        .isEqualTo("<a>\n&#x85;&#x202e;&#xe0041;</a>");
  }

  /// What a runner of a CI system obeys in its log, and the same as text.
  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      value = {
        "::error::x,\\x3a:error::x",
        "`    ::error file=a::x`,`    \\x3a:error file=a::x`",
        "`\t\u00a0\u3000::stop-commands::x`,`\t\u00a0\u3000\\x3a:stop-commands::x`",
        "`a\n  ::add-mask::x\n`,`a\n  \\x3a:add-mask::x\n`",
        "a ##[error]x,a \\x23#[error]x",
        "##vso[task.setvariable variable=a]b,\\x23#vso[task.setvariable variable=a]b",
        "a##teamcity[x],a\\x23#teamcity[x]",
        "###[x],#\\x23#[x]",
        "::1 localhost,::1 localhost",
        "a ::error::x,a ::error::x",
        "+::error::x,+::error::x",
        "## Heading [x],## Heading [x]",
      })
  void commandsToRunnersAreText(String text, String shown) {
    assertThat(TerminalText.lines(text)).isEqualTo(shown);
    assertThat(TerminalText.lines(shown)).isEqualTo(shown);
    assertThat(TerminalText.json("[\"##[error]\"]")).isEqualTo("[\"\\u0023#[error]\"]");
    assertThat(TerminalText.xml("<a>\n ::error::##[x]</a>"))
        .isEqualTo("<a>\n &#x3a;:error::&#x23;#[x]</a>");
  }

  @Test
  void changesNothingTheSecondTime() {
    String once = TerminalText.line("a\u001b\n\u202e");
    assertThat(TerminalText.line(once)).isEqualTo(once);
  }

  @Test
  void problemsAreOneLine() {
    var origin = new Origin("a\nb", 1, 1);
    assertThat(Problem.error(origin, "Kind\nerror: x", "what\u001b", "hint\r"))
        .hasToString("a\\nb:1: Kind\\nerror: x: what\\x1b; hint\\r");
  }
}
