package dev.japply.cli.delete;

import dev.japply.apply.ApplySetReader;
import dev.japply.apply.ApplySetReader.LostSets;
import dev.japply.apply.DeletionOptions;
import dev.japply.apply.DeletionPreview;
import dev.japply.apply.Deletions;
import dev.japply.apply.DependentSearch;
import dev.japply.apply.DependentSearch.Dependents;
import dev.japply.apply.DryRun;
import dev.japply.apply.Event;
import dev.japply.apply.Event.Outcome;
import dev.japply.apply.ExecutionOptions;
import dev.japply.apply.SetDeletion;
import dev.japply.cli.flags.ClusterSource;
import dev.japply.cli.flags.CommandContext;
import dev.japply.cli.flags.Console;
import dev.japply.cli.flags.InputOptions;
import dev.japply.cli.flags.OutputFlags.ObjectOutput;
import dev.japply.cli.flags.Reports;
import dev.japply.cli.flags.SelectedObjects;
import dev.japply.cli.flags.StoredFile.DeletionPlanFiles;
import dev.japply.cli.flags.UndoFlags.Recording;
import dev.japply.cli.run.CommonFailures;
import dev.japply.cli.run.PlanTargets;
import dev.japply.cli.run.PlannedOutput;
import dev.japply.cli.run.Progress;
import dev.japply.cli.run.YesPrompt;
import dev.japply.cli.undo.UndoRecording;
import dev.japply.cluster.Cluster;
import dev.japply.cluster.DeleteOptions.Propagation;
import dev.japply.cluster.config.ConnectionOptions;
import dev.japply.io.Cancellation;
import dev.japply.object.KubeObject;
import dev.japply.object.LabelSelector;
import dev.japply.plan.Action;
import dev.japply.plan.DeletionPlanner;
import dev.japply.plan.Difference;
import dev.japply.plan.PlannedObject;
import dev.japply.plan.SecretDigests;
import dev.japply.plan.file.DeletionPlan;
import dev.japply.plan.file.DeletionPlan.Options;
import dev.japply.plan.file.DeletionPlan.PlannedDeletion;
import dev.japply.plan.file.DeletionPlanCheck;
import dev.japply.plan.file.PlanEntries;
import dev.japply.plan.file.PlanFile.Explanation;
import dev.japply.plan.file.PlanFile.Made;
import dev.japply.problem.ExitCode;
import dev.japply.problem.JapplyException;
import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import dev.japply.report.DeletedLines;
import dev.japply.report.FailureRecorder;
import dev.japply.report.PlanEntryReport;
import dev.japply.report.PlanText;
import dev.japply.report.ReportedObject;
import dev.japply.report.Reporter;
import dev.japply.report.Summary;
import dev.japply.tree.Value.MapValue;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Runs `japply delete`: reads the manifests, plans, prompts, and deletes.
///
/// @param connection the cluster
/// @param file the plan file that is written or carried out
/// @param recording recording of the run; null for none
record DeleteRun(
    CommandContext context,
    Cancellation cancellation,
    Input input,
    ConnectionOptions connection,
    ExecutionOptions options,
    DeletionPlanner planner,
    PlanUse file,
    Deleting deleting,
    @Nullable Recording recording,
    PlannedOutput output) {

  /// The objects to delete.
  sealed interface Input {
    /// The objects of manifests.
    record Manifests(InputOptions files, LabelSelector selector) implements Input {}

    /// The members of an ApplySet, and its parent.
    record Members(String parent) implements Input {}

    /// The members of an ApplySet without a parent.
    record Lost(String id) implements Input {}

    /// The objects of a plan.
    record Planned(DeletionPlan plan) implements Input {}

    /// Returns the input of a plan: the set again, or the objects of the plan.
    static Input of(DeletionPlan plan) {
      if (!plan.options().applySet().isEmpty()) {
        return new Members(plan.options().applySet());
      }
      return plan.options().lostSet().isEmpty()
          ? new Planned(plan)
          : new Lost(plan.options().lostSet());
    }
  }

  /// The use of a plan file.
  sealed interface PlanUse {
    /// There is none.
    record None() implements PlanUse {}

    /// The plan is written, and nothing is deleted.
    record Written(Path out, Made made, Options options) implements PlanUse {}

    /// The plan is carried out.
    ///
    /// @param strict whether another version of an object refuses the plan
    record CarriedOut(DeletionPlan plan, boolean strict) implements PlanUse {}
  }

  /// The way to delete.
  ///
  /// @param awaited whether the run ends only when the objects are gone
  /// @param prompts whether the user confirms the plan
  /// @param missing whether an object that does not exist is no error
  record Deleting(DeletionOptions how, boolean awaited, boolean prompts, boolean missing) {}

  ExitCode run() {
    if (file instanceof PlanUse.Written written) {
      DeletionPlanFiles.check(written.out());
    } else if (deleting.prompts()) {
      YesPrompt.requireTerminal(
          context.console(),
          Problem.error(
              Origin.NONE,
              "--confirm needs a terminal: standard input or standard error is none",
              "add --yes to delete without a prompt"));
    }
    var summary = new Summary(false, ObjectOutput.note(options.dryRun()));
    Reports reports = Reports.open(context, output.reports(), output.secrets(), cancellation);
    return reports.around("delete", summary, output.summary(), () -> run(summary, reports));
  }

  private ExitCode run(Summary summary, Reports reports) {
    return context.onCluster(
        connection,
        cluster -> {
          summary.on(cluster.address());
          if (file instanceof PlanUse.CarriedOut stored) {
            PlanTargets.check(stored.plan().target(), cluster);
          }
          var events = new FailureRecorder(new CommonFailures(cluster, reporter(summary, reports)));
          Chosen chosen = chosen(cluster, events);
          context.connector().hideSecrets(chosen.objects());
          ExitCode status = run(cluster, chosen, summary, events);
          events.accept(new Event.ApplyEnded());
          return status;
        });
  }

  /// The objects to delete.
  ///
  /// @param set the ApplySet that has them; null for the objects of manifests
  /// @param parent the plan for the parent of the set; empty if there is none
  private record Chosen(
      List<KubeObject> objects,
      DeletionPlanner planner,
      @Nullable SetDeletion set,
      Optional<PlannedObject> parent) {}

  private Chosen chosen(Cluster cluster, FailureRecorder events) {
    return switch (input) {
      case Input.Manifests(InputOptions files, LabelSelector selector) -> {
        List<KubeObject> objects =
            SelectedObjects.read(
                files, selector, options.compatibility(), context, cancellation, events);
        if (objects.isEmpty() && !events.failed()) {
          throw new JapplyException("no objects passed to delete", "name files that have some");
        }
        yield new Chosen(objects, planner, null, Optional.empty());
      }
      case Input.Planned(DeletionPlan plan) ->
          new Chosen(
              plan.objects().stream().map(each -> each.entry().object()).toList(),
              planner,
              null,
              Optional.empty());
      case Input.Members(String name) -> {
        SetDeletion set =
            SetDeletion.open(
                cluster, options, cancellation, connection.namesNamespace(), name, events);
        set.problems().forEach(problem -> events.accept(new Event.Rejected(problem)));
        DeletionPlanner own = planner.ofSet(set.id());
        yield new Chosen(set.members(), own, set, set.parent(own));
      }
      case Input.Lost(String id) -> {
        String namespace = connection.namesNamespace() ? cluster.defaultNamespace() : "";
        LostSets lost =
            new ApplySetReader(cluster, options.schedule().concurrency()).lost(id, namespace);
        lost.problems().forEach(problem -> events.accept(Event.about(problem)));
        List<KubeObject> members =
            lost.sets().stream()
                .flatMap(set -> set.members().stream())
                .map(live -> KubeObject.of(live, Origin.NONE))
                .toList();
        yield new Chosen(members, planner.ofSet(id), null, Optional.empty());
      }
    };
  }

  private ExitCode run(Cluster cluster, Chosen chosen, Summary summary, FailureRecorder events) {
    List<PlannedObject> plan;
    try (var progress = Progress.of(context.console(), true)) {
      plan =
          new DeletionPreview(cluster, options, chosen.planner(), cancellation)
              .plan(
                  chosen.objects(),
                  chosen.parent().stream().toList(),
                  connection.namesNamespace(),
                  progress.before(events));
    }
    if (cancellation.requested() && !events.failed()) {
      return ExitCode.INTERRUPTED;
    }
    Optional<PlannedObject> parent = parent(chosen, plan);
    var all = new ArrayList<>(plan);
    parent.ifPresent(all::add);
    summary.expect(all.size());
    all.forEach(planned -> report(planned, events));
    Dependents dependents = dependents(cluster, all, events);
    if (file instanceof PlanUse.CarriedOut(DeletionPlan stored, boolean strict)) {
      new DeletionPlanCheck(stored, strict)
          .problems(all, dependents::unowned)
          .forEach(problem -> events.accept(new Event.Rejected(problem)));
    }
    if (events.failed() && options.allows(Difference.REFUSES_DELETING_OTHERS)) {
      events.accept(new Event.Rejected(nothing()));
      return ExitCode.FAILED;
    }
    List<PlannedObject> going = all.stream().filter(PlannedObject::isDeletion).toList();
    if (file instanceof PlanUse.Written written) {
      summary.printIf(false);
      return write(cluster, written, going, dependents);
    }
    if (isShown() && !going.isEmpty()) {
      PlannedOutput.show(context, output.text(context).deleted(entries(going, dependents)));
    }
    if (deleting.prompts() && !going.isEmpty()) {
      new YesPrompt(context, cancellation)
          .ask(
              "Delete this on",
              connection,
              cluster.address(),
              going.stream().map(PlannedObject::desired).toList());
      if (cancellation.requested()) {
        return ExitCode.INTERRUPTED;
      }
    }
    all.stream().filter(one -> !one.isDeletion()).forEach(one -> stays(cluster, one, events));
    if (all.isEmpty()) {
      summary.printIf(false);
      boolean ofSet = !(input instanceof Input.Planned);
      String why = ofSet ? ": there is no such ApplySet" : "";
      context.console().err().printLine("nothing to delete" + why);
    }
    return going.isEmpty() ? status(events) : carryOut(cluster, chosen, plan, parent, events);
  }

  private static Problem nothing() {
    return Problem.error(
        Origin.NONE, "the check before the first deletion failed: nothing was deleted", "");
  }

  /// Reports an object that cannot be deleted, or that stays.
  private void report(PlannedObject planned, Consumer<Event> events) {
    if (planned.action() instanceof Action.Refused(List<Problem> problems)) {
      events.accept(new Event.Failed(planned.desired(), problems));
    }
    planner.remark(planned).ifPresent(warning -> events.accept(new Event.Warned(warning)));
  }

  /// Reports an object without a deletion.
  private void stays(Cluster cluster, PlannedObject planned, Consumer<Event> events) {
    KubeObject object = planned.desired();
    boolean there = planned.before() instanceof MapValue;
    if (planned.action() instanceof Action.Refused) {
      return; // it is reported
    }
    if (!there && !deleting.missing()) {
      events.accept(new Event.Failed(object, DeletionPreview.missing(cluster, object)));
    } else {
      Outcome outcome = there ? Outcome.UNCHANGED : Outcome.ABSENT;
      events.accept(new Event.Applied(object, outcome, object.tree(), planned));
    }
  }

  private boolean isShown() {
    boolean shows = dry() && options.allows(Difference.REPORTS_DELETED_BY_NAME);
    return deleting.prompts() || shows;
  }

  /// Returns the objects that are deleted along, if they are shown or compared.
  private Dependents dependents(Cluster cluster, List<PlannedObject> all, Consumer<Event> events) {
    if (!isShown() && file instanceof PlanUse.None) {
      return Dependents.NONE;
    }
    Dependents found =
        new DependentSearch(cluster, options.schedule().concurrency(), orphans()).find(all);
    found.problems().forEach(problem -> events.accept(new Event.Warned(problem)));
    return found;
  }

  private boolean orphans() {
    return deleting.how().propagation() == Propagation.ORPHAN;
  }

  private List<ReportedObject> entries(List<PlannedObject> going, Dependents dependents) {
    var report = PlanEntryReport.ofDeletion(output.secrets(), orphans());
    return going.stream()
        .map(each ->
            PlanEntryReport.withDependents(
                report.of(each, List.of(), List.of()), dependents.of(each)))
        .toList();
  }

  /// Writes the plan, and prints it.
  private ExitCode write(
      Cluster cluster, PlanUse.Written written, List<PlannedObject> going, Dependents dependents) {
    SecretDigests digests = ClusterSource.newDigests();
    var plan =
        new DeletionPlan(
            written.made(),
            PlanTargets.of(cluster),
            written.options(),
            digests,
            going.stream()
                .map(each ->
                    new PlannedDeletion(
                        PlanEntries.of(each, digests, Explanation.NONE), dependents.of(each)))
                .toList());
    Console console = context.console();
    var text = output.blocks().text(context, console.terminals().out());
    console.out().print(PlanText.head(plan.made(), plan.target()));
    console.out().print(text.deleted(entries(going, dependents)), console.colours());
    console.out().flush();
    DeletionPlanFiles.write(written.out(), plan);
    return ExitCode.OK;
  }

  /// Returns the plan for the parent of a set. It stays while members stay, and keeps their record.
  private Optional<PlannedObject> parent(Chosen chosen, List<PlannedObject> members) {
    boolean stay = !deleting.awaited() || !staying(members).isEmpty();
    return chosen
        .parent()
        .map(parent ->
            stay && parent.before() instanceof MapValue live
                ? new PlannedObject(parent.desired(), new Action.Unchanged(), live, live)
                : parent);
  }

  /// Returns the members that are there after the run.
  private List<MapValue> staying(List<PlannedObject> members) {
    return members.stream()
        .filter(member -> !deleting.awaited() || !member.isDeletion())
        .flatMap(member -> member.before() instanceof MapValue live ? Stream.of(live) : Stream.of())
        .toList();
  }

  private ExitCode carryOut(
      Cluster cluster,
      Chosen chosen,
      List<PlannedObject> plan,
      Optional<PlannedObject> parent,
      FailureRecorder events) {
    List<PlannedObject> going = plan.stream().filter(PlannedObject::isDeletion).toList();
    List<KubeObject> recorded =
        Stream.concat(going.stream(), parent.stream()).map(PlannedObject::desired).toList();
    boolean well;
    try (var own = UndoRecording.begin(context, cluster, recording, "delete", recorded);
        var progress = Progress.of(context.console(), true)) {
      var deletions = new Deletions(own.cluster(), options, deleting.how(), cancellation);
      Consumer<Event> told =
          progress.before(event ->
              events.accept(
                  event instanceof Event.Stopped end ? end.of(Event.Work.DELETE) : event));
      well = delete(deletions, going, told);
      if (well && parent.filter(PlannedObject::isDeletion).isPresent()) {
        well = delete(deletions, List.of(parent.get()), told);
      } else if (well && chosen.set() != null && parent.isPresent()) {
        chosen.set().keep(staying(plan));
      }
      own.end(!well || cancellation.requested());
    }
    if (cancellation.requested()) {
      return ExitCode.INTERRUPTED;
    }
    return well ? status(events) : ExitCode.FAILED;
  }

  private boolean delete(Deletions deletions, List<PlannedObject> objects, Consumer<Event> events) {
    var gone = new ArrayList<MapValue>();
    boolean well =
        deletions.carryOut(
            objects,
            event -> {
              if (event instanceof Event.Applied applied) {
                gone.add(applied.object());
              }
              events.accept(event);
            });
    if (deleting.awaited() && !cancellation.requested()) {
      well &= deletions.await(gone, "delete again to keep waiting", events);
    }
    return well;
  }

  private boolean dry() {
    return options.dryRun() != DryRun.NONE;
  }

  private static ExitCode status(FailureRecorder events) {
    return events.failed() ? ExitCode.FAILED : ExitCode.OK;
  }

  private Reporter reporter(Summary summary, Reports reports) {
    boolean ofKubectl =
        output.format() instanceof ObjectOutput.Lines
            && !options.allows(Difference.REPORTS_DELETED_BY_NAME);
    Reporter objects =
        ofKubectl
            ? new DeletedLines(
                context.console().out(),
                ObjectOutput.suffix(options.dryRun()),
                Integer.valueOf(0).equals(deleting.how().gracePeriodSeconds()))
            : output.format().reporter(context.console(), options.dryRun());
    return output.reporter(context, options, objects, summary, reports, Map.of());
  }
}
