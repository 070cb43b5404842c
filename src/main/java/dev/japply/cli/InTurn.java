package dev.japply.cli;

import dev.japply.event.Event;
import dev.japply.execute.Stop;
import dev.japply.object.ObjectKey;
import dev.japply.problem.ExitCode;
import dev.japply.report.Reporter;
import java.util.List;
import java.util.function.Function;

/// Writes objects one after another, until the run is to end.
///
/// @param onlyToFailure whether nothing is written after a failure, as by kubectl
record InTurn(Stop stop, Reporter reporter, boolean onlyToFailure) {

  /// Calls `write` for each item, and tells how it ended.
  <T> ExitCode each(List<T> items, Function<T, ObjectKey> key, Function<T, Event> write) {
    int failed = 0;
    for (int done = 0; done < items.size(); done++) {
      if (!stop.beginWrite()) {
        List<ObjectKey> left = items.subList(done, items.size()).stream().map(key).toList();
        reporter.accept(new Event.Stopped(done - failed, failed, 0, left));
        return ExitCode.INTERRUPTED;
      }
      failed += told(items.get(done), write) ? 0 : 1;
      if (failed > 0 && onlyToFailure) {
        break;
      }
    }
    reporter.finish();
    return failed == 0 ? ExitCode.OK : ExitCode.FAILED;
  }

  /// Whether it went well.
  private <T> boolean told(T item, Function<T, Event> write) {
    try {
      Event end = write.apply(item);
      reporter.accept(end);
      return !(end instanceof Event.Failed);
    } finally {
      stop.endWrite();
    }
  }
}
