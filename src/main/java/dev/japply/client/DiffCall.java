package dev.japply.client;

import dev.japply.diff.FilePair;
import dev.japply.event.Event;
import dev.japply.event.Forecast;
import dev.japply.execute.Forecaster;
import dev.japply.execute.Stop;
import dev.japply.execute.Watcher;
import dev.japply.live.Cluster;
import dev.japply.report.DiffFiles;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/// One [Applier#diff]: resolves the objects, previews them, and compares.
record DiffCall(Cluster cluster, ApplyOptions options, Stop stop) {
  private static final DiffFiles FILES = new DiffFiles(false, false);

  List<DiffResult> run(Manifests manifests) {
    ResolvedManifests resolved = ResolvedManifests.find(cluster, manifests.objects());
    Deque<DiffResult> ended = new ArrayDeque<>();
    ZonedDateTime now = ZonedDateTime.now(ZoneId.systemDefault());
    new Forecaster(cluster, options.preview(), stop, Watcher.NONE)
        .run(
            resolved.namespace(),
            resolved.placed(),
            forecast -> result(forecast, now).ifPresent(ended::add),
            this::take);
    var results = new ArrayList<DiffResult>();
    for (ResolvedManifests.Entry entry : resolved.entries()) {
      results.add(
          entry.target().isEmpty()
              ? new DiffResult.Failed(entry.key(), entry.problems())
              : ended.remove());
    }
    return List.copyOf(results);
  }

  private void take(Event event) {
    if (event instanceof Event.Warned(var warning)) {
      Applier.warn(options, warning);
    }
  }

  private static Optional<DiffResult> result(Forecast forecast, ZonedDateTime now) {
    return switch (forecast) {
      case Forecast.Result found -> Optional.of(compared(found, FILES.of(found), now));
      case Forecast.Failed(var desired, var problems) ->
          Optional.of(new DiffResult.Failed(desired.key(), problems));
      case Forecast.Pruned pruned -> Optional.empty();
    };
  }

  private static DiffResult compared(Forecast.Result found, FilePair pair, ZonedDateTime now) {
    var key = found.desired().key();
    return pair.same()
        ? new DiffResult.Same(key)
        : new DiffResult.Changed(key, pair.before(), pair.after(), pair.unified(now));
  }
}
