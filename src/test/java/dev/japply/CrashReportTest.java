package dev.japply;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What is told of a defect.
@Tag("process")
class CrashReportTest {
  private static final String SECRET = "hunter22";

  @Test
  void isOneLineThatSaysWhere() {
    assertThat(CrashReport.lines(failure(), false))
        .singleElement()
        .asString()
        .matches(
            "error: japply has a defect: java\\.lang\\.IllegalStateException at"
                + " dev\\.japply\\.CrashReportTest\\.failure\\(CrashReportTest\\.java:\\d+\\);"
                + " please report it with the output of -v=1");
  }

  @Test
  void hasNoMessagesSinceThoseQuoteValues() {
    assertThat(CrashReport.lines(failure(), true))
        .hasSizeGreaterThan(10)
        .contains("  java.lang.IllegalStateException", "  java.lang.IllegalArgumentException")
        .noneMatch(line -> line.contains(SECRET));
  }

  private static Throwable failure() {
    return new IllegalStateException(SECRET, new IllegalArgumentException("value " + SECRET));
  }

  /// The program has lost the table of Kubernetes' types.
  @Test
  void theProgramEndsWithIt(@TempDir Path directory) throws Exception {
    Path table = directory.resolve("dev/japply/schema/builtin-schemas.txt");
    Files.createDirectories(table.getParent());
    Files.writeString(table, SECRET + "\n\n");
    Path secret = directory.resolve("secret.yaml");
    Files.writeString(
        secret,
        "{apiVersion: v1, kind: Secret, metadata: {name: s}, stringData: {p: %s}}"
            .formatted(SECRET));
    Program.Said said = merge(directory, secret);
    assertThat(said.err())
        .startsWith("error: japply has a defect: java.lang.IllegalArgumentException at ")
        .hasLineCount(1);
    assertThat(said.out()).isEmpty();
    assertThat(said.status()).isEqualTo(1);
    Program.Said whole = merge(directory, secret, "-v=1");
    assertThat(whole.err()).contains("    at dev.japply.schema.BuiltinSchemas.");
    assertThat(whole.err() + said.err()).doesNotContain(SECRET);
  }

  private static Program.Said merge(Path broken, Path file, String... more) throws Exception {
    String classes =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    var args =
        new ArrayList<>(
            List.of("-cp", broken + File.pathSeparator + classes, Main.class.getName(), "merge"));
    args.addAll(List.of("--config", file.toString(), "--live", file.toString()));
    args.addAll(List.of(more));
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    return Program.process(java, Map.of(), "", args);
  }
}
