package dev.japply.pkg.update;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.japply.diff.FileDiff;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Releases of real packages, edited at random and updated from each to the next. They lie beside
/// the checkout; where they do not, there is nothing to test.
@Tag("slow")
class RealWorldTest {
  private static final Path REAL = Path.of("..", "shared", "realworld").toAbsolutePath();
  private static final int SCRIPTS = Integer.getInteger("japply.scripts", 25);
  private static final int EDITS = 6;

  /// Fields that people set.
  private static final Pattern FIELD =
      Pattern.compile(
          "(?m)^ *(?:- )?(?:cpu|memory|image|replicas|value|type|initialDelaySeconds|port):"
              + " (\\S+)$");

  /// The versions of a package, in their order.
  private static List<String> versions(String name) throws IOException {
    Path real = Files.isDirectory(REAL) ? REAL : Path.of("../../shared/realworld");
    assumeTrue(Files.isDirectory(real.resolve(name)), "there are no real packages here");
    var versions = new ArrayList<String>();
    try (Stream<Path> files = Files.list(real.resolve(name))) {
      for (Path file : files.sorted(RealWorldTest::compare).toList()) {
        versions.add(Files.readString(file));
      }
    }
    return versions;
  }

  private static int compare(Path a, Path b) {
    String[] one = a.getFileName().toString().split("\\D+", -1);
    String[] other = b.getFileName().toString().split("\\D+", -1);
    for (int i = 1; i < one.length - 1; i++) {
      int order = Integer.compare(Integer.parseInt(one[i]), Integer.parseInt(other[i]));
      if (order != 0) {
        return order;
      }
    }
    return 0;
  }

  /// A text with edits, each of which has a comment of its own.
  private record Edited(String text, List<String> lines) {}

  private static Edited edited(String origin, Random random) {
    Matcher field = FIELD.matcher(origin);
    var starts = new ArrayList<Integer>();
    while (field.find()) {
      starts.add(field.start());
    }
    assertThat(starts).hasSizeGreaterThan(EDITS);
    var text = new StringBuilder(origin);
    var lines = new ArrayList<String>();
    var chosen = random.ints(0, starts.size()).distinct().limit(EDITS).sorted().toArray();
    for (int i = chosen.length - 1; i >= 0; i--) {
      int start = starts.get(chosen[i]);
      int end = text.indexOf("\n", start);
      String line = text.substring(start, end);
      boolean above = random.nextInt(3) == 0;
      String comment = "# mine " + chosen[i];
      String indent = line.substring(0, line.length() - line.stripLeading().length());
      String changed = above ? indent + comment + "\n" + line : value(line) + " " + comment;
      text.replace(start, end, changed);
      lines.add(above || changed.startsWith(line) ? comment + "\n" : changed.strip() + "\n");
    }
    return new Edited(text.toString(), lines);
  }

  /// The line with another value.
  private static String value(String line) {
    String value = line.substring(line.lastIndexOf(' ') + 1);
    String other =
        value.matches("\\d+") ? value + "1" : value.matches("\\d+\\D+") ? "1" + value : value;
    return line.substring(0, line.lastIndexOf(' ') + 1) + other;
  }

  private static long changedLines(String before, String after) {
    return FileDiff.of("x", before, after).lines().filter(line -> line.matches("[-+].*")).count();
  }

  @ParameterizedTest
  @ValueSource(strings = {"microservices-demo", "ingress-nginx"})
  void editsSurviveAllUpdates(String name) throws IOException {
    List<String> versions = versions(name);
    var random = new Random(11);
    for (int script = 0; script < SCRIPTS; script++) {
      int from = script % (versions.size() - 1);
      String origin = versions.get(from);
      String updated = versions.get(from + 1);
      Edited local = edited(origin, random);
      MergedPackage merged = Trees.of(origin, updated, local.text()).merge(false);
      String text = Trees.text(merged);
      String as = "%s, script %s, conflicts %s".formatted(name, script, Trees.conflicts(merged));
      for (String line : local.lines()) {
        assertThat(text).as(as).contains(line);
      }
      assertThat(changedLines(local.text(), text))
          .as(as)
          .isLessThanOrEqualTo(
              changedLines(origin, updated) + 10L * merged.conflicts().size() + 4 * EDITS);
      assertThat(Trees.text(Trees.of(updated, updated, text).merge(false))).isEqualTo(text);
    }
  }
}
