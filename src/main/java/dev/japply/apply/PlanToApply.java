package dev.japply.apply;

import dev.japply.apply.Apply.PruneRequest;
import dev.japply.object.KubeObject;
import dev.japply.object.ObjectKey;
import dev.japply.object.SecretCopies;
import dev.japply.plan.Action;
import dev.japply.plan.ForbidRules;
import dev.japply.plan.LiveMetadata;
import dev.japply.plan.PlannedObject;
import dev.japply.plan.RecreateRules;
import dev.japply.plan.StalePlanCheck.Strictness;
import dev.japply.plan.file.PlanFile;
import dev.japply.plan.file.PlanFile.Entry;
import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import dev.japply.problem.WarningId;
import dev.japply.tree.Value.MapValue;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// A plan that is to be carried out.
///
/// @param strictness conditions that have not changed since it was planned
/// @param replacement deletion of objects that are pruned, or deleted and created again
/// @param prune the request that was planned; null if nothing was pruned
public record PlanToApply(
    PlanFile plan,
    Strictness strictness,
    RecreateOptions replacement,
    RecreateRules rules,
    @Nullable PruneRequest prune) {

  /// Planned objects of the manifests, and of the objects to delete.
  ///
  /// @param problems differences between the plan and the manifests
  record Matched(List<PlannedObject> objects, List<Problem> problems) {
    Matched {
      objects = List.copyOf(objects);
      problems = List.copyOf(problems);
    }

    /// Whether single objects differ; else the plan as a whole is another one.
    boolean isAboutObjects() {
      return problems.stream().anyMatch(problem -> !problem.subject().isEmpty());
    }
  }

  /// Finds the plan for each of `targets`.
  ///
  /// @param forbidden rules for objects that must not be deleted
  Matched match(List<ResolvedObject> targets, ForbidRules forbidden) {
    var problems = new ArrayList<Problem>();
    Map<ObjectKey, Deque<Entry>> entries = new LinkedHashMap<>();
    for (Entry entry : plan.entries()) {
      if (!entry.isPruned()) {
        entries.computeIfAbsent(entry.object().key(), key -> new ArrayDeque<>()).add(entry);
      }
    }
    var planned = new ArrayList<PlannedObject>();
    var unplanned = new ArrayList<KubeObject>();
    for (ResolvedObject target : targets) {
      KubeObject desired = target.desired();
      Entry entry = entries.getOrDefault(desired.key(), new ArrayDeque<>()).poll();
      if (entry == null) {
        unplanned.add(desired);
      } else if (!entry.manifest().equals(plan.digests().manifest(desired.key(), desired.tree()))) {
        problems.add(wrong(desired, "its manifest is not the one that was planned"));
      } else {
        planned.add(entry.planned(desired));
      }
    }
    List<KubeObject> left =
        entries.values().stream().flatMap(Deque::stream).map(Entry::object).toList();
    problems.addAll(0, differences(unplanned, left));
    planned.addAll(deletions(targets));
    planned.forEach(one -> forbidden.problem(one).ifPresent(problems::add));
    return new Matched(planned, problems);
  }

  /// Returns the problems with objects that only the manifests or only the plan has. If all of them
  /// differ in the namespace alone, this is one problem.
  ///
  /// @param unplanned the objects that only the manifests have
  /// @param left the objects that only the plan has
  private static List<Problem> differences(List<KubeObject> unplanned, List<KubeObject> left) {
    Set<String> theirs = namespaces(left);
    Set<String> ours = namespaces(unplanned);
    boolean moved =
        theirs.size() == 1
            && ours.size() == 1
            && !theirs.equals(ours)
            && unnamespaced(left).equals(unnamespaced(unplanned));
    if (moved) {
      String planned = theirs.iterator().next();
      String what =
          "the plan was made for namespace %s, and this is %s"
              .formatted(planned, ours.iterator().next());
      String hint = "give -n " + planned + ", or plan again";
      return List.of(Problem.error(Origin.NONE, what, hint));
    }
    var problems = new ArrayList<Problem>();
    unplanned.forEach(object -> problems.add(wrong(object, "the plan does not have it")));
    left.forEach(
        object -> problems.add(wrong(object, "the plan has it, and the manifests do not")));
    return problems;
  }

  private static Set<String> namespaces(List<KubeObject> objects) {
    return objects.stream().map(KubeObject::namespace).collect(Collectors.toSet());
  }

  private static Set<ObjectKey> unnamespaced(List<KubeObject> objects) {
    return objects.stream()
        .map(object -> new ObjectKey(object.gvk().group(), object.gvk().kind(), "", object.name()))
        .collect(Collectors.toSet());
  }

  /// Returns the planned deletions. Errors about them must not contain values of `targets`'
  /// Secrets.
  private List<PlannedObject> deletions(List<ResolvedObject> targets) {
    Stream<MapValue> desired = targets.stream().map(target -> target.desired().tree());
    SecretCopies secrets = SecretCopies.fromSecrets(desired);
    return plan.entries().stream()
        .filter(Entry::isPruned)
        .map(entry -> entry.planned(entry.object().with(secrets)))
        .toList();
  }

  private static Problem wrong(KubeObject object, String what) {
    return object.error(what, "give the manifests and flags of the plan, or plan again");
  }

  /// The live objects that the plan deletes.
  List<MapValue> deleted() {
    return plan.entries().stream()
        .filter(Entry::isPruned)
        .map(entry -> entry.object().tree())
        .toList();
  }

  /// The uids that would be pruned now: nothing else is deleted, whatever the file contains.
  ///
  /// @param events receives the types that could not be searched
  Set<String> prunable(
      List<PlannedObject> planned,
      List<ResolvedObject> targets,
      @Nullable Pruning pruning,
      Consumer<Event> events) {
    if (pruning == null || deleted().isEmpty()) {
      return Set.of();
    }
    Set<String> desired =
        planned.stream()
            .filter(each -> !(each.action() instanceof Action.Delete))
            .flatMap(each ->
                each.before() instanceof MapValue live
                    ? Stream.of(LiveMetadata.uid(live))
                    : Stream.empty())
            .collect(Collectors.toSet());
    return pruning.prunable(
        targets,
        desired,
        problem -> events.accept(new Event.Warned(problem.asWarning(WarningId.PRUNE_SEARCH))));
  }
}
