package dev.japply;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// The classes of which `make test` runs a part. `.ci/run` finds them by their tags: it runs them
/// again with all cases, and all other tests once.
class CasesTest {
  private static final Pattern PART = Pattern.compile("\\bCases\\.(of|few|all|share|some)\\(");
  private static final Pattern TAG =
      Pattern.compile("@Sampled|@Tag\\(\"(generated|sampled|recorded|verify)\"\\)");

  @Test
  void classesWithMoreCasesHaveATag() throws IOException {
    try (Stream<Path> files = Files.walk(Path.of("src/test/java"))) {
      List<Path> classes =
          files.filter(file -> file.toString().endsWith("Test.java") && has(file, PART)).toList();
      assertThat(classes).hasSizeGreaterThan(1).allMatch(file -> has(file, TAG));
    }
  }

  private static boolean has(Path file, Pattern pattern) {
    try {
      return pattern.matcher(Files.readString(file)).find();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
