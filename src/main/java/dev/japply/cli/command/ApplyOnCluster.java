package dev.japply.cli.command;

import dev.japply.apply.Event;
import dev.japply.apply.Executor;
import dev.japply.apply.Executor.Tally;
import dev.japply.apply.Gate;
import dev.japply.apply.NamedDependencies;
import dev.japply.apply.ResolvedObjects;
import dev.japply.apply.prune.AppliedObjects;
import dev.japply.apply.prune.Pruning;
import dev.japply.cluster.Cluster;
import dev.japply.io.Cancellation;
import dev.japply.object.KubeObject;
import dev.japply.plan.CustomTypes;
import dev.japply.plan.Difference;
import dev.japply.problem.Problem;
import dev.japply.problem.Severity;
import dev.japply.report.Reporter;
import java.util.List;
import java.util.Optional;

/// What `japply apply` does once it has a cluster: finds each object's place, applies, prunes.
///
/// @param reporter hears what is applied
/// @param pruned hears what is pruned
/// @param gate where objects wait until others are ready
record ApplyOnCluster(
    Cluster cluster,
    ApplyRequest request,
    Cancellation cancellation,
    Reporter reporter,
    Reporter pruned,
    Progress progress,
    Gate gate) {

  /// Applies `objects`, and prunes when all went well.
  ///
  /// @param broken whether there are other documents, which are no objects
  Tally run(List<KubeObject> objects, boolean broken) {
    var namespace =
        new ResolvedObjects.Namespace(
            cluster.defaultNamespace(), !request.connection().namespace().isEmpty());
    CustomTypes types = types(objects);
    Optional<Pruning> pruning = pruning(namespace, types);
    List<KubeObject> members = pruning.map(prune -> prune.members(objects)).orElse(objects);
    ResolvedObjects targets = ResolvedObjects.find(cluster, namespace, members, types);
    report(targets.problems(), reporter);
    new NamedDependencies(cluster, request.options(), cancellation)
        .check(targets.targets(), pruning.isPresent());
    pruning.ifPresent(prune -> prune.prepare(targets.targets()));
    var applied = new AppliedObjects(reporter);
    Tally tally =
        new Executor(cluster, request.options(), cancellation, gate)
            .run(targets.targets(), progress.before(applied), request.output().detail())
            .plusFailed(targets.problems().size());
    reporter.finish();
    boolean all = !broken && tally.failed() == 0 && tally.notTried() == 0;
    boolean well =
        pruning.isEmpty()
            || !all
            || pruning.get().run(targets.targets(), applied.uids(), progress.before(pruned));
    return well ? tally : tally.plusFailed(1);
  }

  private Optional<Pruning> pruning(ResolvedObjects.Namespace namespace, CustomTypes types) {
    var setting = new Pruning.Setting(cluster, request.options(), namespace, types);
    return Optional.ofNullable(request.prune())
        .map(prune -> Pruning.open(setting, prune, cancellation, reporter));
  }

  /// The types that the input defines; kubectl does not look.
  private CustomTypes types(List<KubeObject> objects) {
    boolean awaited = request.options().planning().allows(Difference.AWAITS_NEW_TYPES);
    return awaited ? CustomTypes.of(objects) : CustomTypes.NONE;
  }

  /// Reports problems with the input; the answer is whether there was an error among them.
  static boolean report(List<Problem> problems, Reporter reporter) {
    boolean errors = false;
    for (Problem problem : problems) {
      reporter.accept(Event.about(problem));
      errors |= problem.severity() == Severity.ERROR;
    }
    return errors;
  }
}
