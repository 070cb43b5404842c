package dev.japply.bench;

import dev.japply.bench.Command.Outcome;
import dev.japply.bench.Sample.Traffic;
import dev.japply.bench.Workspace.Stage;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/// Measures japply beside kubectl and Helm on one server, and writes down what came out.
///
/// Tools take turns within a round, each on objects of its own. Each round has a new server: one
/// with many objects is slow. A case that takes a tool long is timed once. Requests and bytes are
/// counted afterwards, on another server.
public final class Bench {
  /// Sizes at which all tools are measured.
  private static final Set<Integer> SHARED = Set.of(1, 100, 1_000);

  /// A size whose objects take minutes to create: measured in one round, if it is asked for.
  private static final int MOST = 50_000;

  /// Those, and where japply alone is measured, for its cost curve.
  private static final List<Integer> COUNTS =
      List.of(1, 10, 30, 100, 300, 1_000, 3_000, 10_000, MOST);

  private static final int WARM_COUNT = 4;
  private static final int COUNT_SHOWN = 1_000;
  private static final long LONG_MICROS = 20_000_000;

  private final Settings settings;
  private final PrintStream out;
  private final Results results = new Results();
  private final Set<String> onceOnly = new HashSet<>();
  private int warmUps;

  private Bench(Settings settings, PrintStream out) {
    this.settings = settings;
    this.out = out;
  }

  /// Runs the whole, as [Settings#of] has it.
  public static void main(String[] args) throws IOException {
    Path directory = Files.createTempDirectory("japply-bench");
    var bench = new Bench(Settings.of(args, System.getenv()), System.out);
    try {
      bench.time(directory.resolve("timed"));
      bench.count(directory.resolve("counted"));
      bench.out.print("\n" + bench.results.writeTo(bench.settings.results()));
    } finally {
      Directories.delete(directory);
    }
  }

  private void time(Path directory) throws IOException {
    for (int round = 0; round < settings.rounds(); round++) {
      Path place = directory.resolve(String.valueOf(round));
      try (Server server = new Server(settings.programs(), place.resolve("server"), false)) {
        rounds(round, server, place, /* isTimed= */ true);
        builds(round, command(server, place), place);
        starts(round, command(server, place));
      }
      results.writeTo(settings.results());
    }
  }

  private Command command(Server server, Path directory) throws IOException {
    return new Command(settings.programs().resolve("measure"), directory, server.kubeconfig());
  }

  private void count(Path directory) throws IOException {
    onceOnly.clear();
    try (Server server = new Server(settings.programs(), directory.resolve("server"), true)) {
      rounds(0, server, directory, /* isTimed= */ false);
    }
  }

  private void rounds(int round, Server server, Path directory, boolean isTimed)
      throws IOException {
    var stage = new Stage(server, command(server, directory), directory, settings.serverSide());
    for (int count : COUNTS) {
      if (count < MOST || (round == 0 && isTimed && settings.selects())) {
        round(count, round, stage);
      }
    }
  }

  private void round(int count, int round, Stage stage) throws IOException {
    var turns = new ArrayList<Turn>();
    for (Tool tool : settings.tools()) {
      Set<Step> steps = due(tool, count);
      if (!steps.isEmpty()) {
        turns.add(new Turn(steps, workspace(tool, count, stage, round), warmedUp(tool, stage)));
      }
    }
    Collections.rotate(turns, round);
    for (Step step : Step.values()) {
      for (Turn turn : turns) {
        if (turn.steps().contains(step)) {
          turn.warm().run(Step.UNCHANGED);
          record(turn.space().run(step), round);
        }
      }
    }
  }

  /// A tool's part in a round.
  ///
  /// @param warm a small set that refreshes the tool's caches
  private record Turn(Set<Step> steps, Workspace space, Workspace warm) {}

  private Workspace warmedUp(Tool tool, Stage stage) throws IOException {
    Workspace warm = workspace(tool, WARM_COUNT, stage, ++warmUps);
    warm.run(Step.CREATED);
    return warm;
  }

  private Workspace workspace(Tool tool, int count, Stage stage, int number) throws IOException {
    String name = "%s-%d-%d".formatted(tool, count, number);
    return new Workspace(tool, settings.program(tool), count, stage, name);
  }

  /// The steps that are wanted of a tool, and the one that comes before all others.
  private Set<Step> due(Tool tool, int count) {
    var steps = new TreeSet<Step>();
    for (Step step : Step.values()) {
      var what = new Case(count, step);
      if (settings.wants(what) && isMeasured(what, tool) && !onceOnly.contains(tool + " " + what)) {
        steps.add(step);
      }
    }
    if (!steps.isEmpty()) {
      steps.add(Step.CREATED);
    }
    return steps;
  }

  /// Times the builds of kustomizations, for which no server is asked.
  private void builds(int round, Command command, Path directory) throws IOException {
    var builds = new Builds(directory.resolve("builds"), command);
    for (Tree tree : Builds.TREES) {
      var tools = new ArrayList<>(Builds.tools(tree));
      tools.retainAll(settings.tools());
      tools.removeIf(tool -> onceOnly.contains(tool + " " + tree.what()));
      if (settings.wants(tree.what())) {
        Collections.rotate(tools, round);
        for (Tool tool : tools) {
          record(builds.run(tree, tool, settings.program(tool)), round);
        }
      }
    }
  }

  /// Times what needs neither a server nor objects.
  private void starts(int round, Command command) throws IOException {
    for (Step step : Step.STARTS) {
      var what = new Case(0, step);
      if (!settings.wants(what)) {
        continue;
      }
      var tools = new ArrayList<>(settings.tools());
      Collections.rotate(tools, round);
      for (Tool tool : tools) {
        var line = new ArrayList<>(List.of(settings.program(tool)));
        line.addAll(tool.arguments(step, "", ""));
        command.run(line, Map.of(), step.status());
        Outcome outcome = command.run(line, Map.of(), step.status());
        record(Sample.of(what, tool, outcome.measured(), Traffic.UNKNOWN), round);
      }
    }
  }

  private static boolean isMeasured(Case what, Tool tool) {
    boolean sized = SHARED.contains(what.count()) || tool == Tool.JAPPLY;
    boolean shown = !what.step().shows() || what.count() == COUNT_SHOWN;
    boolean large = what.count() == MOST && what.step() != Step.UNCHANGED;
    boolean onServer = what.step().writes() || what.step().shows();
    return onServer && sized && shown && !large && tool.has(what.step()) && what.isOneOfItsKind();
  }

  private void record(Sample sample, int round) {
    results.add(sample);
    if (sample.wall() > LONG_MICROS) {
      onceOnly.add(sample.tool() + " " + sample.what());
    }
    out.printf(
        "%s %d: %-14s %-8s %8.3f s%n",
        sample.isTimed() ? "round" : "count",
        round + 1,
        sample.what(),
        sample.tool(),
        sample.wall() / 1e6);
    out.flush();
  }
}
