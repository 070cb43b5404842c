package dev.japply.mutants;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// Plants each bug and runs the tests that have to catch it, all in one process. A bug by which
/// they never end ends the process, too, with [#AGAIN]; the next one goes on with the bugs that are
/// left.
final class Mutants {
  /// The status that asks for another process.
  private static final int AGAIN = 3;

  /// How long tests may take without a bug; with one, so much more than they took without.
  private static final Duration SOUND_LIMIT = Duration.ofMinutes(30);

  private static final int PATIENCE = 5;
  private static final Duration LEAST_LIMIT = Duration.ofSeconds(30);

  private final Path testClasses;
  private final Path results;
  private final PrintStream out = System.out;

  /// The test classes of each suite, those that caught a bug last at the front.
  private final Map<Suite, List<String>> inOrder = new HashMap<>();

  private Mutants(Path testClasses, Path results) {
    this.testClasses = testClasses;
    this.results = results;
  }

  /// `LISTS TEST-CLASSES RESULTS [PACKAGE or NAME]...`: to the file of results goes a line for each
  /// bug, `caught`, `survives` or `allowed`, and the package.
  public static void main(String[] args) throws Exception {
    var wanted = new HashSet<>(List.of(args).subList(3, args.length));
    var mutants = new ArrayList<Mutant>();
    for (Path list : lists(Path.of(args[0]))) {
      Suite.mutants(list).stream()
          .filter(m ->
              wanted.isEmpty() || wanted.contains(m.name()) || wanted.contains(m.suite().name()))
          .forEach(mutants::add);
    }
    int status = new Mutants(Path.of(args[1]), Path.of(args[2])).run(mutants);
    Runtime.getRuntime().halt(status);
  }

  /// The files of lists in a directory.
  static List<Path> lists(Path directory) throws IOException {
    try (var files = Files.list(directory)) {
      return files.sorted().toList();
    }
  }

  private int run(List<Mutant> mutants) throws IOException, InterruptedException {
    List<String> done = Files.readAllLines(results);
    if (done.isEmpty() && !allFit(mutants)) {
      return 1;
    }
    System.setOut(new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8));
    Set<Suite> sound = new HashSet<>();
    Duration limit = LEAST_LIMIT;
    for (Mutant mutant : mutants.subList(done.size(), mutants.size())) {
      if (sound.add(mutant.suite())) {
        long begun = System.nanoTime();
        Optional<String> failed = tried(new Planted(), mutant.suite(), SOUND_LIMIT);
        limit = LEAST_LIMIT.plusNanos(PATIENCE * (System.nanoTime() - begun));
        if (failed.isPresent()) {
          out.println("japply: fails without a bug, too: " + failed.get());
          return 1;
        }
      }
      try {
        tell(mutant, tried(new Planted(mutant), mutant.suite(), limit));
      } catch (Exhausted e) {
        tell(mutant, Optional.of(String.valueOf(e.getMessage())));
        return AGAIN;
      }
    }
    return 0;
  }

  /// Whether each text stands where it is to be changed; tells of the others.
  private boolean allFit(List<Mutant> mutants) {
    boolean all = true;
    for (Mutant mutant : mutants) {
      try {
        mutant.source();
      } catch (IllegalStateException e) {
        out.println("japply: " + e.getMessage());
        all = false;
      }
    }
    return all;
  }

  /// Tests took more time or memory than there is, so that this process is of no more use.
  private static final class Exhausted extends RuntimeException {
    private static final long serialVersionUID = 1;

    Exhausted(String what) {
      super(what);
    }
  }

  private Optional<String> tried(Planted classes, Suite suite, Duration limit)
      throws IOException, InterruptedException {
    List<String> tests = inOrder.get(suite);
    if (tests == null) {
      tests = new ArrayList<>(suite.testClasses(testClasses));
      inOrder.put(suite, tests);
    }
    return tried(classes, tests, limit);
  }

  private static Optional<String> tried(Planted classes, List<String> tests, Duration limit)
      throws InterruptedException {
    var trial = new FutureTask<>(() -> Trial.run(classes, tests));
    Thread.ofPlatform().daemon().start(trial);
    try {
      return trial.get(limit.toSeconds(), TimeUnit.SECONDS);
    } catch (TimeoutException e) {
      throw new Exhausted("the tests do not end");
    } catch (ExecutionException e) {
      if (e.getCause() instanceof VirtualMachineError) {
        throw new Exhausted("the tests fill the memory");
      }
      throw new IllegalStateException(e.getCause());
    }
  }

  private void tell(Mutant mutant, Optional<String> by) throws IOException {
    String end = by.isPresent() ? "caught" : mutant.allowed().isEmpty() ? "survives" : "allowed";
    String why =
        switch (end) {
          case "caught" -> "by " + by.get();
          case "survives" -> mutant.file().toString();
          default -> mutant.allowed();
        };
    out.printf("%-8s %s: %s%n", end, mutant, why);
    Files.writeString(results, end + " " + mutant.suite().name() + "\n", StandardOpenOption.APPEND);
  }
}
