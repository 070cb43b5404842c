package dev.japply.execute;

import dev.japply.event.Event;
import dev.japply.event.Outcome;
import dev.japply.live.Cluster;
import dev.japply.object.KubeObject;
import dev.japply.object.ObjectKey;
import dev.japply.plan.CustomTypes;
import dev.japply.problem.Problem;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// What the objects of one run need of each other: the definition of their type, and on a dry run
/// their namespace. May be asked by several threads.
final class Dependencies {
  private final ApplyOptions options;
  private final TypeWait types;
  private final Map<ObjectKey, Definition> definitions = new ConcurrentHashMap<>();
  private final Set<String> plannedNamespaces = ConcurrentHashMap.newKeySet();

  Dependencies(Cluster cluster, ApplyOptions options, Stop stop) {
    this.options = options;
    this.types = new TypeWait(cluster, stop);
  }

  /// A CustomResourceDefinition, and how applying it ended.
  private record Definition(Target target, Event end) {}

  /// Whether an object can be applied.
  sealed interface Answer {
    /// It can.
    record Met() implements Answer {}

    /// It could after a real run. The server cannot be asked.
    ///
    /// @param missing what it needs, and the server does not have; empty when there is nothing that
    ///   the server would have to tell
    record Planned(String missing) implements Answer {}

    /// It cannot.
    record Unmet(List<Problem> problems) implements Answer {}

    /// The run is to end, and what it needs is not there yet.
    record Stopped() implements Answer {}
  }

  /// Whether `target` can be applied now. Waits for the type that the run has defined.
  Answer check(Target target) {
    if (target.definition().isPresent()) {
      return type(target, target.definition().get());
    }
    String namespace = target.desired().namespace();
    return plannedNamespaces.contains(namespace)
        ? new Answer.Planned("namespace \"" + namespace + "\"")
        : new Answer.Met();
  }

  /// Takes note of how applying `target` ended.
  void note(Target target, Event end) {
    ObjectKey key = target.desired().key();
    if (CustomTypes.isDefinition(key)) {
      definitions.put(key, new Definition(target, end));
    }
    boolean planned = options.dryRun() == DryRun.SERVER && !options.likeKubectl();
    if (planned && key.kind().equals("Namespace") && key.group().isEmpty() && created(end)) {
      plannedNamespaces.add(key.name());
    }
  }

  private Answer type(Target target, ObjectKey key) {
    KubeObject desired = target.desired();
    Definition definition = definitions.get(key);
    if (definition == null) {
      return unmet(
          desired,
          key.subject() + " comes later in the input",
          "put it first, or leave out --order=input");
    }
    if (!(definition.end() instanceof Event.Applied applied)) {
      return unmet(desired, key.subject() + " could not be applied", "see the error about it");
    }
    if (options.dryRun() != DryRun.NONE) {
      boolean clear = options.dryRun() == DryRun.CLIENT && created(applied);
      return new Answer.Planned(clear ? "" : key.subject());
    }
    return types.await(target, definition.target(), applied.object());
  }

  /// What a server would create on a dry run has no resourceVersion yet.
  private static boolean created(Event end) {
    return end instanceof Event.Applied applied
        && (applied.outcome() == Outcome.CREATED
            || (applied.outcome() == Outcome.SERVERSIDE_APPLIED
                && !applied.object().map("metadata").has("resourceVersion")));
  }

  static Answer unmet(KubeObject desired, String why, String hint) {
    return new Answer.Unmet(List.of(Targets.unknownKind(desired, why, hint)));
  }
}
