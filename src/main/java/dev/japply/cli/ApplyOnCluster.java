package dev.japply.cli;

import dev.japply.execute.AppliedObjects;
import dev.japply.execute.Executor;
import dev.japply.execute.Executor.Tally;
import dev.japply.execute.Pruning;
import dev.japply.execute.Stop;
import dev.japply.execute.Targets;
import dev.japply.execute.Watcher;
import dev.japply.live.Cluster;
import dev.japply.merge.MergeRequest.Rules;
import dev.japply.object.KubeObject;
import dev.japply.plan.CustomTypes;
import dev.japply.report.Reporter;
import java.util.List;
import java.util.Optional;

/// What `japply apply` does once it has a cluster: finds each object's place, applies, prunes.
///
/// @param reporter hears what is applied
/// @param pruned hears what is pruned
/// @param watcher hears how far it is
record ApplyOnCluster(
    Cluster cluster,
    ApplyRequest request,
    Stop stop,
    Reporter reporter,
    Reporter pruned,
    Watcher watcher) {

  /// Applies `objects`, and prunes when all went well.
  ///
  /// @param broken whether there are other documents, which are no objects
  Tally run(List<KubeObject> objects, boolean broken) {
    var namespace =
        new Targets.Namespace(
            cluster.defaultNamespace(), !request.connection().namespace().isEmpty());
    CustomTypes types = types(objects);
    Optional<Pruning> pruning = pruning(namespace, types);
    List<KubeObject> members = pruning.map(prune -> prune.members(objects)).orElse(objects);
    Targets targets = Targets.find(cluster, namespace, members, types);
    ApplyRun.tell(targets.problems(), reporter);
    pruning.ifPresent(prune -> prune.begin(targets.targets()));
    var applied = new AppliedObjects(reporter);
    Tally tally =
        new Executor(cluster, request.options(), stop, watcher)
            .run(targets.targets(), applied, request.output().detail())
            .plusFailed(targets.problems().size());
    reporter.finish();
    boolean all = !broken && tally.failed() == 0 && tally.notTried() == 0;
    boolean well =
        pruning.isEmpty() || !all || pruning.get().run(targets.targets(), applied.uids(), pruned);
    return well ? tally : tally.plusFailed(1);
  }

  private Optional<Pruning> pruning(Targets.Namespace namespace, CustomTypes types) {
    var setting = new Pruning.Setting(cluster, request.options(), namespace, types, watcher);
    return request.prune().map(prune -> Pruning.open(setting, prune, stop, reporter));
  }

  /// The types that the input defines; kubectl does not look.
  private CustomTypes types(List<KubeObject> objects) {
    boolean kubectl = request.options().merge().rules() == Rules.KUBECTL;
    return kubectl ? CustomTypes.NONE : CustomTypes.of(objects);
  }
}
