package dev.japply.cli;

import dev.japply.apply.Workers;
import dev.japply.cli.diff.ExternalDiff;
import dev.japply.cli.flags.Command;
import dev.japply.cli.flags.CommandContext.CollectedReport;
import dev.japply.cli.flags.Console;
import dev.japply.cli.flags.Flag;
import dev.japply.cli.flags.FlagSet;
import dev.japply.cli.flags.TargetFlags;
import dev.japply.cli.flags.UsageException;
import dev.japply.cli.targets.TargetArguments;
import dev.japply.cli.targets.TargetArguments.Form;
import dev.japply.cli.targets.TargetCluster;
import dev.japply.cli.targets.TargetCluster.Found;
import dev.japply.cli.targets.TargetOutputs;
import dev.japply.cli.targets.TargetOutputs.TargetConsole;
import dev.japply.cli.targets.TargetsCommand;
import dev.japply.cluster.config.ConnectionOptions;
import dev.japply.input.Project;
import dev.japply.input.ProjectTarget;
import dev.japply.io.FileErrors;
import dev.japply.problem.ExitCode;
import dev.japply.problem.JapplyException;
import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import dev.japply.report.PlanText;
import dev.japply.report.ProblemReporter;
import dev.japply.report.ProblemReporter.Requests;
import dev.japply.report.TargetMatrix;
import dev.japply.report.TargetMatrix.TargetReport;
import dev.japply.tree.GoJson;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Runs a command for several targets of the project. The run for one target is the run of its own
/// command line, with a connection, credentials and streams of its own.
final class TargetRuns {
  /// Exit statuses, the best one first.
  private static final List<ExitCode> WORSE =
      List.of(
          ExitCode.OK,
          ExitCode.CHANGED,
          ExitCode.NOT_READY,
          ExitCode.FAILED,
          ExitCode.DIFF_ERROR,
          ExitCode.INTERRUPTED);

  private final Japply japply;
  private final Command command;
  private final TargetFlags flags;
  private final List<OneTarget> targets;
  private final TargetOutputs outputs;

  /// The reports of the targets for one text about all; empty if each target has its own output.
  private final List<CollectedReport> reports;

  /// The run for one target.
  ///
  /// @param args its command line
  /// @param substitutes the values of its variables
  /// @param index its position in the output
  private record OneTarget(
      ProjectTarget target, List<String> args, Map<String, String> substitutes, int index) {}

  /// @throws UsageException if flags cannot be used for several targets
  TargetRuns(Japply japply, CommandChoice choice, TargetFlags flags, @Nullable Project project) {
    this.japply = japply;
    this.command = choice.command();
    this.flags = flags;
    var arguments = new TargetArguments(choice.names(), choice.flags());
    List<ProjectTarget> selected = TargetsCommand.selected(project, flags.selection());
    arguments.check();
    if (choice.names().equals(List.of("diff")) && ExternalDiff.wanted(japply.context().console())) {
      throw new UsageException("--targets cannot be used with KUBECTL_EXTERNAL_DIFF");
    }
    this.targets = lines(arguments, selected, project);
    arguments.directories().forEach(TargetRuns::create);
    this.outputs =
        new TargetOutputs(
            japply.context().console(),
            arguments.form(),
            selected.stream().map(ProjectTarget::name).toList());
    boolean one =
        arguments.form() == Form.LINES && selected.size() > 1 && isCompared(choice.flags());
    this.reports = one ? selected.stream().map(each -> new CollectedReport()).toList() : List.of();
  }

  /// Whether the command plans changes, which can be compared between targets. `diff --why` prints
  /// its reasons for each target.
  private boolean isCompared(FlagSet set) {
    return command.name().equals("plan") || (command.name().equals("diff") && !isSet(set, "--why"));
  }

  private static boolean isSet(FlagSet set, String name) {
    Flag<?> flag = set.flag(name);
    return flag != null && Boolean.TRUE.equals(flag.get());
  }

  private static List<OneTarget> lines(
      TargetArguments arguments, List<ProjectTarget> selected, @Nullable Project project) {
    var targets = new ArrayList<OneTarget>();
    var problems = new ArrayList<Problem>();
    for (ProjectTarget target : selected) {
      try {
        List<String> input =
            project == null ? List.of() : new ProjectDefaults(project).input(target);
        targets.add(
            new OneTarget(
                target,
                arguments.of(target, input),
                arguments.substitutes(target),
                targets.size()));
      } catch (JapplyException e) {
        problems.addAll(e.problems());
      }
    }
    if (!problems.isEmpty()) {
      throw new JapplyException(problems);
    }
    return targets;
  }

  private static void create(Path directory) {
    try {
      Files.createDirectories(directory);
    } catch (IOException e) {
      throw new JapplyException(
          Origin.of(directory.toString()),
          "with --targets, this must be a directory for a file of each target: "
              + FileErrors.reason(e),
          "name another one");
    }
  }

  /// Returns the worst exit status.
  int run() {
    List<OneTarget> running = command.needsCluster() ? reachable() : targets;
    ExitCode status = running.size() < targets.size() ? command.failure() : ExitCode.OK;
    if (japply.cancellation().requested()) {
      status = ExitCode.INTERRUPTED;
    }
    if (!running.isEmpty()) {
      List<Integer> ended = each(running, this::run);
      for (int each : ended) {
        status = worse(status, each);
      }
      if (!reports.isEmpty() && ended.size() == running.size()) {
        printMatrix(running, ended);
      }
    }
    outputs.conclude();
    return status.status();
  }

  /// Prints the changes of all targets in one text.
  private void printMatrix(List<OneTarget> running, List<Integer> ended) {
    var columns = new ArrayList<TargetReport>();
    for (OneTarget one : targets) {
      int at = running.indexOf(one);
      boolean failed = at < 0 || ended.get(at) == command.failure().status();
      columns.add(new TargetReport(one.target().name(), reports.get(one.index()).report(), failed));
    }
    Console console = japply.context().console();
    int width = japply.context().width(isSet(command.flags(), "--wide"), console.terminals().out());
    var blocks = new PlanText(width, isSet(command.flags(), "--brief"));
    console
        .out()
        .print(TargetMatrix.of(columns, blocks, command.name().equals("diff")), console.colours());
    console.out().flush();
  }

  private static ExitCode worse(ExitCode one, int other) {
    return WORSE.stream()
        .filter(status -> status.status() == other || status == one)
        .max(Comparator.comparingInt(WORSE::indexOf))
        .orElse(one);
  }

  /// Returns the result for each target, in the order of the targets; fewer if the run is
  /// interrupted.
  private static <T> List<T> each(List<OneTarget> targets, Function<OneTarget, T> work) {
    var results = new ArrayList<T>();
    try (var workers = new Workers(Math.min(TargetCluster.PARALLEL, targets.size()))) {
      List<Future<T>> running =
          targets.stream().map(one -> workers.begin(() -> work.apply(one))).toList();
      running.forEach(one -> workers.result(one).ifPresent(results::add));
    }
    return results;
  }

  /// Runs the command for one target. It is printed in any case.
  private int run(OneTarget one) {
    TargetConsole own = outputs.console(one.index());
    try {
      if (japply.cancellation().requested()) {
        return ExitCode.INTERRUPTED.status();
      }
      CollectedReport report = reports.isEmpty() ? null : reports.get(one.index());
      return japply
          .in(japply.context().another(own.console(), report))
          .run(one.args(), one.substitutes());
    } finally {
      own.close();
      outputs.end(one.index());
    }
  }

  /// Returns the targets that respond; none after an error.
  private List<OneTarget> reachable() {
    ConnectionOptions connection = command.global().connection();
    List<OneTarget> refused =
        targets.stream()
            .filter(one ->
                connection.requiredContexts().stream()
                    .anyMatch(required -> !required.allows(one.target().context())))
            .toList();
    List<OneTarget> searched = refused.isEmpty() ? targets : refused;
    List<Found> found =
        each(
            searched,
            one ->
                new TargetCluster(
                        japply.context().another(outputs.console(one.index()).console()),
                        connection.withContext(one.target().context()),
                        one.target())
                    .find());
    var reachable = new ArrayList<OneTarget>();
    boolean failed = japply.cancellation().requested() || !refused.isEmpty();
    for (int i = 0; i < found.size(); i++) {
      switch (found.get(i)) {
        case Found.Reachable there -> reachable.add(searched.get(i));
        case Found.Wrong(List<Problem> problems) -> {
          failed = true;
          print(searched.get(i), problems);
        }
        case Found.Unreachable(Problem problem) -> {
          failed |= !flags.skipsUnreachable();
          String skipped = flags.skipsUnreachable() ? "skipped: " : "";
          print(
              searched.get(i), List.of(problem.reworded(skipped + problem.what(), problem.hint())));
        }
      }
    }
    if (failed) {
      targets.forEach(one -> outputs.end(one.index()));
    }
    return failed ? List.of() : reachable;
  }

  private void print(OneTarget one, List<Problem> problems) {
    TargetConsole own = outputs.console(one.index());
    own.console().colouring().choose(command.global().colours());
    ProblemReporter reporter = own.console().problems(Requests.HIDDEN);
    problems.forEach(reporter::print);
    if (flags.skipsUnreachable() && outputs.form() != Form.LINES) {
      String reason = problems.getFirst().what();
      own.console().data().print(GoJson.write(MapValue.of("error", Value.text(reason))) + "\n");
    }
    own.console().flush();
    own.close();
    outputs.end(one.index());
  }
}
