package dev.japply;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Every row of the tables in `docs/differences.md` and `docs/guarantees.md` says what shows it: a
/// test class, a script that kubectl acts as well, a file of merge cases or a table of command
/// lines.
class DifferencesTest {
  private static final Path RESOURCES = Path.of("src/test/resources/dev/japply");
  private static final Pattern ROW =
      Pattern.compile("(?m)^\\| (?!\\| |what \\||promise \\|)(.*) \\| (.*) \\|$");
  private static final Pattern NAME = Pattern.compile("`([^`]+)`");
  private static final Set<String> TARGETS = Set.of("make demo");

  /// The names of all test classes, scripts, merge cases and tables.
  private static List<Path> shows() throws IOException {
    var names = new ArrayList<Path>();
    for (Path directory :
        List.of(
            Path.of("src/test/java"),
            RESOURCES.resolve("e2e/scripts"),
            RESOURCES.resolve("kubectl"),
            RESOURCES.resolve("merge"))) {
      try (Stream<Path> files = Files.walk(directory)) {
        files.map(Path::getFileName).forEach(names::add);
      }
    }
    return names;
  }

  private static boolean exists(String name, List<Path> shows) {
    PathMatcher matcher =
        FileSystems.getDefault().getPathMatcher("glob:" + name + "{,.java,.yaml,.txt}");
    return TARGETS.contains(name) || shows.stream().anyMatch(matcher::matches);
  }

  @ParameterizedTest
  @CsvSource({"docs/differences.md,120", "docs/guarantees.md,25"})
  void everyRowIsShown(Path page, int least) throws IOException {
    List<Path> shows = shows();
    var wrong = new TreeSet<String>();
    int rows = 0;
    for (Matcher row = ROW.matcher(Files.readString(page)); row.find(); rows++) {
      String what = row.group(1);
      List<String> names = NAME.matcher(row.group(2)).results().map(name -> name.group(1)).toList();
      if (names.isEmpty()) {
        wrong.add("nothing shows: " + what);
      }
      names.stream()
          .filter(name -> !exists(name, shows))
          .forEach(name -> wrong.add(name + " does not exist, which is to show: " + what));
    }
    assertThat(wrong).isEmpty();
    assertThat(rows).isGreaterThan(least);
  }
}
