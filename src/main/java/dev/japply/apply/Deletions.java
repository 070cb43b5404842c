package dev.japply.apply;

import dev.japply.apply.Apply.ApplySummary;
import dev.japply.apply.Apply.ReadinessWait;
import dev.japply.apply.DeletionWait.DeletedObject;
import dev.japply.apply.DeletionWait.End;
import dev.japply.apply.Event.Detail;
import dev.japply.apply.ExecutionOptions.Schedule;
import dev.japply.apply.WaveReadiness.Waits;
import dev.japply.apply.Waves.Sequence;
import dev.japply.apply.Waves.Task;
import dev.japply.cluster.Cluster;
import dev.japply.cluster.ClusterException;
import dev.japply.cluster.Resource;
import dev.japply.cluster.ServerProblems;
import dev.japply.io.Cancellation;
import dev.japply.object.KubeObject;
import dev.japply.plan.Difference;
import dev.japply.plan.Order;
import dev.japply.plan.PlannedObject;
import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import dev.japply.tree.Value.MapValue;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// Carries out planned deletions, and waits until the objects are gone: the objects of a prune, or
/// of a request to delete them.
///
/// @param deletion options of the requests and the waits
public record Deletions(
    Cluster cluster,
    ExecutionOptions options,
    DeletionOptions deletion,
    Cancellation cancellation) {

  /// Deletes objects, dependents first. After a failure the others are deleted all the same.
  ///
  /// @return whether all went well
  public boolean carryOut(List<PlannedObject> objects, Consumer<Event> events) {
    boolean ordered = options.allows(Difference.ORDERS_BY_DEPENDENCY);
    Order order = ordered ? Order.DEPENDENCIES : Order.INPUT;
    var run = new RunCancellation(cancellation);
    var gone = new DeletedWaveWait(cluster, deletion, run, events);
    ApplySummary deleted =
        Waves.run(
            cluster,
            new Waves.Setting(
                options.with(new Schedule(order, options.schedule().concurrency())),
                Waits.WAVES_PAST_FAILURES,
                DeletedWaveWait.isWanted(options) ? gone : ReadinessWait.NONE,
                Detail.WHOLE),
            run,
            objects.stream().map(this::task).toList(),
            ordered ? Sequence.DEPENDENTS_FIRST : Sequence.BY_TYPE,
            events);
    return deleted.tally().failed() == 0 && !run.requested();
  }

  private Task task(PlannedObject planned) {
    var resource = cluster.resource(planned.desired().gvk()).orElseThrow();
    var target = new ResolvedObject(planned.desired(), resource);
    return new Task(target, new Waves.Work.Delete(planned, deletion));
  }

  /// Waits until `objects` are gone: one after another, since they all go at the same time.
  ///
  /// @param more the command that continues the wait after its time limit
  /// @return whether all are gone
  public boolean await(List<MapValue> objects, String more, Consumer<Event> events) {
    if (options.dryRun() != DryRun.NONE) {
      return true;
    }
    boolean gone = true;
    var left = new ArrayList<>(objects);
    Duration limit =
        objects.stream().map(deletion::limit).max(Duration::compareTo).orElse(Duration.ZERO);
    Polling poll = new DeletionWait(cluster, cancellation).pauses(limit);
    while (!left.isEmpty() && !cancellation.requested()) {
      gone &= isGone(left.getFirst(), poll, limit, more, events);
      if (!cancellation.requested()) {
        left.removeFirst();
      }
    }
    left.forEach(
        live -> events.accept(new Event.Warned(unwatched(KubeObject.of(live, Origin.NONE)))));
    return gone && left.isEmpty();
  }

  private boolean isGone(
      MapValue live, Polling poll, Duration limit, String more, Consumer<Event> events) {
    KubeObject object = KubeObject.of(live, Origin.NONE);
    var problems = new WaitProblems(object, deletion.outcome().word());
    try {
      Optional<Resource> type = cluster.resource(object.gvk());
      if (type.isEmpty()) {
        return true; // its type is gone, and its objects with it
      }
      End end =
          new DeletionWait(cluster, cancellation)
              .await(
                  DeletedObject.of(type.get(), live),
                  poll,
                  there -> events.accept(problems.waiting(there)));
      if (end instanceof End.Late(MapValue there)) {
        events.accept(Event.about(problems.late(there, limit, more)));
        return false;
      }
      return true;
    } catch (ClusterException e) {
      String what =
          "%s, but whether it is gone is not known: %s"
              .formatted(deletion.outcome().word(), ServerProblems.sentence(e));
      events.accept(Event.about(object.error(what, more)));
      return false;
    }
  }

  private Problem unwatched(KubeObject object) {
    return Problem.warning(
        deletion.warning(),
        Origin.NONE,
        object.key().subject(),
        deletion.outcome().word() + ", but may still exist: the run was interrupted",
        "");
  }
}
