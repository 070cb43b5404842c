package dev.japply.release.rehearsal;

import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// An installation from a formula, as Homebrew makes it: the archive of this system if the checksum
/// is the same, the lines of `install`, and the test. Lines of other forms than those of the
/// formula are errors.
final class HomebrewInstall {
  private static final Pattern VALUE = Pattern.compile("(\\w+) \"(.*)\"");
  private static final Pattern BLOCK = Pattern.compile("(on_\\w+|test) do|def (install)|class .*");
  private static final Pattern INSTALL = Pattern.compile("(\\w+)\\.install (.+)");
  private static final Pattern LINK = Pattern.compile("bin\\.install_symlink (.+)");
  private static final Pattern WORD = Pattern.compile("(Dir\\[|libexec/)?\"([^\"]*)\"]?(?:, )?");
  private static final Pattern TEST =
      Pattern.compile("assert_match \"(.*)\", shell_output\\(\"#\\{bin}/(\\w+) (\\w+)\"\\)");

  /// The directories of a formula, below its prefix.
  private static final Map<String, String> PLACES =
      Map.of(
          "libexec", "libexec",
          "bin", "bin",
          "man1", "share/man/man1",
          "bash_completion", "etc/bash_completion.d",
          "zsh_completion", "share/zsh/site-functions",
          "fish_completion", "share/fish/vendor_completions.d",
          "doc", "share/doc/japply");

  private final Path formula;
  private final Path directory;
  private final Map<String, String> values = new HashMap<>();
  private final List<String> installs = new ArrayList<>();
  private final List<String> tests = new ArrayList<>();

  HomebrewInstall(Path formula, Path directory) {
    this.formula = formula;
    this.directory = directory;
  }

  /// Returns the linked program.
  Path install(Machine machine) throws IOException {
    read(machine);
    Path archive = directory.resolve("archive.tar.gz");
    Download.get(value("url"), archive);
    Download.check(archive, value("sha256"));
    Path unpacked = Files.createDirectories(directory.resolve("unpacked"));
    Shell.run(unpacked, List.of("tar", "-xzf", archive.toString()));
    Path prefix = Files.createDirectories(directory.resolve("prefix"));
    for (String line : installs) {
      runInstall(line, only(unpacked), prefix);
    }
    for (String line : tests) {
      runTest(line, prefix);
    }
    return prefix.resolve("bin/japply");
  }

  private String value(String name) {
    String value = values.get(name);
    if (value == null) {
      throw new RehearsalException("brew: the formula has no " + name + " for this system");
    }
    return value;
  }

  /// Homebrew enters the only directory of an archive.
  private static Path only(Path unpacked) throws IOException {
    try (Stream<Path> files = Files.list(unpacked)) {
      List<Path> all = files.toList();
      return all.size() == 1 ? all.getFirst() : unpacked;
    }
  }

  private void read(Machine machine) throws IOException {
    List<String> foreign =
        List.of(
            machine.os().equals("macOS") ? "on_linux" : "on_macos",
            machine.system().endsWith("x86_64") ? "on_arm" : "on_intel");
    Deque<String> blocks = new ArrayDeque<>();
    for (String line : Files.readAllLines(formula).stream().map(String::strip).toList()) {
      Matcher block = BLOCK.matcher(line);
      Matcher value = VALUE.matcher(line);
      if (line.isEmpty()) {
        continue;
      }
      if (block.matches()) {
        blocks.push(block.group(1) != null ? block.group(1) : line);
      } else if (line.equals("end")) {
        blocks.pop();
      } else if ("def install".equals(blocks.peek())) {
        installs.add(line);
      } else if ("test".equals(blocks.peek())) {
        tests.add(line);
      } else if (!value.matches()) {
        throw new RehearsalException("brew: the rehearsal reads no such line: " + line);
      } else if (blocks.stream().noneMatch(foreign::contains)) {
        values.put(value.group(1), value.group(2));
      }
    }
    if (!blocks.isEmpty()) {
      throw new RehearsalException("brew: the formula has a block without an end");
    }
  }

  private static void runInstall(String line, Path archive, Path prefix) throws IOException {
    Matcher link = LINK.matcher(line);
    Matcher install = INSTALL.matcher(line);
    boolean links = link.matches();
    if (!links && (!install.matches() || !PLACES.containsKey(install.group(1)))) {
      throw new RehearsalException("brew: the rehearsal reads no such line: " + line);
    }
    String place = links ? "bin" : PLACES.get(install.group(1));
    Path target = Files.createDirectories(prefix.resolve(place));
    Matcher words = WORD.matcher(links ? link.group(1) : install.group(2));
    while (words.find()) {
      String word = words.group(2);
      if (links) {
        Path linked = prefix.resolve("libexec").resolve(word);
        if (!Files.isExecutable(linked)) {
          throw new RehearsalException("brew: there is no program " + word);
        }
        Files.createSymbolicLink(target.resolve(linked.getFileName()), linked);
      } else {
        List<Path> files =
            words.group(1) == null ? List.of(archive.resolve(word)) : matching(archive, word);
        for (Path file : files) {
          move(file, target.resolve(file.getFileName()));
        }
      }
    }
  }

  private static List<Path> matching(Path archive, String pattern) throws IOException {
    PathMatcher matcher =
        FileSystems.getDefault().getPathMatcher("glob:" + archive + "/" + pattern);
    try (Stream<Path> files = Files.walk(archive)) {
      List<Path> found = files.filter(matcher::matches).toList();
      if (found.isEmpty()) {
        throw new RehearsalException("brew: the archive has nothing like " + pattern);
      }
      return found;
    }
  }

  private static void move(Path file, Path target) throws IOException {
    if (!Files.exists(file)) {
      throw new RehearsalException("brew: the archive has no " + file.getFileName());
    }
    Files.move(file, target);
  }

  private void runTest(String line, Path prefix) {
    Matcher test = TEST.matcher(line);
    if (!test.matches()) {
      throw new RehearsalException("brew: the rehearsal reads no such line: " + line);
    }
    String program = prefix.resolve("bin").resolve(test.group(2)).toString();
    String output = Shell.run(directory, List.of(program, test.group(3)));
    String expected = test.group(1).replace("#{version}", value("version"));
    if (!output.contains(expected)) {
      throw new RehearsalException("brew test: expected " + expected + ", printed " + output);
    }
  }
}
