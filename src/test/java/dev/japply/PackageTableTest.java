package dev.japply;

import static java.util.stream.Collectors.toCollection;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The table of packages in `docs/architecture.md` is true, and what it promises of pure packages
/// holds.
///
/// To update the table, copy it from the message of the failure and say what the new package does
/// and whether it is pure.
class PackageTableTest {
  private static final String ROOT = "dev.japply";
  private static final JavaClasses CLASSES = ProgramClasses.all();

  /// What a pure package does not touch: the world outside, time, chance and threads.
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

  /// Reading a stream that the caller opened, or a resource of the program's own, is pure as far as
  /// a caller can tell; a `Serializable` is what every exception is.
  private static final Set<String> PURE =
      Set.of(
          "java.io.CharConversionException",
          "java.io.IOException",
          "java.io.InputStream",
          "java.io.Serializable",
          "java.io.UncheckedIOException");

  /// Libraries that some packages alone, with those below them, may use.
  private static final Map<String, List<String>> OWNERS =
      Map.of(
          "io.fabric8.", List.of("live.kubeconfig", "live.auth", "live.fabric8", "client"),
          "picocli.", List.of("cli"));

  private static PackageTable table() throws IOException {
    return PackageTable.parse(Files.readString(Path.of("docs", "architecture.md")));
  }

  /// The name of a package from `dev.japply` on; `dev.japply` for the root.
  private static String name(JavaClass type) {
    String name = type.getPackageName();
    return name.equals(ROOT) ? ROOT : name.substring(ROOT.length() + 1);
  }

  private static boolean isOurs(JavaClass type) {
    return type.getPackageName().equals(ROOT) || type.getPackageName().startsWith(ROOT + ".");
  }

  private static Map<String, Set<String>> uses() {
    var uses = new TreeMap<String, Set<String>>();
    for (JavaClass type : CLASSES) {
      if (!type.getSimpleName().equals("package-info")) {
        Set<String> used = uses.computeIfAbsent(name(type), none -> new TreeSet<>());
        targets(type)
            .filter(PackageTableTest::isOurs)
            .map(PackageTableTest::name)
            .forEach(used::add);
        used.remove(name(type));
      }
    }
    return uses;
  }

  private static Stream<JavaClass> targets(JavaClass type) {
    return type.getDirectDependenciesFromSelf().stream()
        .map(Dependency::getTargetClass)
        .map(JavaClass::getBaseComponentType);
  }

  @Test
  void theTableIsHowPackagesUseEachOther() throws IOException {
    PackageTable expected = table().of(uses());
    assertThat(table().toString())
        .withFailMessage("the table in docs/architecture.md must be\n\n%s", expected)
        .isEqualTo(expected.toString());
  }

  @Test
  void everyPackageSaysWhatItDoes() throws IOException {
    assertThat(table().rows()).isNotEmpty().noneMatch(row -> row.purpose().equals("?"));
  }

  @Test
  void purePackagesTouchNothingImpureAndUsePureOnesOnly() throws IOException {
    Set<String> pure = new TreeSet<>();
    for (PackageTable.Row row : table().rows()) {
      if (row.pure()) {
        pure.add(row.name());
        assertThat(impurities(row.name())).as(row.name()).isEmpty();
        assertThat(pure).as(row.name()).containsAll(row.uses());
      }
    }
    assertThat(pure).contains("tree", "schema");
  }

  /// The check sees what an impure package does; else it could not fail.
  @Test
  void whatTouchesFilesIsNotPure() {
    assertThat(impurities("live.cache")).contains("FileCache uses java.nio.file.Files");
  }

  private static Set<String> impurities(String packageName) {
    return CLASSES.stream()
        .filter(type -> name(type).equals(packageName))
        .flatMap(type ->
            Stream.concat(
                    targets(type).map(JavaClass::getName).filter(PackageTableTest::isImpure),
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
  void someLibrariesHaveOnePlace() {
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

  @Test
  void aRowReadsBackAsItIsWritten() {
    var table =
        new PackageTable(
            List.of(
                new PackageTable.Row("a.b", true, "does `this`, and that", List.of()),
                new PackageTable.Row("c", false, "more", List.of("a.b", "d"))));
    String page = "# x\n<!-- packages -->\n" + table + "<!-- /packages -->\nrest";
    assertThat(PackageTable.parse(page)).isEqualTo(table);
  }

  @ParameterizedTest
  @CsvSource({"a,b,'b a'", "b,a,'a b'"})
  void whatIsUsedStandsAbove(String user, String used, String order) {
    PackageTable table = new PackageTable(List.of()).of(Map.of(user, Set.of(used), used, Set.of()));
    assertThat(table.rows().stream().map(PackageTable.Row::name))
        .containsExactly(order.split(" ", -1));
  }

  @Test
  void aCircleIsFound() {
    Map<String, Set<String>> uses =
        Map.of("a", Set.of("b"), "b", Set.of("a", "c"), "c", Set.<String>of());
    assertThatThrownBy(() -> new PackageTable(List.of()).of(uses))
        .hasMessageContaining("a uses [b]")
        .hasMessageContaining("b uses [a]")
        .hasMessageNotContaining("c uses");
  }
}
