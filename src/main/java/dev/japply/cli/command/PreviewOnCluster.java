package dev.japply.cli.command;

import dev.japply.apply.Event;
import dev.japply.apply.ExecutionOptions;
import dev.japply.apply.Previewer;
import dev.japply.apply.PruneRequest.Choice;
import dev.japply.apply.ResolvedObjects;
import dev.japply.apply.prune.PrunePreviewer;
import dev.japply.cluster.Cluster;
import dev.japply.cluster.config.ConnectionOptions;
import dev.japply.io.Cancellation;
import dev.japply.object.KubeObject;
import dev.japply.plan.Action;
import dev.japply.plan.CustomTypes;
import dev.japply.plan.Difference;
import dev.japply.plan.PlannedObject;
import dev.japply.plan.Planner.Annotation;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// What `japply diff` and `japply plan` do once they have a cluster: find out what would become of
/// each object, and which others would be pruned.
record PreviewOnCluster(Cluster cluster, Asked asked, Cancellation cancellation) {

  /// What is to be found out.
  ///
  /// @param prune what is pruned; null for nothing
  /// @param options how the objects would be applied, on a dry run
  record Asked(
      ConnectionOptions connection,
      @Nullable Choice prune,
      ExecutionOptions options,
      Annotation annotation) {}

  /// Tells `planned` what would become of each of `objects`, and of what would be pruned.
  ///
  /// @param failed whether something went wrong before, so that nothing would be pruned
  void run(
      List<KubeObject> objects,
      boolean failed,
      Consumer<PlannedObject> planned,
      Consumer<Event> events) {
    boolean enforced = !asked.connection().namespace().isEmpty();
    var namespace = new ResolvedObjects.Namespace(cluster.defaultNamespace(), enforced);
    Optional<PrunePreviewer> pruner = pruner(objects, namespace);
    List<KubeObject> members = pruner.map(prune -> prune.members(objects)).orElse(objects);
    var faults = new ArrayList<Event>();
    Consumer<Event> noted =
        event -> {
          if (event instanceof Event.Rejected || event instanceof Event.Failed) {
            faults.add(event);
          }
          events.accept(event);
        };
    var failures = new ArrayList<Event>();
    Consumer<PlannedObject> applied =
        object -> {
          if (object.action() instanceof Action.Refused(var problems)) {
            failures.add(new Event.Failed(object.desired(), problems));
          }
          pruner.ifPresent(each -> each.note(object));
          planned.accept(object);
        };
    new Previewer(cluster, asked.options(), asked.annotation(), cancellation)
        .run(namespace, members, applied, noted);
    failures.forEach(noted);
    if (pruner.isPresent() && !failed && faults.isEmpty() && !cancellation.requested()) {
      pruner.get().run(planned, noted);
    }
  }

  private Optional<PrunePreviewer> pruner(
      List<KubeObject> objects, ResolvedObjects.Namespace namespace) {
    boolean awaited = asked.options().allows(Difference.AWAITS_NEW_TYPES);
    CustomTypes types = awaited ? CustomTypes.of(objects) : CustomTypes.NONE;
    return Optional.ofNullable(asked.prune())
        .map(choice ->
            PrunePreviewer.open(cluster, choice, namespace, types, asked.options(), cancellation));
  }
}
