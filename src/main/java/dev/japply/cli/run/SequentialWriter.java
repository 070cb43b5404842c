package dev.japply.cli.run;

import dev.japply.apply.Event;
import dev.japply.apply.RunCancellation;
import dev.japply.object.ObjectKey;
import dev.japply.problem.ExitCode;
import dev.japply.problem.Problem;
import dev.japply.report.Reporter;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/// Writes objects one after another, until the run is to end.
///
/// @param cancellation ends the run, and so does a server that has gone away
public record SequentialWriter(RunCancellation cancellation, Reporter reporter) {

  /// Calls `write` for each item and reports the result, which is empty if the run was interrupted
  /// before anything was sent.
  public <T> ExitCode each(
      List<T> items, Function<T, ObjectKey> key, Function<T, Optional<Event.Ended>> write) {
    int done = 0;
    int failed = 0;
    int unknown = 0;
    boolean over = false;
    while (done < items.size() && !over) {
      Optional<Event.Ended> end =
          cancellation.requested() ? Optional.empty() : write.apply(items.get(done));
      end.ifPresent(reporter);
      done += end.isPresent() ? 1 : 0;
      failed += end.filter(Event.Failed.class::isInstance).isPresent() ? 1 : 0;
      unknown += end.filter(Event.Unknown.class::isInstance).isPresent() ? 1 : 0;
      over = end.isEmpty();
    }
    Optional<Problem> away = cancellation.problem();
    away.map(Event.Rejected::new).ifPresent(reporter);
    if (cancellation.requested() && (done < items.size() || unknown > 0)) {
      List<ObjectKey> left = items.subList(done, items.size()).stream().map(key).toList();
      reporter.accept(
          cancellation.stopped(done - failed - unknown, failed, unknown, left).of(Event.Work.EDIT));
      return away.isPresent() ? ExitCode.FAILED : ExitCode.INTERRUPTED;
    }
    reporter.accept(new Event.ApplyEnded());
    return failed + unknown == 0 ? ExitCode.OK : ExitCode.FAILED;
  }
}
