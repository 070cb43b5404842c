package dev.japply;

import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static java.util.stream.Collectors.toCollection;
import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaMethodCall;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Holds the packages to the rules of `docs/architecture.md`: its table names every package, its
/// drawing has their uses, packages marked P are pure, packages form no cycle, and a few libraries
/// have one home.
class ArchitectureTest {
  private static final String ROOT = "dev.japply";
  private static final Path PAGE = Path.of("docs/architecture.md");
  private static final JavaClasses CLASSES = ProgramClasses.all();

  /// A row of the table: name, `P` or empty, and the purpose.
  private static final Pattern ROW =
      Pattern.compile("(?m)^\\| `([a-z0-9.]+)` \\| (P?) ?\\| (.+) \\|$");

  /// The drawing of the uses.
  private static final Pattern DRAWING =
      Pattern.compile("(?s)(?<=<!-- uses -->\n```mermaid\n).*?(?=```)");

  /// Files, network, processes, clocks, chance and threads.
  private static final List<String> IMPURE =
      List.of(
          "java.io.",
          "java.net.",
          "java.nio.channels.",
          "java.nio.file.",
          "java.lang.Process",
          "java.lang.ProcessBuilder",
          "java.lang.ProcessHandle",
          "java.lang.Runtime",
          "java.lang.System",
          "java.lang.Thread",
          "java.time.Clock",
          "java.util.Random",
          "java.util.concurrent.",
          "java.util.logging.",
          "java.security.SecureRandom",
          "org.slf4j.");

  /// A stream opened by the caller, or a resource of the program; every exception is
  /// `Serializable`.
  private static final Set<String> PURE =
      Set.of(
          "java.io.CharConversionException",
          "java.io.IOException",
          "java.io.InputStream",
          "java.io.Serializable",
          "java.io.UncheckedIOException");

  /// The packages that may use a library, with the packages below them.
  private static final Map<String, List<String>> OWNERS =
      Map.of(
          "io.fabric8.", List.of("cluster.config", "cluster.rest", "client"),
          "java.io.Print", List.of("report", "cli", ROOT),
          "picocli.", List.of("cli"));

  /// The rows of the table: name, and `P` or empty.
  private static List<MatchResult> rows() throws IOException {
    return ROW.matcher(Files.readString(PAGE)).results().toList();
  }

  /// The name of a package after `dev.japply.`; `dev.japply` for the root.
  private static String name(JavaClass type) {
    String name = type.getPackageName();
    return name.equals(ROOT) ? ROOT : name.substring(ROOT.length() + 1);
  }

  private static Map<String, Set<String>> uses() {
    var uses = new TreeMap<String, Set<String>>();
    for (JavaClass type : CLASSES) {
      Set<String> used = uses.computeIfAbsent(name(type), none -> new TreeSet<>());
      targets(type)
          .filter(target -> (target.getPackageName() + ".").startsWith(ROOT + "."))
          .map(ArchitectureTest::name)
          .filter(name -> !name.equals(name(type)))
          .forEach(used::add);
    }
    return uses;
  }

  private static Stream<JavaClass> targets(JavaClass type) {
    return type.getDirectDependenciesFromSelf().stream()
        .map(Dependency::getTargetClass)
        .map(JavaClass::getBaseComponentType);
  }

  @Test
  void theTableNamesEveryPackage() throws IOException {
    assertThat(rows())
        .extracting(row -> row.group(1))
        .containsExactlyInAnyOrderElementsOf(uses().keySet());
  }

  /// `-Djapply.write=true` updates the drawing.
  @Test
  void theDrawingHasEveryUse() throws IOException {
    String page = Files.readString(PAGE);
    assertThat(page).containsPattern(DRAWING);
    String expected = DRAWING.matcher(page).replaceFirst(drawing(uses()));
    if (Boolean.getBoolean("japply.write")) {
      Files.writeString(PAGE, expected);
    }
    assertThat(Files.readString(PAGE)).isEqualTo(expected);
  }

  /// A graph in Mermaid's language. A package that another one uses only through a third one, or
  /// also through it, has no line of its own.
  private static String drawing(Map<String, Set<String>> uses) {
    var lines = new StringBuilder("flowchart TD\n");
    uses.forEach((user, used) ->
        used.stream()
            .filter(one -> !isIndirect(uses, used, one))
            .forEach(one -> lines.append("  %s --> %s\n".formatted(user, one))));
    return lines.toString();
  }

  private static boolean isIndirect(Map<String, Set<String>> uses, Set<String> used, String one) {
    return used.stream()
        .filter(other -> !other.equals(one))
        .anyMatch(other -> reach(uses, other, new TreeSet<>()).contains(one));
  }

  /// Adds `name` and the packages that it uses, directly or through others.
  private static Set<String> reach(
      Map<String, Set<String>> uses, String name, Set<String> reached) {
    if (reached.add(name)) {
      uses.getOrDefault(name, Set.of()).forEach(used -> reach(uses, used, reached));
    }
    return reached;
  }

  @Test
  void everyPackageIsNullMarked() {
    assertThat(CLASSES.stream().filter(type -> type.getSimpleName().equals("package-info")))
        .hasSameSizeAs(uses().keySet())
        .allMatch(type -> type.isAnnotatedWith("org.jspecify.annotations.NullMarked"));
  }

  @Test
  void packagesFormNoCycle() {
    slices().matching(ROOT + ".(**)").should().beFreeOfCycles().check(CLASSES);
  }

  @Test
  void purePackagesTouchNothingImpureAndUsePureOnesOnly() throws IOException {
    Set<String> pure =
        rows().stream()
            .filter(row -> row.group(2).equals("P"))
            .map(row -> row.group(1))
            .collect(toSet());
    assertThat(pure).contains("tree", "schema");
    uses()
        .forEach((name, used) -> {
          if (pure.contains(name)) {
            assertThat(impurities(name)).as(name).isEmpty();
            assertThat(pure).as("pure packages that %s uses", name).containsAll(used);
          }
        });
  }

  /// The check sees what an impure package does; else it could not fail.
  @Test
  void aPackageThatTouchesFilesIsNotPure() {
    assertThat(impurities("io")).contains("FileCache uses java.nio.file.Files");
  }

  private static Set<String> impurities(String packageName) {
    return CLASSES.stream()
        .filter(type -> name(type).equals(packageName))
        .flatMap(type ->
            Stream.concat(
                    targets(type).map(JavaClass::getName).filter(ArchitectureTest::isImpure),
                    clocks(type))
                .map(target -> type.getSimpleName() + " uses " + target))
        .collect(toCollection(TreeSet::new));
  }

  private static boolean isImpure(String type) {
    return !PURE.contains(type)
        && IMPURE.stream()
            .anyMatch(impure ->
                impure.endsWith(".")
                    ? type.startsWith(impure)
                    : (type + "$").startsWith(impure + "$"));
  }

  private static Stream<String> clocks(JavaClass type) {
    return type.getMethodCallsFromSelf().stream()
        .map(JavaMethodCall::getTarget)
        .filter(target -> target.getName().equals("now"))
        .filter(target -> target.getOwner().getPackageName().startsWith("java.time"))
        .map(target -> target.getFullName());
  }

  @Test
  void someLibrariesHaveOneHome() {
    for (JavaClass type : CLASSES) {
      OWNERS.forEach((library, owners) -> {
        if (owners.stream().noneMatch(owner -> (name(type) + ".").startsWith(owner + "."))) {
          assertThat(targets(type).map(JavaClass::getName))
              .as("%s, as only %s use %s", type.getName(), owners, library)
              .noneMatch(target -> target.startsWith(library));
        }
      });
    }
  }
}
