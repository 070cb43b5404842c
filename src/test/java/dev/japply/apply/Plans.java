package dev.japply.apply;

import dev.japply.apply.Apply.ApplySummary.Tally;
import dev.japply.apply.ExecutionOptions.Schedule;
import dev.japply.cluster.Cluster;
import dev.japply.cluster.DeleteOptions.Propagation;
import dev.japply.merge.MergeRequest.Rules;
import dev.japply.object.KubeObject;
import dev.japply.object.SecretCopies;
import dev.japply.plan.Action;
import dev.japply.plan.LiveMetadata;
import dev.japply.plan.Order;
import dev.japply.plan.PlanOptions;
import dev.japply.plan.PlannedObject;
import dev.japply.plan.Planner.Annotation;
import dev.japply.plan.PrunePlan;
import dev.japply.plan.PrunePlan.Desired;
import dev.japply.plan.PrunePlan.Sequence;
import dev.japply.plan.RecreateRules;
import dev.japply.plan.SecretDigests;
import dev.japply.plan.StalePlanCheck.Conditions;
import dev.japply.plan.StalePlanCheck.Strictness;
import dev.japply.plan.Ways;
import dev.japply.plan.file.PlanEntries;
import dev.japply.plan.file.PlanFile;
import dev.japply.plan.file.PlanFile.Entry;
import dev.japply.plan.file.PlanFile.Explanation;
import dev.japply.plan.file.PlanFile.Made;
import dev.japply.plan.file.PlanFile.Settings;
import dev.japply.plan.file.PlanFile.Target;
import dev.japply.plan.file.PlanFileCodec;
import dev.japply.problem.Origin;
import dev.japply.tree.GoJson;
import dev.japply.tree.Json;
import dev.japply.tree.Value.MapValue;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Applies, plans, and carries out what was planned, stored as text and read again.
///
/// @param copies where objects are kept that are replaced
public record Plans(Cluster cluster, ApplyMethod method, Path copies, List<Event> events) {
  private static final SecretDigests SEAL = new SecretDigests("salt");

  /// Those by client-side apply, which replaces what takes no patch.
  public static Plans merging(Cluster cluster, Path copies) {
    var method = new ApplyMethod.ClientSide(replacement(copies));
    return new Plans(cluster, method, copies, new ArrayList<>());
  }

  private static RecreateOptions replacement(Path copies) {
    var deletion = new DeletionOptions(Propagation.BACKGROUND, null, Duration.ofSeconds(20));
    return new RecreateOptions(deletion, copies);
  }

  private ExecutionOptions options(DryRun dryRun) {
    return new ExecutionOptions(
        Ways.planning(Rules.JAPPLY),
        dryRun,
        "me",
        "Strict",
        new Schedule(Order.DEPENDENCIES, 1),
        method);
  }

  private static List<KubeObject> objects(List<MapValue> manifests) {
    return manifests.stream().map(tree -> KubeObject.of(tree, new Origin("f", 1, 1))).toList();
  }

  /// Applies `manifests` without a plan.
  public Tally apply(List<MapValue> manifests) {
    var found = ResolvedObjects.find(cluster, /* enforced= */ false, objects(manifests));
    return new Apply(
            cluster, Apply.Settings.of(options(DryRun.NONE)), new Ending(), Options.into(events))
        .run(found.targets())
        .tally();
  }

  /// Deletes `live` without a plan.
  void prune(MapValue live) {
    var run = new RunCancellation(new Ending());
    var context =
        new ApplyContext(cluster, new LiveObjects(cluster, run), options(DryRun.NONE), run);
    PlannedObject deletion = deletion(live);
    var target =
        new ResolvedObject(
            deletion.desired(), cluster.resource(deletion.desired().gvk()).orElseThrow());
    new Deleter(context, replacement(copies).deletion(), events::add)
        .carryOut(target, deletion, "")
        .ifPresent(events::add);
  }

  private static PlannedObject deletion(MapValue live) {
    var nothing = new Desired(Set.of(), Set.of());
    return PrunePlan.of(List.of(live), nothing, Sequence.AS_FOUND, PrunePlan.Protection.HEEDED)
        .planned(SecretCopies.NONE)
        .getFirst();
  }

  /// A plan of applying `manifests` and deleting `pruned`, which was stored.
  public List<PlannedObject> plan(List<MapValue> manifests, List<MapValue> pruned) {
    var planned = new ArrayList<PlannedObject>();
    var settings = new Preview.Settings(options(DryRun.SERVER), false, null, Annotation.WRITTEN);
    new Preview(cluster, settings, new Ending(), Options.into(events))
        .run(objects(manifests), planned::add);
    return Stream.concat(planned.stream(), pruned.stream().map(Plans::deletion))
        .map(Plans::stored)
        .toList();
  }

  private static boolean isStored(List<PlannedObject> plan) {
    return plan.stream().map(PlannedObject::action).noneMatch(Action.Refused.class::isInstance);
  }

  /// As a plan file gives it back, which does not have what is refused.
  private static PlannedObject stored(PlannedObject planned) {
    if (!isStored(List.of(planned))) {
      return planned;
    }
    var plan =
        new PlanFile(
            new Made(Instant.EPOCH, Instant.MAX, "me"),
            new Target("https://fake", ""),
            new Settings(
                List.of(),
                PlanOptions.DEFAULT,
                "me",
                "Strict",
                null,
                null,
                new PlanFile.Deletion("background", -1),
                null),
            SEAL,
            List.of(PlanEntries.of(planned, SEAL, Explanation.NONE)));
    String text = GoJson.write(PlanFileCodec.toTree(plan));
    Entry entry = PlanFileCodec.read((MapValue) Json.parse(text)).entries().getFirst();
    return entry.isPruned() ? entry.planned() : entry.planned(planned.desired());
  }

  /// Carries `plan` out.
  public Tally carryOut(List<PlannedObject> plan, Strictness strictness) {
    events.clear();
    var settings = Apply.Settings.of(options(DryRun.NONE));
    var conditions =
        new Conditions(strictness, isStored(plan) ? SEAL : SecretDigests.NONE, going(plan));
    return new Apply(cluster, settings, new Ending(), Options.into(events))
        .run(plan, replacement(copies), new RecreateRules(List.of(), true), conditions, null)
        .tally();
  }

  private static Set<String> going(List<PlannedObject> plan) {
    return plan.stream()
        .filter(planned -> planned.action() instanceof Action.Delete)
        .map(planned -> LiveMetadata.uid((MapValue) planned.before()))
        .collect(Collectors.toSet());
  }

  /// How the objects ended.
  public List<String> ends() {
    return events.stream().flatMap(event -> end(event).stream()).toList();
  }

  private static Optional<String> end(Event event) {
    return switch (event) {
      case Event.Applied(var desired, var outcome, var object, var planned) ->
          Optional.of(desired.name() + " " + outcome.word());
      case Event.Failed(var desired, var problems, var planned) ->
          Optional.of(desired.name() + " " + problems);
      case Event.Unknown(var desired, var problem) -> Optional.of(desired.name() + " " + problem);
      case Event.Rejected(var problem) ->
          Optional.of(problem.toString()).filter(text -> !text.contains("nothing was changed"));
      case Event.Sending none -> Optional.empty();
      case Event.Retrying none -> Optional.empty();
      case Event.Waiting none -> Optional.empty();
      case Event.Ready ready -> Optional.empty();
      case Event.Unready unready -> Optional.empty();
      case Event.Warned none -> Optional.empty();
      case Event.Progress none -> Optional.empty();
      case Event.ApplyEnded none -> Optional.empty();
      case Event.Skipped none -> Optional.empty();
      case Event.Pruning none -> Optional.empty();
      case Event.PruningStopped none -> Optional.empty();
      case Event.Stopped none -> Optional.empty();
    };
  }
}
