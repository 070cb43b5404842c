package dev.japply;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// The shelf for users is short, and the outputs on it come from runs: [ShownPagesTest] runs the
/// commands of japply, also those of the cheat sheet. [QuickStartTest] installs japply and runs the
/// short workflow of docs/ci.md, `ReviewExamplesTest` the long ones, and `LibraryExamplesTest`
/// compiles the Java. What needs a published release or another host, such as `gh`, krew, Homebrew
/// and remote bases, is not run.
class UseShelfTest {
  private static final Path DOCS = Path.of("docs");
  private static final int PAGES = 16;
  private static final int WORDS = 18_000;

  private static final Pattern SHELF = Pattern.compile("(?s)\\n## Use\\n(.*?)\\n## ");
  private static final Pattern LINK = Pattern.compile("(?m)^\\| \\[[^]]+]\\(([\\w-]+)\\.md\\)");
  private static final Pattern FENCED = Pattern.compile("(?ms)^```.*?^```$");

  /// A command with an output that no test compares.
  private static final Pattern TYPED = Pattern.compile("(?m)^ {4,}\\$ (.*)$");

  private static final Pattern COMMAND = Pattern.compile("(?m)^(?: {4}|\\$ )japply ");

  private static List<String> pages() throws IOException {
    MatchResult shelf =
        SHELF
            .matcher(Files.readString(DOCS.resolve("README.md")))
            .results()
            .findFirst()
            .orElseThrow();
    return LINK.matcher(shelf.group(1)).results().map(link -> link.group(1)).toList();
  }

  private static String text(String page) throws IOException {
    return Files.readString(DOCS.resolve(page + ".md"));
  }

  @Test
  void isShort() throws IOException {
    int words = 0;
    for (String page : pages()) {
      words += text(page).strip().split("\\s+").length;
    }
    assertThat(pages()).hasSizeLessThanOrEqualTo(PAGES).hasSizeGreaterThan(10);
    assertThat(words).isLessThanOrEqualTo(WORDS);
  }

  @Test
  void commandsAreRun() throws IOException {
    for (String page : pages()) {
      if (COMMAND.matcher(text(page)).find()) {
        assertThat(ShownPagesTest.PAGES).as("pages whose commands run").contains(page);
      }
    }
  }

  @Test
  void outputsAreNotTyped() throws IOException {
    for (String page : pages()) {
      assertThat(TYPED.matcher(FENCED.matcher(text(page)).replaceAll("")).results())
          .extracting(found -> found.group(1))
          .as(page)
          .isSubsetOf(ShownPagesTest.NOT_RUN.keySet());
    }
  }
}
