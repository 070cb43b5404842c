package dev.japply.cli.snapshot;

import dev.japply.apply.Event;
import dev.japply.apply.ExecutionOptions;
import dev.japply.apply.ExecutionOptions.Schedule;
import dev.japply.cli.flags.Command;
import dev.japply.cli.flags.CommandContext;
import dev.japply.cli.flags.Console;
import dev.japply.cli.flags.FileFlags;
import dev.japply.cli.flags.Flag;
import dev.japply.cli.flags.FlagSet;
import dev.japply.cli.flags.InputOptions;
import dev.japply.cli.flags.SelectedObjects;
import dev.japply.cli.flags.StoredFile.SnapshotFiles;
import dev.japply.cli.flags.UsageException;
import dev.japply.cli.run.Progress;
import dev.japply.cluster.Cluster;
import dev.japply.cluster.config.ConnectionOptions;
import dev.japply.cluster.rest.Version;
import dev.japply.io.Cancellation;
import dev.japply.object.KubeObject;
import dev.japply.object.LabelSelector;
import dev.japply.plan.Compatibility;
import dev.japply.plan.Order;
import dev.japply.plan.PlanOptions;
import dev.japply.plan.file.Snapshot;
import dev.japply.problem.ExitCode;
import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import dev.japply.report.FailureRecorder;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import picocli.CommandLine.Model.UsageMessageSpec;

/// The command `japply snapshot`: its flags.
public final class SnapshotCommand extends Command {
  private final FileFlags files = new FileFlags(flags.section("Input"), true);
  private final Flag<LabelSelector> selector = flags.section("Input").selector();
  private final Flag<String> out = flags.section("Output").out("snapshot");
  private final Flag<Integer> concurrency =
      flags.section("Output").concurrency("The number of objects to read in parallel.");

  public SnapshotCommand(FlagSet set) {
    super(set);
    addTargets(/* connects= */ true);
  }

  @Override
  public String name() {
    return "snapshot";
  }

  @Override
  public void describe(UsageMessageSpec usage) {
    usage
        .header("Save live objects to a file, to compare offline.")
        .description(
            "Only reads. With --live, `diff`, `why` and `plan` use the file instead of the"
                + " cluster, with the same output as with --local. The file contains no values of"
                + " Secrets.",
            "Exits with 0, or with 1 after an error; then no file is written.")
        .customSynopsis("${ROOT-COMMAND-NAME} snapshot (-f FILE | -k DIR) [--out FILE] [flags]")
        .footer(
            "  ${ROOT-COMMAND-NAME} snapshot -f manifests/ --out snap.json",
            "  ${ROOT-COMMAND-NAME} snapshot -k overlays/prod --out snap.json",
            "  ${ROOT-COMMAND-NAME} diff -f manifests/ --live snap.json",
            "  ${ROOT-COMMAND-NAME} plan -f manifests/ --live snap.json --out plan.json");
  }

  @Override
  public int run(CommandContext context, Cancellation cancellation, List<String> arguments) {
    checkCount(arguments, 0);
    files.require();
    if (out.get().isEmpty()) {
      throw new UsageException("must specify --out");
    }
    Console console = context.console();
    var compatibility = global.compatibility(console);
    return new SnapshotRun(
            context,
            cancellation,
            global.merging(true),
            options(compatibility),
            new FailureRecorder(console.problems(global.requests())))
        .run(
            files.inputs(global, compatibility, console),
            selector.get(),
            Path.of(out.get()),
            "japply " + Version.TEXT)
        .status();
  }

  private ExecutionOptions options(Compatibility compatibility) {
    return ExecutionOptions.of(new PlanOptions(compatibility, true))
        .with(new Schedule(Order.INPUT, Math.max(1, concurrency.get())));
  }

  /// Runs `japply snapshot`: reads the live objects of the manifests and writes the snapshot file.
  ///
  /// @param options the options for reading objects
  private record SnapshotRun(
      CommandContext context,
      Cancellation cancellation,
      ConnectionOptions connection,
      ExecutionOptions options,
      FailureRecorder events) {

    /// @param by the program that creates the snapshot
    ExitCode run(InputOptions files, LabelSelector selector, Path out, String by) {
      SnapshotFiles.check(out);
      List<KubeObject> chosen =
          SelectedObjects.read(
              files, selector, options.compatibility(), context, cancellation, events);
      if (chosen.isEmpty() && !events.failed()) {
        throw new UsageException("no objects passed to snapshot");
      }
      if (!chosen.isEmpty()) {
        Snapshot snapshot = taken(chosen, by);
        if (cancellation.requested()) {
          return ExitCode.INTERRUPTED;
        }
        if (!events.failed()) {
          SnapshotFiles.write(out, snapshot);
          context.console().out().printLine(line(snapshot));
          return ExitCode.OK;
        }
      }
      String what = "no snapshot was written, since not all objects could be read";
      events.accept(new Event.Rejected(Problem.error(Origin.NONE, what, "")));
      return ExitCode.FAILED;
    }

    private Snapshot taken(List<KubeObject> objects, String by) {
      Instant now = context.clock().instant().truncatedTo(ChronoUnit.SECONDS);
      boolean enforced = !connection.namespace().isEmpty();
      try (var progress = Progress.of(context.console(), true)) {
        return context.onCluster(
            connection,
            (Cluster cluster) ->
                new SnapshotTaker(cluster, options, cancellation, progress.before(events))
                    .take(objects, enforced, now, by));
      }
    }

    private static String line(Snapshot snapshot) {
      long all = snapshot.entries().size();
      long absent = snapshot.entries().stream().filter(entry -> entry.object() == null).count();
      return "Snapshot of %s of %s: %d %s%s"
          .formatted(
              snapshot.made().created(),
              snapshot.made().target().server(),
              all,
              all == 1 ? "object" : "objects",
              absent == 0 ? "" : ", but " + absent + " " + verb(absent) + " not exist");
    }

    private static String verb(long objects) {
      return objects == 1 ? "does" : "do";
    }
  }
}
