package dev.japply.cli.command;

import dev.japply.apply.Event;
import dev.japply.apply.ExecutionOptions;
import dev.japply.apply.MigrationPreview;
import dev.japply.apply.MigrationPreviewer;
import dev.japply.apply.ResolvedObject;
import dev.japply.apply.ResolvedObjects;
import dev.japply.apply.RuleKinds;
import dev.japply.cli.flags.CommandContext;
import dev.japply.cli.flags.InputOptions;
import dev.japply.cli.flags.LiveObject;
import dev.japply.cli.flags.LookupResult;
import dev.japply.cli.flags.ObjectSelection;
import dev.japply.cli.flags.SelectedObjects;
import dev.japply.cli.flags.UsageException;
import dev.japply.cluster.ClusterException;
import dev.japply.cluster.ServerProblems;
import dev.japply.cluster.config.ConnectionOptions;
import dev.japply.io.Cancellation;
import dev.japply.object.KubeObject;
import dev.japply.object.LabelSelector;
import dev.japply.object.LastApplied;
import dev.japply.plan.CustomTypes;
import dev.japply.plan.MigrationReport;
import dev.japply.plan.MigrationReport.State;
import dev.japply.plan.Planner;
import dev.japply.plan.Planner.Annotation;
import dev.japply.problem.ExitCode;
import dev.japply.problem.JapplyException;
import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import dev.japply.report.FailureRecorder;
import dev.japply.report.MigrationText;
import dev.japply.report.ProblemReporter.Requests;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/// Runs `japply migrate`: shows the effect of `apply --server-side`. Writes nothing.
final class MigrateRun {
  private final CommandContext context;
  private final Cancellation cancellation;
  private final FailureRecorder events;
  private final ExecutionOptions options;
  private final Show show;
  private final Set<String> used = new HashSet<>();
  private int seen;

  /// The width of tables; 0 if it is not determined yet.
  private int columns;

  /// @param options the options of the server-side apply, including the field manager and dry run
  MigrateRun(
      CommandContext context, Cancellation cancellation, ExecutionOptions options, Show show) {
    this.context = context;
    this.options = options;
    this.show = show;
    this.cancellation = cancellation;
    this.events = new FailureRecorder(context.console().problems(Requests.HIDDEN));
  }

  /// The text for people.
  ///
  /// @param all whether to include fields that only return to their defaults
  /// @param wide whether to print whole tables
  record Show(boolean all, boolean wide) {}

  private ExitCode end() {
    context.console().out().flush();
    return cancellation.requested()
        ? ExitCode.INTERRUPTED
        : events.failed() ? ExitCode.FAILED : ExitCode.OK;
  }

  /// Compares the objects of manifests.
  ///
  /// @param selector selects objects of the manifests
  ExitCode ofManifests(InputOptions files, LabelSelector selector, ConnectionOptions connection) {
    List<KubeObject> chosen =
        SelectedObjects.read(
            files, selector, options.compatibility(), context, cancellation, events);
    if (chosen.isEmpty()) {
      if (!events.failed()) {
        throw new UsageException("no objects passed to migrate");
      }
      return end();
    }
    context.onCluster(
        connection,
        cluster -> {
          RuleKinds.check(cluster, options, chosen);
          boolean enforced = !connection.namespace().isEmpty();
          ResolvedObjects found =
              ResolvedObjects.find(
                  cluster, enforced, chosen, CustomTypes.NONE, options.compatibility());
          found.problems().forEach(this::reject);
          if (found.isRepeated()) {
            return true;
          }
          var planner = new Planner(options.planning(), Annotation.LEFT);
          List<ResolvedObject> targets =
              found.targets().stream()
                  .map(target -> target.with(planner.serverSide(target.desired())))
                  .toList();
          new MigrationPreviewer(cluster, options, cancellation, this::print, events).run(targets);
          warnOfUnused(chosen);
          return true;
        });
    return end();
  }

  /// Warns of ignore rules that match nothing, if all objects were compared.
  private void warnOfUnused(List<KubeObject> objects) {
    if (seen == objects.size()) {
      IgnoreRuleUsage.unused(options.planning().ignore(), used, objects)
          .forEach(problem -> events.accept(new Event.Warned(problem)));
    }
  }

  /// Compares live objects with their last applied configuration.
  ExitCode ofLive(ObjectSelection choice) {
    LookupResult found =
        context.onCluster(
            choice.connection(),
            cluster -> {
              var preview = new MigrationPreview(cluster, options, events);
              LookupResult objects = choice.find(context, cancellation, cluster);
              objects.objects().forEach(object -> explain(preview, object));
              return objects;
            });
    found.problems().forEach(this::reject);
    return end();
  }

  private void explain(MigrationPreview preview, LiveObject object) {
    KubeObject live = KubeObject.of(object.live(), Origin.NONE);
    if (object.lastApplied() instanceof LastApplied.Stored.Document(MapValue config)) {
      KubeObject applied = live.withTree(placed(config, live));
      explain(applied, () -> preview.report(object.resource(), applied, object.live()));
    } else {
      print(preview.report(live, State.NOT_APPLIED));
    }
  }

  /// Adds the live namespace to the last applied configuration, which may lack it.
  private static MapValue placed(MapValue config, KubeObject live) {
    MapValue metadata = config.map("metadata");
    return live.namespace().isEmpty()
        ? config
        : config.with("metadata", metadata.with("namespace", Value.text(live.namespace())));
  }

  private void explain(KubeObject object, Supplier<MigrationReport> report) {
    try {
      print(report.get());
    } catch (JapplyException e) {
      events.accept(new Event.Failed(object, e.problems()));
    } catch (ClusterException e) {
      if (e.isAboutAll()) {
        throw e;
      }
      events.accept(new Event.Failed(object, ServerProblems.of(object, e)));
    }
  }

  private void print(MigrationReport report) {
    seen += report.state() == State.LIVE ? 1 : 0;
    used.addAll(report.rules());
    context.console().out().print(MigrationText.of(report, show.all(), width()));
  }

  private int width() {
    if (columns == 0) {
      columns = context.width(show.wide(), context.console().terminals().out());
    }
    return columns;
  }

  private void reject(Problem problem) {
    events.accept(new Event.Rejected(problem));
  }
}
