package dev.japply.client;

import dev.japply.apply.Apply;
import dev.japply.apply.Event;
import dev.japply.apply.Outcome;
import dev.japply.apply.ResolvedObjects;
import dev.japply.cluster.Cluster;
import dev.japply.io.Cancellation;
import dev.japply.object.ObjectKey;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/// One [Applier#apply]: resolves the objects, executes, and turns events into results.
record ApplyCall(Cluster cluster, ApplyOptions options, Cancellation cancellation) {

  List<ApplyResult> run(Manifests manifests) {
    ResolvedObjects resolved = manifests.resolve(cluster);
    Deque<ApplyResult> ended = new ArrayDeque<>();
    new Apply(
            cluster,
            Apply.Settings.of(options.execution()),
            cancellation,
            event -> take(event, ended))
        .run(resolved.targets());
    var results = new ArrayList<ApplyResult>();
    for (ResolvedObjects.Entry entry : resolved.entries()) {
      ObjectKey key =
          entry.target() == null ? entry.desired().key() : entry.target().desired().key();
      results.add(
          entry.problem() == null
              ? next(key, ended)
              : new ApplyResult.Failed(key, List.of(entry.problem())));
    }
    return List.copyOf(results);
  }

  private void take(Event event, Deque<ApplyResult> ended) {
    if (event instanceof Event.Warned(var warning)) {
      options.warn(warning);
    } else if (event instanceof Event.Ended end) {
      ended.add(result(end));
    }
  }

  /// Events come in the order of the objects, and one that was not tried has none.
  private static ApplyResult next(ObjectKey key, Deque<ApplyResult> ended) {
    ApplyResult first = ended.peek();
    return first != null && first.key().equals(key)
        ? ended.remove()
        : new ApplyResult.NotTried(key);
  }

  private static ApplyResult result(Event.Ended ended) {
    return switch (ended) {
      case Event.Applied(var desired, var outcome, var object, var planned) ->
          new ApplyResult.Applied(desired.key(), outcome(outcome), object);
      case Event.Failed(var desired, var problems, var planned) ->
          new ApplyResult.Failed(desired.key(), problems);
      case Event.Unknown(var desired, var problem) ->
          new ApplyResult.Unknown(desired.key(), problem);
    };
  }

  private static ApplyResult.Outcome outcome(Outcome outcome) {
    return switch (outcome) {
      case CREATED -> ApplyResult.Outcome.CREATED;
      case CONFIGURED -> ApplyResult.Outcome.CONFIGURED;
      case UNCHANGED, SERVERSIDE_UNCHANGED -> ApplyResult.Outcome.UNCHANGED;
      case SERVERSIDE_APPLIED -> ApplyResult.Outcome.SERVERSIDE_APPLIED;
      case RECREATED, EDITED, RELEASED, ADOPTED, SKIPPED, PRUNED, DELETED, ABSENT, GOING ->
          throw new IllegalStateException("unexpected outcome " + outcome);
    };
  }
}
