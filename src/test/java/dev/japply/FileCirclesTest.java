package dev.japply;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import dev.japply.tree.FieldPath;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// No files of a package use each other in a circle, so that each can be read after those that it
/// uses. What a sealed type only permits, it does not use.
class FileCirclesTest {
  private static final Pattern USE =
      Pattern.compile("^ +(dev\\.japply\\.\\S+) +-> (dev\\.japply\\.\\S+)", Pattern.MULTILINE);

  /// So many files of a package can be surveyed.
  private static final int MOST_FILES = 40;

  /// The circles of each package that has some, written `A → B → A (3 files: A B C)`.
  private static Map<String, List<String>> circles() throws URISyntaxException {
    var circles = new TreeMap<String, List<String>>();
    uses()
        .forEach((name, uses) -> {
          var files = new FileCircles(uses);
          List<String> told = files.groups().stream().map(group -> text(files, group)).toList();
          if (!told.isEmpty()) {
            circles.put(name, told);
          }
        });
    return circles;
  }

  private static String text(FileCircles files, Set<String> group) {
    return "%s (%d files: %s)"
        .formatted(String.join(" → ", files.circle(group)), group.size(), String.join(" ", group));
  }

  /// Of each package its files, and those of the same package that each uses.
  private static Map<String, Map<String, Set<String>>> uses() throws URISyntaxException {
    Path location =
        Path.of(FieldPath.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    JavaClasses classes = ProgramClasses.all();
    Set<Use> beyondPermits = beyondPermits(classes);
    Set<Use> permits = permits(classes);
    var packages = new TreeMap<String, Map<String, Set<String>>>();
    for (Use use : named(location)) {
      if (use.isInOnePackage() && (!permits.contains(use) || beyondPermits.contains(use))) {
        packages
            .computeIfAbsent(packageOf(use.user()), none -> new TreeMap<>())
            .computeIfAbsent(file(use.user()), none -> new TreeSet<>())
            .add(file(use.used()));
      }
    }
    return packages;
  }

  /// That a file uses another one; each is named as the type that gives it its name.
  private record Use(String user, String used) {
    static Use of(String user, String used) {
      return new Use(user.replaceFirst("\\$.*", ""), used.replaceFirst("\\$.*", ""));
    }

    boolean isInOnePackage() {
      return packageOf(user).equals(packageOf(used)) && !user.equals(used);
    }
  }

  private static String packageOf(String type) {
    return type.substring(0, type.lastIndexOf('.'));
  }

  private static String file(String type) {
    return type.substring(type.lastIndexOf('.') + 1);
  }

  /// Whatever a class file names: constants that the compiler copied, and what is only permitted,
  /// too.
  private static Set<Use> named(Path location) {
    var out = new StringWriter();
    int status =
        ToolProvider.findFirst("jdeps")
            .orElseThrow()
            .run(
                new PrintWriter(out),
                new PrintWriter(out),
                "--multi-release",
                "base",
                "-v",
                "-filter:none",
                "-e",
                "dev\\.japply\\..*",
                location.toString());
    assertThat(status).as(out::toString).isZero();
    return USE.matcher(out.toString())
        .results()
        .map(use -> Use.of(use.group(1), use.group(2)))
        .collect(toSet());
  }

  private static Set<Use> permits(JavaClasses classes) {
    return classes.stream()
        .map(JavaClass::reflect)
        .filter(Class::isSealed)
        .flatMap(type ->
            Stream.of(type.getPermittedSubclasses())
                .map(permitted -> Use.of(type.getName(), permitted.getName())))
        .collect(toSet());
  }

  /// What ArchUnit sees, to which a copied constant and a permission are no dependencies.
  private static Set<Use> beyondPermits(JavaClasses classes) {
    return classes.stream()
        .flatMap(type -> type.getDirectDependenciesFromSelf().stream())
        .map(dependency ->
            Use.of(
                dependency.getOriginClass().getName(),
                dependency.getTargetClass().getBaseComponentType().getName()))
        .collect(toSet());
  }

  @Test
  void noFilesOfAPackageUseEachOtherInACircle() throws URISyntaxException {
    Map<String, List<String>> circles = circles();
    assertThat(circles).as("circles of files: %s", lines(circles)).isEmpty();
  }

  @Test
  void noPackageHasMoreFilesThanCanBeSurveyed() throws IOException {
    try (Stream<Path> files = Files.walk(Path.of("src/main/java"))) {
      Map<Path, Long> counts =
          files.filter(Files::isRegularFile).collect(groupingBy(Path::getParent, counting()));
      counts.values().removeIf(count -> count <= MOST_FILES);
      assertThat(counts).as("packages with more than %d files", MOST_FILES).isEmpty();
    }
  }

  private static String lines(Map<String, List<String>> circles) {
    return circles.entrySet().stream()
        .flatMap(
            entry -> entry.getValue().stream().map(told -> "\n" + entry.getKey() + ": " + told))
        .collect(joining());
  }

  @Test
  void aCircleIsNamed() {
    var files =
        new FileCircles(
            Map.of(
                "a", Set.of("b", "e"),
                "b", Set.of("c"),
                "c", Set.of("a", "d"),
                "d", Set.of(),
                "e", Set.of("d")));
    assertThat(files.groups()).containsExactly(Set.of("a", "b", "c"));
    assertThat(files.circle(files.groups().getFirst())).containsExactly("a", "b", "c", "a");
  }

  @Test
  void filesBelowEachOtherMakeNoCircle() {
    assertThat(new FileCircles(Map.of("a", Set.of("b", "c"), "b", Set.of("c"))).groups()).isEmpty();
  }
}
