package dev.japply.cli.snapshot;

import dev.japply.apply.Event;
import dev.japply.apply.ExecutionOptions;
import dev.japply.cli.flags.CommandContext;
import dev.japply.cli.flags.InputOptions;
import dev.japply.cli.flags.SelectedObjects;
import dev.japply.cli.flags.SnapshotFiles;
import dev.japply.cli.flags.UsageException;
import dev.japply.cli.run.Progress;
import dev.japply.cluster.Cluster;
import dev.japply.cluster.config.ConnectionOptions;
import dev.japply.io.Cancellation;
import dev.japply.object.KubeObject;
import dev.japply.object.LabelSelector;
import dev.japply.plan.file.Snapshot;
import dev.japply.problem.ExitCode;
import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import dev.japply.report.FailureRecorder;
import dev.japply.report.ProblemReporter.Requests;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;

/// Runs `japply snapshot`: reads the live objects of the manifests and writes the snapshot file.
final class SnapshotRun {
  private final CommandContext context;
  private final Cancellation cancellation;
  private final ConnectionOptions connection;
  private final ExecutionOptions options;
  private final FailureRecorder events;

  /// @param options the options for reading objects
  SnapshotRun(
      CommandContext context,
      Cancellation cancellation,
      ConnectionOptions connection,
      ExecutionOptions options,
      Requests requests) {
    this.context = context;
    this.cancellation = cancellation;
    this.connection = connection;
    this.options = options;
    this.events = new FailureRecorder(context.console().problems(requests));
  }

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
