package dev.japply;

import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiPredicate;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// What the Markdown files name exists: files, classes, tests and targets of the Makefile.
class DocsTest {
  private static final Path MAIN = Path.of("src/main/java/dev/japply");
  private static final Path TESTS = Path.of("src/test/java/dev/japply");

  private static final Pattern LINK = Pattern.compile("]\\(([^)#:\\s]+)(?:#[^)]*)?\\)");
  private static final Pattern ANCHOR = Pattern.compile("]\\(([^)#:\\s]*#[^)\\s]+)\\)");
  private static final Pattern HEADING = Pattern.compile("(?m)^#+ +(.+)$");
  private static final Pattern SOURCE = Pattern.compile("(?<![\\w/])(src/[\\w./-]*\\w)");
  private static final Pattern CLASS = Pattern.compile("\\b((?:[a-z]\\w*\\.)+[A-Z]\\w*)");
  private static final Pattern TEST = Pattern.compile("\\b([A-Z]\\w*Test)\\b");
  private static final Pattern MAKE =
      Pattern.compile("(?m)(?:^| )make +(?:[A-Z]\\w*=\\S+ +)*([a-z][a-z-]*)");
  private static final Pattern TARGET = Pattern.compile("(?m)^([a-z][a-z-]*):");

  private static final Pattern FENCED = Pattern.compile("(?ms)^```.*?^```$");
  private static final Pattern CODE = Pattern.compile("(?m)`([^`]+)`|^ {4}(.+)");

  /// The pages, by their places.
  private static Map<Path, String> pages() throws IOException {
    var pages = new TreeMap<Path, String>();
    for (Path page : files(Path.of(""), 1, ".md")) {
      pages.put(page, Files.readString(page));
    }
    for (String directory : List.of("docs", "e2e")) {
      for (Path page : files(Path.of(directory), Integer.MAX_VALUE, ".md")) {
        pages.put(page, Files.readString(page));
      }
    }
    assertThat(pages).containsKeys(Path.of("README.md"), Path.of("docs/decisions/README.md"));
    return pages;
  }

  private static List<Path> files(Path directory, int depth, String end) throws IOException {
    try (Stream<Path> files = Files.walk(directory, depth)) {
      return files.filter(file -> file.toString().endsWith(end)).toList();
    }
  }

  private static Set<String> names(Pattern pattern, String text) {
    return pattern.matcher(text).results().map(name -> name.group(1)).collect(toSet());
  }

  /// What is written as code: between backquotes, or indented. Each on a line.
  private static String code(String page) {
    var code = new StringBuilder();
    CODE.matcher(FENCED.matcher(page).replaceAll(""))
        .results()
        .map(found -> found.group(1) == null ? found.group(2) : found.group(1))
        .forEach(text -> code.append(text.replace('\n', ' ')).append('\n'));
    return code.toString();
  }

  /// Each name that `pattern` finds in a page, of which `part` is looked at, exists.
  private static void assertExist(
      Pattern pattern, UnaryOperator<String> part, BiPredicate<Path, String> exists)
      throws IOException {
    int found = 0;
    var missing = new TreeSet<String>();
    for (var page : pages().entrySet()) {
      Set<String> names = names(pattern, part.apply(page.getValue()));
      found += names.size();
      names.stream()
          .filter(name -> !exists.test(page.getKey(), name))
          .map(name -> page.getKey() + " names " + name)
          .forEach(missing::add);
    }
    assertThat(found).isPositive();
    assertThat(missing).isEmpty();
  }

  @Test
  void linksLeadToFiles() throws IOException {
    assertExist(LINK, page -> page, (page, link) -> Files.exists(page.resolveSibling(link)));
  }

  /// A link to a heading of a page, in the form that GitHub makes of it.
  @Test
  void linksLeadToHeadings() throws IOException {
    Map<Path, String> pages = pages();
    assertExist(
        ANCHOR,
        page -> page,
        (page, link) -> {
          String[] parts = link.split("#", 2);
          Path target = parts[0].isEmpty() ? page : page.resolveSibling(parts[0]).normalize();
          String text = pages.getOrDefault(target, "");
          return HEADING
              .matcher(FENCED.matcher(text).replaceAll(""))
              .results()
              .map(heading -> anchor(heading.group(1)))
              .anyMatch(parts[1]::equals);
        });
  }

  private static String anchor(String heading) {
    return heading.toLowerCase(Locale.ROOT).replaceAll("[^\\w -]", "").replace(' ', '-');
  }

  @Test
  void indexHasEveryPage() throws IOException {
    Path index = Path.of("docs/README.md");
    Set<Path> linked =
        names(LINK, Files.readString(index)).stream().map(index::resolveSibling).collect(toSet());
    assertThat(files(Path.of("docs"), 1, ".md"))
        .filteredOn(page -> !page.equals(index))
        .isNotEmpty()
        .allSatisfy(page -> assertThat(linked).contains(page));
  }

  @Test
  void filesOfTheSourcesExist() throws IOException {
    assertExist(SOURCE, DocsTest::code, (page, file) -> Files.exists(Path.of(file)));
  }

  /// A name such as `plan.Planner`; one whose first part is no package of japply is of others.
  @Test
  void classesExist() throws IOException {
    assertExist(
        CLASS,
        DocsTest::code,
        (page, name) -> {
          String file = name.replace('.', '/') + ".java";
          return !Files.isDirectory(MAIN.resolve(name.substring(0, name.indexOf('.'))))
              || Files.exists(MAIN.resolve(file))
              || Files.exists(TESTS.resolve(file));
        });
  }

  @Test
  void testsExist() throws IOException {
    Set<String> tests =
        files(TESTS, Integer.MAX_VALUE, "Test.java").stream()
            .map(file -> file.getFileName().toString().replace(".java", ""))
            .collect(toSet());
    assertExist(TEST, page -> page, (page, test) -> tests.contains(test));
  }

  @Test
  void targetsAreInTheMakefile() throws IOException {
    Set<String> targets = names(TARGET, Files.readString(Path.of("Makefile")));
    assertExist(MAKE, DocsTest::code, (page, target) -> targets.contains(target));
  }
}
