package dev.japply.cli.undo;

import dev.japply.apply.RecordingCluster;
import dev.japply.cli.flags.CommandContext;
import dev.japply.cli.flags.UndoFiles;
import dev.japply.cli.flags.UndoFlags.Recording;
import dev.japply.cli.run.PlanTargets;
import dev.japply.cluster.Cluster;
import dev.japply.cluster.rest.Version;
import dev.japply.object.KubeObject;
import dev.japply.object.SecretValues;
import dev.japply.plan.file.UndoFile.Made;
import dev.japply.plan.file.UndoLog;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The recording of a run in an undo file.
///
/// @param cluster the cluster for the run, which records its writes
/// @param log null if nothing is recorded
/// @param named whether the user named the file
/// @param placed whether the user named the file or its directory
public record UndoRecording(
    CommandContext context, Cluster cluster, @Nullable UndoLog log, boolean named, boolean placed)
    implements AutoCloseable {

  /// Creates the undo file before the first write.
  ///
  /// @param settings null if nothing is recorded
  /// @param run the command
  /// @param objects the objects of the run
  public static UndoRecording begin(
      CommandContext context,
      Cluster cluster,
      @Nullable Recording settings,
      String run,
      List<KubeObject> objects) {
    if (settings == null) {
      return new UndoRecording(context, cluster, null, true, true);
    }
    var made =
        new Made(
            run,
            context.clock().instant().truncatedTo(ChronoUnit.SECONDS),
            "japply " + Version.TEXT,
            PlanTargets.of(cluster));
    Path given = settings.file();
    boolean named = given != null && !Files.isDirectory(given);
    UndoLog log = UndoFiles.create(given, context.console(), made);
    List<KubeObject> copying =
        objects.stream().filter(object -> !object.copies().isEmpty()).toList();
    SecretValues withheld = settings.secrets() ? null : SecretValues.of(objects);
    var recording = new RecordingCluster(cluster, log, copying, withheld);
    return new UndoRecording(context, recording, log, named, given != null);
  }

  /// Ends the recording of a run that reached its end.
  ///
  /// @param failed whether the run failed or was interrupted
  public void end(boolean failed) {
    if (log != null && !discards(log, failed)) {
      log.end();
      state(log, failed);
    }
  }

  /// Ends the recording of a run that is taken back now.
  public void endBeforeUndo() {
    if (log != null && !discards(log, /* failed= */ true)) {
      log.end();
    }
  }

  /// Ends the recording of a run that was cut off by an error.
  @Override
  public void close() {
    if (log != null && !log.isClosed() && !discards(log, /* failed= */ true)) {
      log.close();
      state(log, /* failed= */ true);
    }
  }

  /// Removes the file of a run that has written nothing, unless the user can expect it.
  private boolean discards(UndoLog file, boolean failed) {
    boolean useless = file.isEmpty() && (failed || !named);
    if (useless) {
      file.discard();
    }
    return useless;
  }

  /// Prints the command that takes the run back, if it is not known or needed now.
  private void state(UndoLog file, boolean failed) {
    if (!file.isEmpty() && (failed || !named)) {
      String command = UndoFiles.command(file.file());
      context.console().err().printLine("to take this run back: " + command);
    }
  }
}
