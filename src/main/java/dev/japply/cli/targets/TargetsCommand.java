package dev.japply.cli.targets;

import dev.japply.apply.Workers;
import dev.japply.cli.flags.Command;
import dev.japply.cli.flags.CommandContext;
import dev.japply.cli.flags.Flag;
import dev.japply.cli.flags.FlagSet;
import dev.japply.cli.flags.OutputFlags;
import dev.japply.cli.flags.UsageException;
import dev.japply.cli.targets.TargetCluster.Found;
import dev.japply.cluster.config.ConnectionOptions;
import dev.japply.input.Project;
import dev.japply.input.Project.FlagDefault;
import dev.japply.input.ProjectTarget;
import dev.japply.input.ProjectWave;
import dev.japply.input.TargetSelection;
import dev.japply.io.Cancellation;
import dev.japply.problem.ExitCode;
import dev.japply.problem.JapplyException;
import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import dev.japply.report.ProblemReporter;
import dev.japply.report.ProblemReporter.Requests;
import dev.japply.report.TargetsText;
import dev.japply.report.TargetsText.Row;
import dev.japply.tree.GoJson;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.StringValue;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.UsageMessageSpec;

/// The command `japply targets`.
public final class TargetsCommand extends Command {
  private static final List<String> FORMATS = List.of("json", "name");

  private final Flag<Boolean> ids =
      flags
          .section("Output")
          .add("--ids")
          .help("Send a request to each cluster for its id: the uid of the namespace kube-system.")
          .bool(false);
  private final Flag<Format> output =
      flags
          .section("Output")
          .add("-o", "--output")
          .label("json|name")
          .candidates(FORMATS)
          .help("The output format.")
          .value("", TargetsCommand::format);

  private enum Format {
    TABLE,
    JSON,
    NAMES
  }

  public TargetsCommand(FlagSet set) {
    super(set);
  }

  @Override
  public String name() {
    return "targets";
  }

  @Override
  public void describe(UsageMessageSpec usage) {
    usage
        .header("List the targets of the project file.")
        .description(
            "Lists the clusters that --targets of other commands selects, with the manifests for"
                + " each. With names or labels, lists only those. Sends no request without --ids.",
            "Exits with 0, or with 1 if a cluster has no id or another one than the file.")
        .customSynopsis("${ROOT-COMMAND-NAME} targets [NAME,... | LABELS | all] [flags]")
        .footer(
            "  ${ROOT-COMMAND-NAME} targets",
            "  ${ROOT-COMMAND-NAME} targets env=prod,region!=us -o name",
            "  ${ROOT-COMMAND-NAME} targets --ids");
  }

  /// Returns false: no context is prepared, since each target has its own.
  @Override
  public boolean needsCluster() {
    return false;
  }

  private static Format format(String text) {
    return switch (text) {
      case "" -> Format.TABLE;
      case "json" -> Format.JSON;
      case "name" -> Format.NAMES;
      default -> throw OutputFlags.unknown(text, String.join(",", FORMATS), FORMATS);
    };
  }

  @Override
  public int run(CommandContext context, Cancellation cancellation, List<String> arguments) {
    checkCount(arguments, 1);
    Format format = output.get();
    Project project = global.project();
    List<ProjectTarget> selected =
        selected(project, arguments.isEmpty() ? TargetSelection.ALL : arguments.getFirst());
    List<Found> found = ids.get() ? found(context, selected) : List.of();
    if (cancellation.requested()) {
      return ExitCode.INTERRUPTED.status();
    }
    var rows = new ArrayList<Row>();
    for (int i = 0; i < selected.size(); i++) {
      rows.add(row(project, selected.get(i), found.isEmpty() ? null : found.get(i)));
    }
    var console = context.console();
    console
        .data()
        .print(
            switch (format) {
              case TABLE -> TargetsText.table(rows, ids.get());
              case JSON -> TargetsText.json(rows);
              case NAMES -> TargetsText.names(rows);
            });
    console.data().flush();
    return report(console.problems(Requests.HIDDEN), selected, found).status();
  }

  /// Returns the targets that `text` selects.
  ///
  /// @throws UsageException if it selects none
  public static List<ProjectTarget> selected(@Nullable Project project, String text) {
    if (project == null || project.targets().isEmpty()) {
      throw project == null
          ? new JapplyException(
              "there are no targets, because there is no project file",
              "list them in a japply.yaml in this directory or above, or name a file by --project")
          : new JapplyException(
              Origin.of(project.file()),
              "the project file has no targets",
              "list them below targets:");
    }
    try {
      return TargetSelection.of(project.targets(), text);
    } catch (IllegalArgumentException e) {
      throw new UsageException("\"%s\" selects no targets: %s".formatted(text, e.getMessage()));
    }
  }

  private List<Found> found(CommandContext context, List<ProjectTarget> targets) {
    ConnectionOptions connection = global.connection();
    var found = new ArrayList<Found>();
    try (var workers = new Workers(TargetCluster.PARALLEL)) {
      List<Future<Found>> running =
          targets.stream()
              .map(target ->
                  new TargetCluster(
                      context.another(context.console()),
                      connection.withContext(target.context()),
                      target))
              .map(cluster -> workers.begin(cluster::find))
              .toList();
      for (Future<Found> one : running) {
        workers.result(one).ifPresent(found::add);
      }
    }
    return found;
  }

  private static Row row(@Nullable Project project, ProjectTarget target, @Nullable Found found) {
    FlagDefault input = target.input();
    return new Row(
        target.name(),
        target.context(),
        target.clusterId(),
        wave(project == null ? List.of() : project.waves(), target),
        target.labels(),
        input == null ? "" : input.flag(),
        input == null ? List.of() : texts(input.value()),
        target.namespace(),
        List.copyOf(target.substitutes().keySet()),
        found instanceof Found.Reachable(String id) && !id.isEmpty() ? id : null);
  }

  private static int wave(List<ProjectWave> waves, ProjectTarget target) {
    for (int i = 0; i < waves.size(); i++) {
      if (waves.get(i).targets().contains(target.name())) {
        return i + 1;
      }
    }
    return 0;
  }

  private static List<String> texts(Value value) {
    return value instanceof ListValue(List<Value> items)
        ? items.stream().map(TargetsCommand::text).toList()
        : List.of(text(value));
  }

  private static String text(Value value) {
    return value instanceof StringValue(String text) ? text : GoJson.write(value);
  }

  private static ExitCode report(
      ProblemReporter reporter, List<ProjectTarget> targets, List<Found> found) {
    ExitCode status = ExitCode.OK;
    for (int i = 0; i < found.size(); i++) {
      String subject = "target " + targets.get(i).name();
      List<Problem> problems =
          switch (found.get(i)) {
            case Found.Reachable(String id) when id.isEmpty() ->
                List.of(Problem.error(Origin.NONE, "the id of the cluster cannot be read", ""));
            case Found.Reachable reachable -> List.of();
            case Found.Unreachable(Problem problem) -> List.of(problem);
            case Found.Wrong(List<Problem> all) -> all;
          };
      for (Problem problem : problems) {
        reporter.print(problem.about(subject));
        status = ExitCode.FAILED;
      }
    }
    return status;
  }
}
