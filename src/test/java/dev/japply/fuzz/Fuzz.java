package dev.japply.fuzz;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Lets Jazzer make inputs for the readers, guided by what code they reach: `make fuzz`.
final class Fuzz {
  /// What is watched for the ways that inputs take: what is japply's, and what parses for it.
  private static final String WATCHED =
      "dev.japply.**:com.fasterxml.jackson.core.**:org.snakeyaml.engine.**";

  /// More than any input needs, and little enough that one which makes memory grow ends the run.
  private static final String HEAP = "-Xmx512m";

  private Fuzz() {}

  /// Fuzzes in a folder, in which what fails is left.
  ///
  /// @param readers which of them
  /// @return what it printed of what failed; empty when nothing did
  static String run(List<Reader> readers, int inputs, long seed, Path folder)
      throws IOException, InterruptedException {
    Path corpus = folder.resolve("corpus");
    Seeds.write(readers, corpus);
    Path log = folder.resolve("log");
    String names = readers.stream().map(Reader::text).collect(Collectors.joining(" "));
    var line =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                HEAP,
                "-Djava.io.tmpdir=" + Files.createDirectories(folder.resolve("tmp")),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-XX:+EnableDynamicAgentLoading",
                "--enable-native-access=ALL-UNNAMED",
                "--sun-misc-unsafe-memory-access=allow",
                "-cp",
                classes(),
                "com.code_intelligence.jazzer.Jazzer",
                "--target_class=" + ReaderFuzzer.class.getName(),
                "--target_args=" + names,
                "--instrumentation_includes=" + WATCHED,
                "--custom_hook_includes=dev.japply.**",
                "--reproducer_path=" + folder));
    line.addAll(
        List.of(
            "-runs=" + inputs,
            "-seed=" + seed,
            "-max_len=4096",
            "-timeout=60",
            "-artifact_prefix=" + folder + File.separator,
            corpus.toString()));
    Process process =
        new ProcessBuilder(line).redirectErrorStream(true).redirectOutput(log.toFile()).start();
    try {
      return process.waitFor() == 0 ? "" : failure(log);
    } finally {
      process.destroyForcibly();
    }
  }

  private static String classes() {
    String all =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    return Arrays.stream(all.split(File.pathSeparator))
        .map(entry -> Path.of(entry).toAbsolutePath().toString())
        .collect(Collectors.joining(File.pathSeparator));
  }

  /// What stands in the log from where something failed.
  private static String failure(Path log) throws IOException {
    List<String> lines = Files.readAllLines(log, ISO_8859_1);
    int from = 0;
    while (from < lines.size() && !lines.get(from).startsWith("== ")) {
      from++;
    }
    int end = Math.min(lines.size(), from + 60);
    return String.join("\n", lines.subList(Math.min(from, Math.max(0, lines.size() - 60)), end));
  }

  /// `make fuzz`: inputs, seed, a folder, and the names of readers, all if there are none.
  public static void main(String[] args) throws IOException, InterruptedException {
    List<Reader> readers =
        args.length > 3
            ? Stream.of(args).skip(3).map(Reader::named).toList()
            : List.of(Reader.values());
    String failure =
        run(readers, Integer.parseInt(args[0]), Long.parseLong(args[1]), Path.of(args[2]));
    System.out.println(
        failure.isEmpty()
            ? String.format(Locale.ROOT, "fuzz: %s inputs, none breaks the laws", args[0])
            : failure);
    System.exit(failure.isEmpty() ? 0 : 1);
  }
}
