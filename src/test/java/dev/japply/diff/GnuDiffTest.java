package dev.japply.diff;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.japply.Cases;
import dev.japply.diff.FilePair.FileNames;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The hunks are those of GNU diff, which is asked for many pairs at once, as files of two
/// directories.
@Tag("process")
@Tag("generated")
class GnuDiffTest {
  private static final long SEED = 20261121;

  private static final Instant NOON = Instant.parse("2026-07-01T12:00:00.120Z");

  @TempDir private Path directory;

  private record Pair(String before, String after) {}

  @BeforeEach
  void needsGnuDiff() throws IOException, InterruptedException {
    assumeTrue(
        diff(List.of("diff", "--version")).contains("GNU diffutils"),
        "no GNU diff to compare with");
  }

  private static String diff(List<String> command) throws IOException, InterruptedException {
    try {
      var builder = new ProcessBuilder(command).redirectErrorStream(true);
      builder.environment().put("TZ", "UTC");
      Process process = builder.start();
      String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(process.waitFor()).isLessThan(2);
      return out;
    } catch (IOException e) {
      return "";
    }
  }

  private void check(List<Pair> pairs) throws IOException, InterruptedException {
    check(UnifiedDiff.USUAL_CONTEXT, pairs);
  }

  private void check(int context, List<Pair> pairs) throws IOException, InterruptedException {
    Path before = Files.createDirectory(directory.resolve("a"));
    Path after = Files.createDirectory(directory.resolve("b"));
    for (int i = 0; i < pairs.size(); i++) {
      Files.writeString(before.resolve("%05d".formatted(i)), pairs.get(i).before());
      Files.writeString(after.resolve("%05d".formatted(i)), pairs.get(i).after());
    }
    String all = diff(List.of("diff", "-U" + context, "-N", before.toString(), after.toString()));
    var theirs = new String[pairs.size()];
    for (String part : all.split("(?m)^diff -U\\d+ -N ", -1)) {
      String[] lines = part.split("\n", 4);
      if (lines.length == 4) {
        theirs[Integer.parseInt(lines[0].substring(lines[0].length() - 5))] = lines[3];
      }
    }
    int differences = 0;
    for (int i = 0; i < pairs.size(); i++) {
      Pair pair = pairs.get(i);
      String ours = UnifiedDiff.hunks(pair.before(), pair.after(), context);
      assertThat(ours)
          .as("pair %d:%n%s---%n%s", i, pair.before(), pair.after())
          .isEqualTo(theirs[i] == null ? "" : theirs[i]);
      differences += ours.isEmpty() ? 0 : 1;
    }
    assertThat(differences).isGreaterThan(pairs.size() / 2);
  }

  private static List<Pair> pairs(int count, IntFunction<Pair> pair) {
    return IntStream.range(0, count).mapToObj(pair).toList();
  }

  /// Few different lines: many edits are equally short.
  @Test
  void choosesAmongEquallyShortEdits() throws Exception {
    var random = new Random(SEED);
    check(
        pairs(
            Cases.of(4000),
            i -> {
              int letters = 2 + random.nextInt(6);
              int longest = 1 + random.nextInt(40);
              return new Pair(
                  letters(random, letters, random.nextInt(longest)),
                  letters(random, letters, random.nextInt(longest)));
            }));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 5, 40})
  void showsAsManyLinesAsAskedFor(int context) throws Exception {
    var random = new Random(SEED + context);
    check(
        context,
        pairs(
            Cases.of(800),
            i -> {
              List<String> lines = frequent(random, 10 + random.nextInt(200));
              return new Pair(
                  String.join("", lines), String.join("", changed(random, lines, 1 + i % 8)));
            }));
  }

  private static String letters(Random random, int letters, int length) {
    var text = new StringBuilder();
    for (int i = 0; i < length; i++) {
      text.append((char) ('a' + random.nextInt(letters))).append('\n');
    }
    if (random.nextInt(20) == 0 && length > 0) {
      text.setLength(text.length() - 1);
    }
    return text.toString();
  }

  /// Long texts, in which some lines stand often, so that they are set aside.
  @Test
  void setsFrequentLinesAside() throws Exception {
    var random = new Random(SEED);
    check(
        pairs(
            Cases.of(600),
            i -> {
              List<String> lines = frequent(random, 20 + random.nextInt(2500));
              return new Pair(
                  String.join("", lines), String.join("", changed(random, lines, 1 + i % 40)));
            }));
  }

  /// Short texts, of which most differs, so that a few lines that stand often are set aside.
  @Test
  void setsAFewFrequentLinesAside() throws Exception {
    var random = new Random(SEED);
    check(
        pairs(
            Cases.of(1500),
            i -> {
              int length = 20 + random.nextInt(120);
              return new Pair(sparse(random, length, "old"), sparse(random, length, "new"));
            }));
  }

  /// Runs of lines that the other text lacks, and between them such that stand in both.
  private static String sparse(Random random, int length, String own) {
    var text = new StringBuilder();
    for (int i = 0; i < length; i++) {
      text.append(random.nextInt(4) > 0 ? own + i : "often " + random.nextInt(3)).append('\n');
    }
    return text.toString();
  }

  /// Manifests, whose lines repeat each other in the ways of real objects.
  @Test
  void agreesOnManifests() throws Exception {
    var random = new Random(SEED);
    List<Path> files;
    try (Stream<Path> all = Files.list(Path.of("manifests"))) {
      files = all.sorted().toList();
    }
    var lines = new ArrayList<String>();
    for (Path file : files) {
      Files.readAllLines(file).forEach(line -> lines.add(line + "\n"));
    }
    check(
        pairs(
            Cases.of(500),
            i -> {
              int start = random.nextInt(lines.size() - 40);
              int end = start + 20 + random.nextInt(lines.size() - start - 20);
              List<String> part = lines.subList(start, end);
              return new Pair(
                  String.join("", part), String.join("", changed(random, part, 1 + i % 6)));
            }));
  }

  private static List<String> frequent(Random random, int length) {
    int rare = 1 + random.nextInt(200);
    var lines = new ArrayList<String>();
    for (int i = 0; i < length; i++) {
      boolean often = random.nextInt(3) > 0;
      lines.add((often ? "often " + random.nextInt(6) : "rare " + random.nextInt(rare)) + "\n");
    }
    return lines;
  }

  /// `lines` with runs taken out, put in, doubled and moved.
  private static List<String> changed(Random random, List<String> lines, int edits) {
    var copy = new ArrayList<>(lines);
    for (int i = 0; i < edits; i++) {
      int start = random.nextInt(copy.size() + 1);
      int end = Math.min(copy.size(), start + random.nextInt(30));
      List<String> run = copy.subList(start, end);
      List<String> taken = List.copyOf(run);
      switch (random.nextInt(4)) {
        case 0 -> run.clear();
        case 1 -> run.addAll(0, frequent(random, random.nextInt(60)));
        case 2 -> run.addAll(taken);
        default -> {
          run.clear();
          copy.addAll(random.nextInt(copy.size() + 1), taken);
        }
      }
    }
    return copy;
  }

  /// Names as they stand in the lines before the hunks.
  @Test
  void writesNamesAsDiffDoes() throws Exception {
    for (String name :
        List.of("v1.X..sys:node", "a b", "q\"q", "b\\s", "it's", "*$~!#", "t\tx", "\u00fc")) {
      Path file = directory.resolve("MERGED").resolve(name);
      Files.createDirectories(file.getParent());
      Files.writeString(file, "a\n");
      var command = List.of("diff", "-u", "-N", directory + "/LIVE/" + name, file.toString());
      String theirs = diff(command).replace(directory + "/", "");
      var pair = new FilePair(name, "", "a\n");
      assertThat(theirs.lines().skip(1).findFirst().orElseThrow())
          .startsWith("+++ " + FileNames.quoted("MERGED/" + name) + "\t");
      assertThat(pair.unified(NOON)).contains("\n+++ " + FileNames.quoted("MERGED/" + name) + "\t");
    }
  }

  @Test
  void writesTheTimeAndAsManyLinesAsDiffDoes() throws Exception {
    String around = "1\n2\n3\n4\n5\n";
    String old = around + "a\n" + around;
    String changed = around + "b\n" + around;
    Path before = Files.createDirectories(directory.resolve("LIVE")).resolve("x");
    Path after = Files.createDirectories(directory.resolve("MERGED")).resolve("x");
    Files.writeString(before, old);
    Files.writeString(after, changed);
    for (Path file : List.of(before, after)) {
      Files.setLastModifiedTime(file, FileTime.from(NOON));
    }
    var command = List.of("diff", "-u", "-N", before.getParent() + "", after.getParent() + "");
    String theirs = diff(command).replace(directory + "/", "");
    assertThat(new FilePair("x", old, changed).unified(NOON)).isEqualTo(theirs);
  }
}
