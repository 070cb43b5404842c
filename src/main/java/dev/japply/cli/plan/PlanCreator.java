package dev.japply.cli.plan;

import dev.japply.apply.Event;
import dev.japply.apply.ExecutionOptions;
import dev.japply.apply.Preview;
import dev.japply.cli.flags.ClusterSource.LiveSource;
import dev.japply.cli.run.CommonFailures;
import dev.japply.cli.run.PlanTargets;
import dev.japply.cluster.Cluster;
import dev.japply.diff.Secrets;
import dev.japply.io.Cancellation;
import dev.japply.object.KubeObject;
import dev.japply.plan.Action;
import dev.japply.plan.ObjectExplanation;
import dev.japply.plan.ObjectExplanation.Show;
import dev.japply.plan.PlannedObject;
import dev.japply.plan.SecretDigests;
import dev.japply.plan.file.PlanEntries;
import dev.japply.plan.file.PlanEntries.BuiltinTypes;
import dev.japply.plan.file.PlanFile;
import dev.japply.plan.file.PlanFile.Deletion;
import dev.japply.plan.file.PlanFile.Entry;
import dev.japply.plan.file.PlanFile.Explanation;
import dev.japply.plan.file.PlanFile.Made;
import dev.japply.plan.file.PlanFile.Prune;
import dev.japply.problem.Problem;
import dev.japply.problem.WarningId;
import dev.japply.report.PlanEntryReport;
import dev.japply.report.ReportedObject;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// Plans an apply and creates the plan file.
public final class PlanCreator {
  private final Preview.Settings preview;
  private final Basis basis;
  private final Consumer<PlannedObject> noted;
  private final Consumer<ReportedObject> planned;
  private final Consumer<Event> events;
  private final Predicate<Problem> warned;
  private final List<Entry> entries = new ArrayList<>();
  private final Extent extent;
  private final BuiltinTypes types = new BuiltinTypes();
  private SecretDigests digests = SecretDigests.NONE;
  private @Nullable Problem recreation;

  /// Creates a planner without any planned objects.
  ///
  /// @param extent the parts of the plan to create
  /// @param noted receives each planned object, except for rejected ones
  /// @param planned receives the report of each planned object
  /// @param events receives errors and warnings
  /// @param warned selects the warnings of the plan
  public PlanCreator(
      Preview.Settings preview,
      Basis basis,
      Extent extent,
      Consumer<PlannedObject> noted,
      Consumer<ReportedObject> planned,
      Consumer<Event> events,
      Predicate<Problem> warned) {
    this.warned = warned;
    this.extent = extent;
    this.noted = noted;
    this.preview = preview;
    this.basis = basis;
    this.planned = planned;
    this.events = events;
  }

  /// The description of a plan in its file.
  ///
  /// @param prune the candidates for pruning; null for none
  public record Basis(Made made, List<String> files, Deletion deletion, @Nullable Prune prune) {}

  /// The parts of the plan to create. Unused differences and digests would take as long as all
  /// other work.
  ///
  /// @param secrets whether explanations contain the values of Secrets, which the plan never has
  /// @param kept whether the plan is written, printed in its file format, or carried out
  /// @param differences whether the output contains the lines that differ
  public record Extent(Secrets secrets, boolean kept, boolean differences) {}

  /// Creates the plan for `objects`; without entries if the plan is not kept.
  ///
  /// @param broken whether an earlier failure prevents pruning
  public PlanFile make(
      LiveSource source, List<KubeObject> objects, boolean broken, Cancellation cancellation) {
    Cluster cluster = source.cluster();
    PlanFile.Target target = PlanTargets.of(cluster);
    digests = source.digests().get();
    new Preview(cluster, preview, cancellation, new CommonFailures(cluster, this::report))
        .run(objects, !broken, this::note);
    var settings = preview.options().stored(basis.files(), basis.deletion(), basis.prune());
    return new PlanFile(basis.made(), target, settings, digests, entries);
  }

  private void report(Event event) {
    if (event instanceof Event.Warned(Problem warning) && warning.id() == WarningId.RECREATION) {
      recreation = warning; // it is part of the plan for the object, which follows
      return;
    }
    events.accept(event);
  }

  private void note(PlannedObject object) {
    noted.accept(object);
    if (object.action() instanceof Action.Refused) {
      return; // already reported as an event
    }
    if (!(object.action() instanceof Action.Recreate)) {
      recreation = null;
    }
    ObjectExplanation explanation = explanation(object, extent.secrets());
    ReportedObject reported = reported(object, explanation, extent.secrets());
    if (extent.kept()) {
      ReportedObject masked =
          switch (extent.secrets()) {
            case MASKED -> reported;
            case SHOWN -> reported(object, explanation(object, Secrets.MASKED), Secrets.MASKED);
          };
      var stored = new Explanation(masked.fields(), explanation.warnings(), masked.diff());
      entries.add(PlanEntries.of(object, digests, stored));
    }
    recreation = null;
    planned.accept(reported);
    explanation.warnings().forEach(warning -> events.accept(new Event.Warned(warning)));
  }

  private ObjectExplanation explanation(PlannedObject object, Secrets shown) {
    ExecutionOptions options = preview.options().of(object.desired());
    var explanation =
        ObjectExplanation.of(
            object, Show.PATCH, options.fieldManager(), options.replaces(object.desired()), shown);
    return (recreation == null ? explanation : explanation.warning(recreation))
        .withWarnings(warned);
  }

  private ReportedObject reported(
      PlannedObject object, ObjectExplanation explanation, Secrets shown) {
    String manager = preview.options().of(object.desired()).fieldManager();
    boolean orphan = PlanEntryReport.isOrphaning(basis.deletion());
    return new PlanEntryReport(shown, extent.differences(), types, manager, orphan)
        .of(object, explanation.fields(), explanation.warnings());
  }
}
