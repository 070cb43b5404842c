package dev.japply.cli.apply;

import dev.japply.apply.Apply.PruneRequest;
import dev.japply.apply.DryRun;
import dev.japply.apply.Event;
import dev.japply.apply.ExecutionOptions;
import dev.japply.apply.ExecutionOptions.Schedule;
import dev.japply.apply.PlanToApply;
import dev.japply.apply.Preview;
import dev.japply.apply.RecreateOptions;
import dev.japply.cli.flags.BlockFlags.Blocks;
import dev.japply.cli.flags.ClusterSource.LiveSource;
import dev.japply.cli.flags.CommandContext;
import dev.japply.cli.flags.Console;
import dev.japply.cli.plan.PlanCreator;
import dev.japply.cli.plan.PlanCreator.Basis;
import dev.japply.cli.plan.PlanCreator.Extent;
import dev.japply.cli.run.PlanTargets;
import dev.japply.cli.run.Progress;
import dev.japply.cli.run.YesPrompt;
import dev.japply.cluster.Cluster;
import dev.japply.cluster.config.ConnectionOptions;
import dev.japply.diff.Secrets;
import dev.japply.io.Cancellation;
import dev.japply.object.KubeObject;
import dev.japply.plan.Action;
import dev.japply.plan.Order;
import dev.japply.plan.PlanOptions.ReasonsWanted;
import dev.japply.plan.PlannedObject;
import dev.japply.plan.Planner.Annotation;
import dev.japply.plan.SecretDigests;
import dev.japply.plan.StalePlanCheck.Strictness;
import dev.japply.plan.file.PlanFile;
import dev.japply.plan.file.PlanFile.Deletion;
import dev.japply.plan.file.PlanFile.Entry;
import dev.japply.plan.file.PlanFile.Made;
import dev.japply.plan.file.PlanFile.Prune;
import dev.japply.problem.JapplyException;
import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import dev.japply.report.FailureRecorder;
import dev.japply.report.FirstSteps;
import dev.japply.report.PlanEntryReport;
import dev.japply.report.PlanText.Awaited;
import dev.japply.report.ReportedObject;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Shows the changes of an apply and prompts for confirmation. The apply then carries out the plan
/// exactly as shown, or does nothing.
///
/// @param options the options of the apply
/// @param prune the pruning after the apply; null if nothing is pruned
/// @param files the manifests, as the user named them
/// @param awaited the states that the apply waits for
/// @param secrets whether the prompt shows the values of Secrets
/// @param planned receives each planned object, unless it was planned before
/// @param events receives the reasons why the apply is not possible
record ConfirmPrompt(
    CommandContext context,
    Cancellation cancellation,
    Confirmation confirmation,
    ConnectionOptions connection,
    ExecutionOptions options,
    @Nullable PruneRequest prune,
    List<String> files,
    Awaited awaited,
    Secrets secrets,
    Consumer<PlannedObject> planned,
    Consumer<Event> events) {
  /// The options of the prompt.
  ///
  /// @param replacement the way to delete objects
  /// @param prune the pruning flags; null if nothing is pruned
  /// @param blocks the form of the text about objects
  /// @param flag the flag that requests it, as written
  /// @param place the position of the flag in a file; [Origin#NONE] if it is typed
  record Confirmation(
      RecreateOptions replacement,
      Deletion deletion,
      @Nullable Prune prune,
      Blocks blocks,
      String flag,
      Origin place) {}

  /// Checks that a user can be prompted.
  ///
  /// @throws JapplyException if there is no terminal
  static void checkTerminal(Console console, Confirmation confirmation) {
    boolean typed = confirmation.place().equals(Origin.NONE);
    YesPrompt.requireTerminal(
        console,
        Problem.error(
            confirmation.place(),
            confirmation.flag() + " needs a terminal: standard input or standard error is none",
            typed
                ? "leave it out, or apply a plan that was reviewed, by --plan"
                : "add --confirm=false to apply without a prompt, or apply a plan that was"
                    + " reviewed, by --plan=FILE --confirm=false"));
  }

  /// Returns the confirmed plan; empty if there is none, which has been reported.
  ///
  /// @param given the plan to confirm; null to plan now
  /// @throws JapplyException if the user declines
  Optional<PlanToApply> confirmed(
      Cluster cluster, List<KubeObject> objects, @Nullable PlanToApply given) {
    if (given != null) {
      PlanTargets.check(given.plan().target(), cluster);
    }
    var entries = new ArrayList<ReportedObject>();
    if (given != null) {
      var report = PlanEntryReport.of(given.plan());
      given.plan().entries().forEach(entry -> entries.add(report.of(entry)));
      given.plan().entries().stream()
          .flatMap(entry -> entry.explanation().warnings().stream())
          .filter(context.console().warnings()::isShown)
          .forEach(warning -> inBlocks(events).accept(new Event.Warned(warning)));
    }
    var steps = new FirstSteps();
    PlanToApply use = given == null ? planned(cluster, objects, entries::add, steps) : given;
    Console console = context.console();
    var text = confirmation.blocks().text(context, console.terminals().err());
    if (use == null || cancellation.requested()) {
      if (!cancellation.requested() && !steps.isOneError()) {
        console.err().print(steps.text(text.width(), "apply"), /* coloured= */ false);
      }
      return Optional.empty();
    }
    boolean changes =
        use.plan().entries().stream()
            .anyMatch(entry -> !(entry.action() instanceof Action.Unchanged));
    console
        .err()
        .print(
            text.objects(entries, use.plan().settings().order(), awaited), console.errorColours());
    console.err().print(steps.text(text.width(), "apply"), /* coloured= */ false);
    if (changes) {
      new YesPrompt(context, cancellation)
          .ask(
              "Apply this to",
              connection,
              use.plan().target().server(),
              use.plan().entries().stream().map(Entry::object).toList());
    }
    return cancellation.requested() ? Optional.empty() : Optional.of(use);
  }

  /// Returns `events` after a listener that leaves warnings to the blocks of objects.
  private Consumer<Event> inBlocks(Consumer<Event> events) {
    Consumer<Event> blocks = context.console().warnings().inBlocks();
    return blocks.andThen(events);
  }

  private @Nullable PlanToApply planned(
      Cluster cluster,
      List<KubeObject> objects,
      Consumer<ReportedObject> entries,
      FirstSteps steps) {
    var tried =
        options
            .with(options.planning().with(ReasonsWanted.SENT))
            .with(DryRun.SERVER)
            .with(new Schedule(Order.INPUT, options.schedule().concurrency()));
    var preview =
        new Preview.Settings(
            tried,
            connection.namesNamespace(),
            prune == null ? null : prune.choice(),
            Annotation.WRITTEN);
    Instant now = context.clock().instant();
    var basis =
        new Basis(new Made(now, now, ""), files, confirmation.deletion(), confirmation.prune());
    var extent = new Extent(secrets, /* kept= */ true, /* differences= */ false);
    var failures = new FailureRecorder(inBlocks(events).andThen(steps));
    try (var progress = Progress.of(context.console(), true)) {
      var planning =
          new PlanCreator(
              preview,
              basis,
              extent,
              planned,
              entries,
              progress.before(failures),
              context.console().warnings()::isShown);
      var source = new LiveSource(cluster, () -> SecretDigests.NONE); // no file has the plan
      PlanFile plan = planning.make(source, objects, false, cancellation);
      return failures.failed()
          ? null
          : new PlanToApply(
              plan, Strictness.ACTION, confirmation.replacement(), options.recreateRules(), prune);
    }
  }
}
