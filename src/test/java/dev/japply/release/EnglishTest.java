package dev.japply.release;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The findings of `src/make/english`.
@Tag("process")
class EnglishTest {
  @TempDir Path directory;

  /// Each `|` ends a line.
  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          a.java, '/// What it reads.|class A {}',                 '1: 1 opening: What it reads.'
          a.java, '/// Whether it ends.|String end;',              '1: 1 opening: Whether it ends.'
          a.java, '/// Whether it ends.|boolean ends;',            ''
          a.java, '/// Returns it.|///|/// @param a how it ends',  '3: 1 opening: @param a how it ends'
          a.java, '// the server answers',                         '1: 2 speech: answers in: the server answers'
          a.java, 'throw new E("it says nothing");',               '1: 2 speech: says in: it says nothing'
          a.java, 'answers = says("told");',                       ''
          a.java, '/// ```|/// answers = says()|/// ```|class A',  ''
          a.java, '/// Returns `answers|/// says()`.|class A',     ''
          a.md,   'for somebody else',                             '1: 3 person: somebody in: for somebody else'
          a.md,   'a user who reads',                              ''
          a.md,   'users|who read',                                ''
          a.md,   'a folder',                                      '1: 4 field: folder in: a folder'
          a.md,   'a rule by|which it is made',                    '2: 5 stack: by which in: by which it is made'
          a.md,   'reads it anew.',                                '1: 8 literary: anew in: reads it anew.'
          a.md,   '`anew`, [text](anew.md)',                       ''
          a.md,   'text||    $ japply says|more',                  ''
          a.md,   '```|it says|```',                               ''
          """)
  void findsWordsInProse(String name, String text, String finding)
      throws IOException, InterruptedException {
    Path file = Files.writeString(directory.resolve(name), text.replace('|', '\n') + "\n");
    Process process =
        new ProcessBuilder("src/make/english", file.toString()).redirectErrorStream(true).start();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(out).isEqualTo(finding.isEmpty() ? "" : file + ":" + finding + "\n");
    assertThat(process.waitFor()).isEqualTo(finding.isEmpty() ? 0 : 1);
  }
}
