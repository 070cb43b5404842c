package dev.japply.cli.command;

import dev.japply.apply.Event;
import dev.japply.apply.Executor.Tally;
import dev.japply.apply.Gate;
import dev.japply.apply.PlanExecution;
import dev.japply.apply.ResolvedObject;
import dev.japply.apply.ResolvedObjects;
import dev.japply.apply.prune.AppliedObjects;
import dev.japply.apply.prune.Pruning;
import dev.japply.cli.flags.PlanUse;
import dev.japply.cluster.Cluster;
import dev.japply.io.Cancellation;
import dev.japply.object.KubeObject;
import dev.japply.object.ObjectKey;
import dev.japply.plan.Action;
import dev.japply.plan.CustomTypes;
import dev.japply.plan.PlanCheck.Terms;
import dev.japply.plan.PlannedObject;
import dev.japply.plan.PrunePlan;
import dev.japply.plan.file.PlanFile;
import dev.japply.plan.file.PlanFile.Entry;
import dev.japply.problem.Problem;
import dev.japply.report.Reporter;
import dev.japply.tree.Value.MapValue;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// What `japply apply --plan` does once it has a cluster: sees that it is that of the plan, that
/// the manifests are those of the plan, and carries it out.
///
/// @param reporter hears what is done
/// @param gate where objects wait until others are ready
record PlannedOnCluster(
    Cluster cluster,
    ApplyRequest request,
    PlanUse use,
    Cancellation cancellation,
    Reporter reporter,
    Progress progress,
    Gate gate) {

  /// Carries out the plan for `objects`.
  Tally run(List<KubeObject> objects) {
    PlanTargets.check(use.plan().target(), cluster);
    var namespace =
        new ResolvedObjects.Namespace(
            cluster.defaultNamespace(), !request.connection().namespace().isEmpty());
    CustomTypes types = CustomTypes.of(objects);
    Optional<Pruning> pruning = pruning(namespace, types);
    List<KubeObject> members = pruning.map(prune -> prune.members(objects)).orElse(objects);
    ResolvedObjects found = ResolvedObjects.find(cluster, namespace, members, types);
    ApplyOnCluster.report(found.problems(), reporter);
    if (!found.problems().isEmpty()) {
      return new Tally(0, found.problems().size(), found.targets().size());
    }
    var problems = new ArrayList<Problem>();
    List<PlannedObject> plan = planned(found.targets(), problems);
    ApplyOnCluster.report(problems, reporter);
    Tally tally =
        problems.isEmpty()
            ? carryOut(plan, found.targets(), pruning.orElse(null))
            : new Tally(0, problems.size(), 0);
    reporter.finish();
    return tally;
  }

  private Optional<Pruning> pruning(ResolvedObjects.Namespace namespace, CustomTypes types) {
    var setting = new Pruning.Setting(cluster, request.options(), namespace, types);
    return Optional.ofNullable(use.prune())
        .map(prune -> Pruning.open(setting, prune, cancellation, reporter));
  }

  private Tally carryOut(
      List<PlannedObject> plan, List<ResolvedObject> targets, @Nullable Pruning pruning) {
    var applied = new AppliedObjects(reporter);
    var execution =
        new PlanExecution(
            cluster,
            request.options(),
            use.how(),
            new Terms(use.fit(), use.plan().seal(), prunable(plan, targets, pruning)),
            cancellation);
    Consumer<List<ResolvedObject>> begin =
        staying -> {
          if (pruning != null) {
            pruning.prepare(staying);
          }
        };
    Tally tally =
        execution.run(plan, begin, gate, progress.before(applied), request.output().detail());
    boolean all = tally.failed() == 0 && tally.notTried() == 0 && !cancellation.requested();
    boolean well =
        !all || pruning == null || pruning.conclude(targets, applied.uids(), going(), reporter);
    return well ? tally : tally.plusFailed(1);
  }

  /// What would be pruned now: nothing else goes, whatever the file says.
  private Set<String> prunable(
      List<PlannedObject> plan, List<ResolvedObject> targets, @Nullable Pruning pruning) {
    if (pruning == null || going().isEmpty()) {
      return Set.of();
    }
    Set<String> desired =
        plan.stream()
            .filter(planned -> !(planned.action() instanceof Action.Delete))
            .flatMap(planned ->
                planned.before() instanceof MapValue live
                    ? Stream.of(PrunePlan.uid(live))
                    : Stream.empty())
            .collect(Collectors.toSet());
    return pruning.prunable(
        targets, desired, problem -> reporter.accept(new Event.Warned(problem.asWarning())));
  }

  /// The objects that are to go.
  private List<MapValue> going() {
    return use.plan().entries().stream()
        .filter(Entry::isPruned)
        .map(entry -> entry.object().tree())
        .toList();
  }

  /// What is planned for each manifest, and what is to go; `problems` gets what does not match.
  private List<PlannedObject> planned(List<ResolvedObject> targets, List<Problem> problems) {
    PlanFile plan = use.plan();
    Map<ObjectKey, Deque<Entry>> entries = new LinkedHashMap<>();
    for (Entry entry : plan.entries()) {
      if (!entry.isPruned()) {
        entries.computeIfAbsent(entry.object().key(), key -> new ArrayDeque<>()).add(entry);
      }
    }
    var planned = new ArrayList<PlannedObject>();
    for (ResolvedObject target : targets) {
      KubeObject desired = target.desired();
      Entry entry = entries.getOrDefault(desired.key(), new ArrayDeque<>()).poll();
      if (entry == null) {
        problems.add(wrong(desired, "the plan does not have it" + place(desired)));
      } else if (!entry.manifest().equals(plan.seal().manifest(desired.key(), desired.tree()))) {
        problems.add(wrong(desired, "its manifest is not the one that was planned"));
      } else {
        planned.add(entry.planned(desired));
      }
    }
    entries
        .values()
        .forEach(left ->
            left.forEach(entry ->
                problems.add(
                    wrong(
                        entry.object(),
                        "the plan has it%s, and the manifests do not"
                            .formatted(place(entry.object()))))));
    plan.entries().stream().filter(Entry::isPruned).forEach(entry -> planned.add(entry.planned()));
    return planned;
  }

  private static String place(KubeObject object) {
    return object.namespace().isEmpty() ? "" : " in namespace " + object.namespace();
  }

  private static Problem wrong(KubeObject object, String what) {
    return Problem.error(
        object.origin(),
        object.key().subject(),
        what,
        "give the manifests and flags with which it was made, or plan again");
  }
}
