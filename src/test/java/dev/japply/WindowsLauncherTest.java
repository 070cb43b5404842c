package dev.japply;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The launcher for Windows, as far as it can be read without Windows: its text, and that it starts
/// the same Java program as the launcher for other systems. CI runs it.
class WindowsLauncherTest {
  private static final Path LAUNCHERS = Path.of("src/main/sh");

  /// An option of Java, in quotes or not.
  private static final Pattern OPTION = Pattern.compile("(?<=[ \"])-(?:XX:|D)[^ \"=]+");

  private static String text(String name) throws IOException {
    return Files.readString(LAUNCHERS.resolve(name), StandardCharsets.US_ASCII);
  }

  private static Set<String> options(String text) {
    var options = new TreeSet<String>();
    OPTION.matcher(text).results().forEach(option -> options.add(option.group()));
    return options;
  }

  @ParameterizedTest
  @ValueSource(strings = {"japply.cmd", "kubectl-japply.cmd"})
  void hasTheLineEndsOfWindows(String name) throws IOException {
    String text = text(name);
    assertThat(text).endsWith("\r\n");
    assertThat(text.split("\n", -1))
        .filteredOn(line -> !line.isEmpty())
        .allSatisfy(line -> assertThat(line).endsWith("\r"));
  }

  @Test
  void bothNamesAreTheSameLauncher() throws IOException {
    assertThat(text("kubectl-japply.cmd")).isEqualTo(text("japply.cmd"));
  }

  /// Its options for each Java are among those of the other launcher, whose others need a newer
  /// Java or a shell.
  @Test
  void startsTheSameProgram() throws IOException {
    assertThat(options(text("japply.cmd")))
        .contains("-XX:TieredStopAtLevel", "-XX:+UseSerialGC", "-Djapply.program")
        .isSubsetOf(options(text("japply")));
    assertThat(text("japply.cmd")).contains("-jar \"%~dp0..\\lib\\japply\\japply.jar\" %*\r\n");
    assertThat(text("japply")).contains("-jar \"$lib/japply.jar\" \"$@\"\n");
  }

  /// A path can have spaces: each that is set or used is in quotes.
  @Test
  void pathsAreQuoted() throws IOException {
    List<String> lines = text("japply.cmd").lines().toList();
    assertThat(lines).filteredOn(line -> line.contains("set ")).isNotEmpty();
    for (String line : lines) {
      String unquoted = line.replaceAll("\"[^\"]*\"", "");
      assertThat(unquoted).as(line).doesNotContain("_HOME%", "JAPPLY_PROGRAM%", "~dp0");
    }
  }
}
