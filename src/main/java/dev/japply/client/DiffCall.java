package dev.japply.client;

import dev.japply.apply.Event;
import dev.japply.apply.Preview;
import dev.japply.apply.ResolvedObjects;
import dev.japply.cluster.Cluster;
import dev.japply.diff.FilePair;
import dev.japply.diff.UnifiedDiff;
import dev.japply.io.Cancellation;
import dev.japply.plan.Action;
import dev.japply.plan.Compatibility;
import dev.japply.plan.PlannedObject;
import dev.japply.report.DiffFiles;
import dev.japply.report.FieldFilter;
import dev.japply.report.ObjectDiff;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/// One [Applier#diff]: resolves the objects, previews them, and compares.
record DiffCall(Cluster cluster, ApplyOptions options, Cancellation cancellation) {
  List<DiffResult> run(Manifests manifests) {
    ResolvedObjects resolved = manifests.resolve(cluster);
    Deque<DiffResult> ended = new ArrayDeque<>();
    String stamp = FilePair.stamp(ZonedDateTime.now(ZoneId.systemDefault()));
    new Preview(cluster, Preview.Settings.of(options.preview(), false), cancellation, this::take)
        .preview(resolved.targets(), planned -> ended.add(result(planned, stamp)));
    var results = new ArrayList<DiffResult>();
    for (ResolvedObjects.Entry entry : resolved.entries()) {
      results.add(
          entry.problem() == null
              ? ended.remove()
              : new DiffResult.Failed(entry.desired().key(), List.of(entry.problem())));
    }
    return List.copyOf(results);
  }

  private void take(Event event) {
    if (event instanceof Event.Warned(var warning)) {
      options.warn(warning);
    }
  }

  private DiffResult result(PlannedObject planned, String stamp) {
    var key = planned.desired().key();
    if (planned.action() instanceof Action.Refused(var problems)) {
      return new DiffResult.Failed(key, problems);
    }
    boolean annotated = options.serverSide().isEmpty();
    ObjectDiff diff = new DiffFiles(FieldFilter.OWN, annotated, Compatibility.japply()).of(planned);
    return diff.same()
        ? new DiffResult.Same(key)
        : new DiffResult.Changed(
            key,
            diff.files().before(),
            diff.files().after(),
            diff.text(UnifiedDiff.USUAL_CONTEXT, stamp));
  }
}
