package dev.japply.cli.flags;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ShellWordsTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "a                 | a",
        "` a  b\t c `      | a,b,c",
        "a 'b c' \"d e\"   | a,b c,d e",
        "a'b'\"c\"d        | abcd",
        "'' \"\"           | `,`",
        "a\\ b \\' \\\\    | a b,',\\",
        "'a\\b' \"a\\b\\\"\" | a\\b,a\\b\"",
        "a\\               | a\\",
        "$HOME ~ *         | $HOME,~,*"
      })
  void splits(String line, String words) {
    assertThat(String.join(",", ShellWords.of("V", line))).isEqualTo(words);
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      value = {
        "undo-1.jsonl, undo-1.jsonl",
        "/a/b@c, /a/b@c",
        "my undos, 'my undos'",
        "$(x), '$(x)'",
        "it's, 'it'\\''s'",
        "``, ''"
      })
  void quotes(String word, String quoted) {
    assertThat(ShellWords.quoted(word)).isEqualTo(quoted);
    assertThat(ShellWords.of("V", quoted)).containsExactly(word);
  }

  @Test
  void wantsQuotesToBeClosed() {
    assertThatThrownBy(() -> ShellWords.of("V", "a 'b"))
        .hasMessage("V has a ' that is not closed: a 'b");
  }
}
