package dev.japply.cli.run;

import static dev.japply.tree.Missing.MISSING;

import dev.japply.apply.Event;
import dev.japply.apply.Event.Outcome;
import dev.japply.apply.ExecutionOptions;
import dev.japply.cli.flags.Reports;
import dev.japply.object.ObjectKey;
import dev.japply.plan.Action;
import dev.japply.plan.FieldExplanation;
import dev.japply.plan.ObjectExplanation;
import dev.japply.plan.ObjectExplanation.Show;
import dev.japply.plan.PlannedObject;
import dev.japply.report.DiffFiles;
import dev.japply.report.ObjectDiff;
import dev.japply.report.ReportedObject;
import dev.japply.report.Reporter;
import dev.japply.report.Summary.End;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Prints the applied objects, and after [Event.ApplyEnded] the pruned ones.
public final class ApplyOutput implements Reporter {
  private final Reporter applied;
  private final Reporter pruned;
  private boolean ended;

  public ApplyOutput(Reporter applied, Reporter pruned) {
    this.applied = applied;
    this.pruned = pruned;
  }

  @Override
  public void accept(Event event) {
    if (event instanceof Event.ApplyEnded) {
      applied.accept(event);
      ended = true;
    } else {
      (ended ? pruned : applied).accept(event);
    }
  }

  /// Reports the changes of an apply and their reasons.
  ///
  /// @param options the options of the run
  /// @param explained the changed fields of objects that were explained before; all others are
  ///   explained here
  public record ApplyReports(
      Reports reports,
      DiffFiles files,
      ExecutionOptions options,
      Map<ObjectKey, List<FieldExplanation>> explained)
      implements Reporter {
    private static final int CONTEXT = 3;

    private static final Set<Outcome> DELETED =
        Set.of(Outcome.PRUNED, Outcome.DELETED, Outcome.MOVED);

    /// The changes of an object, with the reasons for them and for ignored fields.
    private record Changes(String diff, List<FieldExplanation> fields) {
      static final Changes NONE = new Changes("", List.of());
    }

    private Changes changes(@Nullable PlannedObject planned) {
      if (planned == null || (files.same(planned) && planned.reasons().ignored() == 0)) {
        return Changes.NONE;
      }
      ObjectDiff diff = files.of(planned);
      List<FieldExplanation> fields = explained.get(planned.desired().key());
      return new Changes(diff.hunks(CONTEXT), fields == null ? fields(planned) : fields);
    }

    private List<FieldExplanation> fields(PlannedObject planned) {
      return ObjectExplanation.of(
              planned,
              Show.OURS,
              options.of(planned.desired()).fieldManager(),
              /* replaced= */ false,
              files.fields().secrets())
          .fields();
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
      PlannedObject planned =
          DELETED.contains(applied.outcome())
              ? new PlannedObject(
                  applied.desired(), new Action.Delete(""), applied.object(), MISSING)
              : applied.planned();
      Changes found = changes(planned);
      return new ReportedObject(
          applied.desired(), End.of(applied.outcome()), found.diff(), found.fields());
    }
  }
}
