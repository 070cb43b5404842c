package dev.japply.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Compares the paths in `docs/architecture.md` with the classes that a run loads, and with the
/// calls at the moment of its PATCH.
class PathTest {
  private static final String ROOT = "dev.japply.";

  /// A row of a path: the class, and `S` if it is on the stack.
  private static final Pattern ROW = Pattern.compile("(?m)^\\| `([\\w.]+)` \\| (S?) ?\\| .+ \\|$");

  /// The program begins below `Main`, and the cluster of the tests needs no connection.
  private static final Pattern ELSEWHERE = Pattern.compile("Main|cluster\\..*");

  private static final List<String> EMPTY =
      List.of(
          """
          {"apiVersion":"v1","kind":"Namespace","metadata":{"name":"kube-system","uid":"1234"}}
          """);

  @TempDir private Path directory;

  /// Loads the program again.
  private static final class FreshClasses extends URLClassLoader {
    private final Set<String> loaded = new TreeSet<>();

    FreshClasses() throws IOException {
      super(urls(), ClassLoader.getPlatformClassLoader());
    }

    private static URL[] urls() throws IOException {
      var urls = new ArrayList<URL>();
      for (String part : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
        urls.add(Path.of(part).toUri().toURL());
      }
      return urls.toArray(URL[]::new);
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
      Class<?> found = super.findClass(name);
      loaded.add(name.replaceFirst("\\$.*", ""));
      return found;
    }
  }

  /// @param calls the classes on the stacks, without those of the tests
  /// @param loaded the files whose classes were loaded, without those of the tests and of HTTP
  /// @param objects the objects of the cluster afterwards
  private record Walked(List<String> calls, Set<String> loaded, List<String> objects) {}

  private static Walked walk(List<String> objects, String... args) throws Exception {
    try (var classes = new FreshClasses()) {
      var calls = new ArrayList<String>();
      @SuppressWarnings("unchecked")
      var after =
          (List<String>)
              classes
                  .loadClass(PathRun.class.getName())
                  .getMethod("run", List.class, String[].class, List.class)
                  .invoke(null, objects, args, calls);
      calls.removeIf(name -> !isOfProgram(name));
      classes.loaded.removeIf(name -> !isOfProgram(name));
      return new Walked(calls.stream().map(PathTest::shortened).toList(), classes.loaded, after);
    }
  }

  private static boolean isOfProgram(String name) {
    return Files.exists(Path.of("src/main/java", name.replace('.', '/') + ".java"));
  }

  private static String shortened(String name) {
    return name.substring(ROOT.length());
  }

  private Path manifest(int replicas) throws IOException {
    return Files.writeString(
        directory.resolve("web.json"),
        """
        {"apiVersion":"apps/v1","kind":"Deployment","metadata":{"name":"web","namespace":"default"},
         "spec":{"replicas":%d,"selector":{"matchLabels":{"a":"b"}},
           "template":{"metadata":{"labels":{"a":"b"}},
             "spec":{"containers":[{"name":"c","image":"i"}]}}}}
        """
            .formatted(replicas));
  }

  private List<String> applied() throws Exception {
    return walk(EMPTY, "apply", "-f", manifest(1).toString()).objects();
  }

  /// The rows of the table below a heading.
  private static List<MatchResult> rows(String heading) throws IOException {
    String page = Files.readString(Path.of("docs/architecture.md"));
    int start = page.indexOf("\n## " + heading + "\n");
    assertThat(start).as(heading).isPositive();
    int end = page.indexOf("\n## ", start + 1);
    return ROW.matcher(page.substring(start, end)).results().toList();
  }

  private static void check(String heading, Walked walked) throws IOException {
    List<MatchResult> rows =
        rows(heading).stream().filter(row -> !ELSEWHERE.matcher(row.group(1)).matches()).toList();
    assertThat(walked.loaded()).containsAll(rows.stream().map(row -> ROOT + row.group(1)).toList());
    assertThat(rows.stream().filter(row -> row.group(2).equals("S")).map(row -> row.group(1)))
        .containsExactlyElementsOf(walked.calls());
  }

  /// Each class costs every start, and each file a reader of the path. A commit that raises a
  /// number says why.
  private static void checkCount(Walked walked, int most) {
    assertThat(walked.loaded().size()).as("files of loaded classes").isLessThanOrEqualTo(most);
  }

  @Test
  void oneChangedDeployment() throws Exception {
    Walked walked = walk(applied(), "apply", "-f", manifest(2).toString());
    check("The path of one changed Deployment", walked);
    checkCount(walked, 199);
  }

  @Test
  void aStoredPlan() throws Exception {
    List<String> before = applied();
    String plan = directory.resolve("plan.json").toString();
    Walked planned = walk(before, "plan", "-f", manifest(2).toString(), "--out", plan);
    Walked walked = walk(before, "apply", "-f", manifest(2).toString(), "--plan", plan);
    check("The path of a stored plan", walked);
    checkCount(planned, 236);
    checkCount(walked, 208);
  }

  @Test
  void anUndo() throws Exception {
    String log = directory.resolve("undo.jsonl").toString();
    List<String> after =
        walk(applied(), "apply", "-f", manifest(2).toString(), "--undo-file", log).objects();
    Walked walked = walk(after, "undo", log, "--yes");
    check("The path of an undo", walked);
    checkCount(walked, 170);
  }

  @Test
  void aDiffOfNothing() throws Exception {
    List<String> after = applied();
    Walked walked = walk(after, "diff", "-f", manifest(1).toString());
    checkCount(walked, 182);
  }
}
