package dev.japply;

import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// The public API is what the file says, member by member.
///
/// A failure shows what changed, `-` for what programs may use and would lose, `+` for what they
/// would get. To accept it, run the test with `-Djapply.api=accept`, which writes the file, and
/// look at the difference in the commit.
final class ApiTest {
  private static final Path FILE = Path.of("src/test/resources/dev/japply/api.txt");
  private static final Path DESCRIPTOR = Path.of("src/main/module/module-info.java");
  private static final Pattern EXPORT = Pattern.compile("(?m)^  exports ([a-z.]+);$");
  private static final Pattern PUBLIC_TYPE =
      Pattern.compile("(?m)^public (?:\\w+ |non-sealed )*(?:class|interface|record|enum) ");
  private static final Pattern DOCUMENTED_TYPE =
      Pattern.compile("(?m)^///.*\n(?:@.*\n)*" + PUBLIC_TYPE.pattern().replace("(?m)", ""));
  private static final Pattern DOCUMENTED =
      Pattern.compile("(?m)^\\| `(dev\\.japply\\.[a-z.]+)` \\|");

  private static List<String> exported() throws IOException {
    return found(EXPORT, DESCRIPTOR);
  }

  private static List<String> found(Pattern pattern, Path file) throws IOException {
    return pattern
        .matcher(Files.readString(file))
        .results()
        .map((MatchResult match) -> match.group(1))
        .sorted()
        .toList();
  }

  private static List<Class<?>> types() throws IOException {
    var types = new ArrayList<Class<?>>();
    List<String> packages = exported();
    ProgramClasses.all().stream()
        .filter(type -> packages.contains(type.getPackageName()))
        .map(JavaClass::reflect)
        .filter(ApiSignatures::isPublic)
        .sorted((one, other) -> one.getName().compareTo(other.getName()))
        .forEach(types::add);
    return types;
  }

  @Test
  void thePublicApiIsWhatTheFileSays() throws IOException {
    String now =
        types().stream().map(ApiSignatures::text).map(ApiTest::shown).collect(joining("\n"));
    if (System.getProperty("japply.api", "").equals("accept")) {
      Files.writeString(FILE, now);
    }
    assertThat(ApiSignatures.difference(Files.readString(FILE), now))
        .withFailMessage(() ->
            "the public API has changed (- lost, + new); to accept it: src/make/mvn test"
                + " -Dtest=ApiTest -Djapply.api=accept\n\n"
                + ApiSignatures.difference(read(), now))
        .isEmpty();
  }

  /// Members name types of japply without their packages.
  private static String shown(String type) {
    return type.lines()
        .map(line -> line.startsWith(" ") ? line.replaceAll("dev\\.japply\\.[a-z.]+\\.", "") : line)
        .map(line -> line + "\n")
        .collect(joining());
  }

  private static String read() {
    try {
      return Files.readString(FILE);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// A signature that names a type of japply names one that programs can use.
  @Test
  void signaturesNameExportedTypesOnly() throws IOException {
    List<Class<?>> types = types();
    Set<String> names = types.stream().map(Class::getCanonicalName).collect(toSet());
    var hidden = new TreeSet<String>();
    for (Class<?> type : types) {
      Pattern.compile("dev\\.japply\\.[A-Za-z.]+")
          .matcher(ApiSignatures.text(type))
          .results()
          .map(MatchResult::group)
          .filter(name -> names.stream().noneMatch(known -> (name + ".").startsWith(known + ".")))
          .forEach(hidden::add);
    }
    assertThat(hidden).isEmpty();
  }

  @Test
  void thePackagesOfTheApiAreDocumented() throws IOException {
    assertThat(found(DOCUMENTED, Path.of("docs/library.md"))).isEqualTo(exported());
  }

  @Test
  void everyPublicTypeIsDocumented() throws IOException {
    var silent = new TreeSet<String>();
    for (String name : exported()) {
      try (Stream<Path> files =
          Files.list(Path.of("src/main/java").resolve(name.replace('.', '/')))) {
        for (Path file : files.filter(Files::isRegularFile).toList()) {
          String source = Files.readString(file);
          if (PUBLIC_TYPE.matcher(source).find() && !DOCUMENTED_TYPE.matcher(source).find()) {
            silent.add(file.toString());
          }
        }
      }
    }
    assertThat(silent).isEmpty();
  }

  @Test
  void aDifferenceNamesTheTypeAndItsMembers() {
    String before = "class a.A\n  int one()\n  int two()\n\nclass a.B\n  int one()\n";
    String after = "class a.A\n  int one()\n  int three()\n\nclass a.C\n";
    assertThat(ApiSignatures.difference(before, after))
        .isEqualTo(
            """
            - class a.A: int two()
            - class a.B
            - class a.B: int one()
            + class a.A: int three()
            + class a.C
            """);
    assertThat(ApiSignatures.difference(after, after)).isEmpty();
  }
}
