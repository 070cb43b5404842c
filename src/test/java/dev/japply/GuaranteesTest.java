package dev.japply;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// What holds the promises of `docs/guarantees.md` is run by `make test-dist`: of each promise, but
/// for a few, one test at least runs the shipped program, the others the classes of its jar.
class GuaranteesTest {
  private static final Pattern ROW = Pattern.compile("(?m)^\\| ([^|]+\\.) \\| ([^|]+) \\|$");
  private static final Pattern NAME = Pattern.compile("`(\\w+)`");

  /// How those promises begin that are tried on the classes of the jar alone, and why.
  private static final Map<String, String> ON_CLASSES =
      Map.of(
          "What is reported as ready is so by rules", "beside kstatus' own code",
          "Waiting costs one list", "in front of a cluster that counts requests");

  private static final JavaClasses TESTS =
      new ClassFileImporter()
          .withImportOption(new ImportOption.OnlyIncludeTests())
          .importPackages("dev.japply");

  /// A line of the page.
  private record Promise(String text, List<String> tests) {}

  private static List<Promise> promises() throws IOException {
    return ROW.matcher(Files.readString(Path.of("docs/guarantees.md")))
        .results()
        .map(row ->
            new Promise(
                row.group(1),
                NAME.matcher(row.group(2)).results().map(name -> name.group(1)).toList()))
        .toList();
  }

  private static JavaClass test(String name) {
    return TESTS.stream()
        .filter(type -> type.getSimpleName().equals(name))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no test " + name));
  }

  /// Beside all other tests: test-dist leaves none out.
  @Test
  void eachTestIsRun() throws IOException {
    assertThat(promises()).hasSizeGreaterThan(20);
    for (Promise promise : promises()) {
      assertThat(promise.tests()).as(promise.text()).isNotEmpty();
      for (String name : promise.tests()) {
        assertThat(methods(test(name))).as(name).anyMatch(GuaranteesTest::isTest);
        assertThat(test(name).isMetaAnnotatedWith("org.junit.jupiter.api.Disabled")).isFalse();
      }
    }
    String pom = Files.readString(Path.of("pom.xml"));
    assertThat(Stream.of(pom.split("maven-surefire-plugin</artifactId>", -1)).skip(1))
        .hasSize(2)
        .allSatisfy(part ->
            assertThat(part.substring(0, part.indexOf("</plugin>")))
                .doesNotContain("<excludes>", "<excludedGroups>", "<groups>", "<includes>"));
  }

  @Test
  void eachPromiseIsTriedOnTheProgram() throws IOException {
    var untried = new ArrayList<String>();
    for (Promise promise : promises()) {
      if (promise.tests().stream().noneMatch(name -> runsProgram(test(name)))) {
        untried.add(promise.text());
      }
    }
    assertThat(untried)
        .as("promises of which no test runs the program")
        .hasSameSizeAs(ON_CLASSES.keySet())
        .allMatch(promise -> ON_CLASSES.keySet().stream().anyMatch(promise::startsWith));
  }

  private static Stream<JavaMethod> methods(JavaClass type) {
    return type.getAllMethods().stream();
  }

  private static boolean isTest(JavaMethod method) {
    return method.isMetaAnnotatedWith("org.junit.jupiter.api.Test")
        || method.isMetaAnnotatedWith("org.junit.jupiter.api.TestTemplate");
  }

  /// Whether a test of it calls what runs the program, by however many calls of tests' code.
  private static boolean runsProgram(JavaClass test) {
    Deque<JavaCodeUnit> todo =
        new ArrayDeque<>(methods(test).filter(GuaranteesTest::isTest).toList());
    Set<JavaCodeUnit> seen = new HashSet<>(todo);
    while (!todo.isEmpty()) {
      JavaCodeUnit unit = todo.pop();
      if (starts(unit)) {
        return true;
      }
      Stream.concat(
              unit.getCallsFromSelf().stream().map(call -> call.getTarget().resolveMember()),
              unit.getMethodReferencesFromSelf().stream()
                  .map(reference -> reference.getTarget().resolveMember()))
          .flatMap(found -> found.stream())
          .map(JavaCodeUnit.class::cast)
          .filter(called -> TESTS.contain(called.getOwner().getName()) && seen.add(called))
          .forEach(todo::push);
    }
    return false;
  }

  private static boolean starts(JavaCodeUnit unit) {
    boolean program = unit.getOwner().isEquivalentTo(Program.class);
    return (program && Set.of("run", "start", "command").contains(unit.getName()))
        || unit.getOwner().isEquivalentTo(Distribution.class);
  }
}
