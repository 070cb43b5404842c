package dev.japply.cli.command;

import dev.japply.apply.Event;
import dev.japply.cli.flags.CommandContext;
import dev.japply.cli.flags.SelectedObjects;
import dev.japply.cli.flags.SnapshotFiles;
import dev.japply.cli.flags.UsageException;
import dev.japply.cluster.Cluster;
import dev.japply.io.Cancellation;
import dev.japply.object.KubeObject;
import dev.japply.plan.file.Snapshot;
import dev.japply.problem.ExitCode;
import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import dev.japply.report.Reporter;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;

/// Runs `japply snapshot`: reads the live objects of the manifests and writes the snapshot file.
final class SnapshotRun {
  private final CommandContext context;
  private final Cancellation cancellation;
  private boolean failed;

  SnapshotRun(CommandContext context, Cancellation cancellation) {
    this.context = context;
    this.cancellation = cancellation;
  }

  ExitCode run(SnapshotRequest request) {
    SnapshotFiles.check(request.file().out());
    Reporter reporter = context.console().problems(request.requests());
    List<KubeObject> chosen =
        SelectedObjects.read(
            request.files(),
            request.selector(),
            request.options().compatibility(),
            context,
            cancellation,
            event -> report(event, reporter));
    if (chosen.isEmpty() && !failed) {
      throw new UsageException("no objects passed to snapshot");
    }
    if (!chosen.isEmpty()) {
      Snapshot snapshot = taken(request, chosen, reporter);
      if (cancellation.requested()) {
        return ExitCode.INTERRUPTED;
      }
      if (!failed) {
        SnapshotFiles.write(request.file().out(), snapshot);
        context.console().out().printLine(line(snapshot));
        return ExitCode.OK;
      }
    }
    String what = "no snapshot was written, since not all objects could be read";
    reporter.accept(new Event.Rejected(Problem.error(Origin.NONE, what, "")));
    return ExitCode.FAILED;
  }

  private Snapshot taken(SnapshotRequest request, List<KubeObject> objects, Reporter reporter) {
    Instant now = context.clock().instant().truncatedTo(ChronoUnit.SECONDS);
    boolean enforced = !request.connection().namespace().isEmpty();
    try (var progress = Progress.of(context.console(), true)) {
      return context.onCluster(
          request.connection(),
          (Cluster cluster) ->
              new SnapshotTaker(
                      cluster,
                      request.options(),
                      cancellation,
                      progress.before(event -> report(event, reporter)))
                  .take(objects, enforced, now, request.file().by()));
    }
  }

  private void report(Event event, Reporter reporter) {
    failed |= event instanceof Event.Rejected || event instanceof Event.Failed;
    reporter.accept(event);
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
