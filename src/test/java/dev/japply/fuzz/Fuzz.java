package dev.japply.fuzz;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.japply.tree.Json;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Lets Jazzer make inputs for the readers, guided by what code they reach: `make fuzz`.
final class Fuzz {
  /// What an input is judged by. To watch takes most of the time.
  enum Guide {
    /// The code of japply that it reaches.
    CODE("dev.japply.**", "cov"),
    /// Also what it is compared with, and the code of what parses for japply.
    COMPARISONS(
        "dev.japply.**:tools.jackson.core.**:org.snakeyaml.engine.**",
        "cov,cmp,div,gep,indir,native");

    private final String watched;
    private final String traced;

    Guide(String watched, String traced) {
      this.watched = watched;
      this.traced = traced;
    }

    List<String> flags() {
      return List.of("--instrumentation_includes=" + watched, "--trace=" + traced);
    }
  }

  /// More than any input needs, and little enough that one which makes memory grow ends the run.
  private static final String HEAP = "-Xmx512m";

  /// Looks into every regular expression that something is matched with, which takes most of the
  /// time; inputs find their ways without.
  private static final String SLOW = "com.code_intelligence.jazzer.sanitizers.RegexRoadblocks";

  /// How long inputs are at most, in bytes.
  static final int LONGEST = 4096;

  /// How many processes share the inputs of `make fuzz`.
  private static final int PROCESSES = 2;

  private Fuzz() {}

  /// What came of a run.
  ///
  /// @param failure what was printed of what failed; empty when nothing did
  /// @param tallies what it took
  record Outcome(String failure, List<Tally> tallies) {}

  /// Fuzzes in a folder, in which what fails is left.
  ///
  /// @param readers which of them
  static Outcome run(List<Reader> readers, Guide guide, int inputs, long seed, Path folder)
      throws IOException, InterruptedException {
    Path corpus = folder.resolve("corpus");
    Seeds.write(readers, corpus);
    Path log = folder.resolve("log");
    List<String> line = jazzer(readers, folder);
    line.addAll(guide.flags());
    line.addAll(
        List.of(
            "-runs=" + inputs,
            "-seed=" + seed,
            "-max_len=" + LONGEST,
            "-timeout=60",
            // The heap is bounded. What the fuzzer takes for its own memory begins with the most
            // that the process which has started it ever had.
            "-rss_limit_mb=0",
            "-artifact_prefix=" + folder + File.separator,
            corpus.toString()));
    Process process =
        new ProcessBuilder(line).redirectErrorStream(true).redirectOutput(log.toFile()).start();
    var hook = new Thread(process::destroyForcibly);
    Runtime.getRuntime().addShutdownHook(hook);
    try {
      boolean well = process.waitFor() == 0;
      List<String> said = Files.readAllLines(log, ISO_8859_1);
      List<Tally> tallies = said.stream().map(Tally::parse).flatMap(Optional::stream).toList();
      return new Outcome(well ? "" : failure(said), tallies);
    } finally {
      process.destroyForcibly().waitFor();
      Runtime.getRuntime().removeShutdownHook(hook);
      Work.delete(folder.resolve("tmp")); // the process may have ended without its own end
    }
  }

  /// Jazzer for these readers, in a JVM of its own.
  private static List<String> jazzer(List<Reader> readers, Path folder) throws IOException {
    String names = readers.stream().map(Reader::text).collect(Collectors.joining(" "));
    return new ArrayList<>(
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            HEAP,
            "-Xss" + (Json.STACK >> 10) + "k", // as the program has it
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
            "--instrumentation_excludes=dev.japply.fuzz.**:dev.japply.cluster.Fake*",
            "--custom_hook_includes=dev.japply.**",
            "--disabled_hooks=" + SLOW,
            "--reproducer_path=" + folder));
  }

  private static String classes() {
    String all =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    return Arrays.stream(all.split(File.pathSeparator))
        .map(entry -> Path.of(entry).toAbsolutePath().toString())
        .collect(Collectors.joining(File.pathSeparator));
  }

  /// What stands in the log from where something failed.
  private static String failure(List<String> lines) {
    int from = 0;
    while (from < lines.size() && !lines.get(from).startsWith("== ")) {
      from++;
    }
    int end = Math.min(lines.size(), from + 60);
    return String.join("\n", lines.subList(Math.min(from, Math.max(0, lines.size() - 60)), end));
  }

  /// `make fuzz`: inputs, seed, a folder, and the names of readers, all if there are none. The
  /// processes share the inputs, each in a folder of its own.
  public static void main(String[] args) throws InterruptedException, ExecutionException {
    List<Reader> readers =
        args.length > 3
            ? Stream.of(args).skip(3).map(Reader::named).toList()
            : List.of(Reader.values());
    int inputs = Integer.parseInt(args[0]) / PROCESSES;
    long begun = System.nanoTime();
    var outcomes = new ArrayList<Outcome>();
    try (var threads = Executors.newFixedThreadPool(PROCESSES)) {
      var running = new ArrayList<Future<Outcome>>();
      for (int process = 0; process < PROCESSES; process++) {
        long seed = Long.parseLong(args[1]) + process;
        Path folder = Path.of(args[2], Integer.toString(process));
        running.add(
            threads.submit(() -> run(readers, Guide.COMPARISONS, inputs, seed, made(folder))));
      }
      for (Future<Outcome> each : running) {
        outcomes.add(each.get());
      }
    }
    double seconds = (System.nanoTime() - begun) / 1e9;
    System.exit(tell(outcomes, seconds) ? 0 : 1);
  }

  private static Path made(Path folder) throws IOException {
    return Files.createDirectories(folder);
  }

  /// Prints what came of them; the answer is whether all went well.
  private static boolean tell(List<Outcome> outcomes, double seconds) {
    List<Tally> tallies = outcomes.stream().flatMap(each -> each.tallies().stream()).toList();
    System.out.print(Tally.table(tallies));
    long inputs = Tally.all(tallies).inputs();
    System.out.printf(
        Locale.ROOT,
        "fuzz: %d inputs in %.0f seconds, %.0f a second, in a heap of %s%n",
        inputs,
        seconds,
        inputs / seconds,
        HEAP.substring("-Xmx".length()));
    List<String> failures =
        outcomes.stream().map(Outcome::failure).filter(text -> !text.isEmpty()).toList();
    System.out.println(
        failures.isEmpty() ? "fuzz: none breaks the laws" : String.join("\n\n", failures));
    return failures.isEmpty();
  }
}
