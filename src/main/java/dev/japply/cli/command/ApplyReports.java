package dev.japply.cli.command;

import static dev.japply.tree.Missing.MISSING;

import dev.japply.apply.Event;
import dev.japply.apply.Outcome;
import dev.japply.apply.Watcher;
import dev.japply.cli.flags.Reports;
import dev.japply.object.ObjectKey;
import dev.japply.plan.Action;
import dev.japply.plan.FieldStory;
import dev.japply.plan.ObjectStory;
import dev.japply.plan.ObjectStory.Show;
import dev.japply.plan.PlannedObject;
import dev.japply.report.DiffFiles;
import dev.japply.report.ObjectDiff;
import dev.japply.report.ReportedObject;
import dev.japply.report.Reporter;
import dev.japply.report.Summary.End;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// Reports what an apply did: puts what changed in each object, and why, beside the event that says
/// how it ended.
///
/// @param changes what changed in the objects whose events are still to come
record ApplyReports(
    Reports reports, DiffFiles files, String manager, Map<ObjectKey, Changes> changes)
    implements Reporter {
  private static final int CONTEXT = 3;

  ApplyReports(Reports reports, DiffFiles files, String manager) {
    this(reports, files, manager, new ConcurrentHashMap<>());
  }

  /// What changed in an object, and why; and what is ignored.
  record Changes(String diff, List<FieldStory> fields) {
    static final Changes NONE = new Changes("", List.of());
  }

  /// A watcher that passes on what `other` is to hear.
  Watcher beside(Watcher other) {
    return reports.isWanted()
        ? new Listening(other, planned -> changes.put(planned.desired().key(), changes(planned)))
        : other;
  }

  private Changes changes(PlannedObject planned) {
    if (files.same(planned) && planned.grounds().ignored() == 0) {
      return Changes.NONE;
    }
    ObjectDiff diff = files.of(planned);
    return new Changes(
        diff.hunks(CONTEXT),
        ObjectStory.of(planned, Show.OURS, manager, files.fields().secrets()).fields());
  }

  @Override
  public void accept(Event event) {
    if (event instanceof Event.Applied applied) {
      if (reports.isWanted()) {
        reports.add(reported(applied));
      }
    } else {
      reports.accept(event);
    }
  }

  private ReportedObject reported(Event.Applied applied) {
    Changes found = changes.remove(applied.desired().key());
    if (applied.outcome() == Outcome.PRUNED) {
      found =
          changes(
              new PlannedObject(
                  applied.desired(), new Action.Delete(""), applied.object(), MISSING));
    }
    Changes told = found == null ? Changes.NONE : found;
    return new ReportedObject(
        applied.desired(), End.of(applied.outcome()), told.diff(), told.fields());
  }

  @Override
  public void finish() {}
}
