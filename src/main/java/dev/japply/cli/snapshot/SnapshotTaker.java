package dev.japply.cli.snapshot;

import dev.japply.apply.Event;
import dev.japply.apply.ExecutionOptions;
import dev.japply.apply.LiveObjects;
import dev.japply.apply.ResolvedObject;
import dev.japply.apply.ResolvedObjects;
import dev.japply.apply.RunCancellation;
import dev.japply.apply.Workers;
import dev.japply.cli.flags.ClusterSource;
import dev.japply.cli.run.PlanTargets;
import dev.japply.cluster.Cluster;
import dev.japply.cluster.ClusterException;
import dev.japply.cluster.Resource;
import dev.japply.cluster.ServerProblems;
import dev.japply.io.Cancellation;
import dev.japply.object.Gvk;
import dev.japply.object.KubeObject;
import dev.japply.plan.CustomTypes;
import dev.japply.plan.SecretDigests;
import dev.japply.plan.file.SchemaParts;
import dev.japply.plan.file.Snapshot;
import dev.japply.plan.file.Snapshot.Entry;
import dev.japply.plan.file.Snapshot.Made;
import dev.japply.plan.file.Snapshot.Place;
import dev.japply.plan.file.Snapshot.TypeRecord;
import dev.japply.plan.file.SnapshotSecrets;
import dev.japply.problem.JapplyException;
import dev.japply.problem.Problem;
import dev.japply.schema.Schema;
import dev.japply.tree.Value.MapValue;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Takes a snapshot of the live objects of manifests. Sends read requests only.
final class SnapshotTaker {
  private final Cluster cluster;
  private final ExecutionOptions options;
  private final Cancellation cancellation;
  private final Consumer<Event> events;
  private final SecretDigests digests = ClusterSource.newDigests();
  private final Map<Gvk, TypeRecord> types = new LinkedHashMap<>();
  private final Map<Place, Entry> entries = new LinkedHashMap<>();
  private final SchemaParts schemas = new SchemaParts();

  /// Creates a taker without any objects.
  ///
  /// @param events receives the objects that cannot be read
  SnapshotTaker(
      Cluster cluster,
      ExecutionOptions options,
      Cancellation cancellation,
      Consumer<Event> events) {
    this.cluster = cluster;
    this.options = options;
    this.cancellation = cancellation;
    this.events = events;
  }

  /// Takes the snapshot of `objects`, without objects that have a reported failure.
  ///
  /// @param enforced whether the user set the namespace, so that objects in other namespaces are
  ///   rejected
  Snapshot take(List<KubeObject> objects, boolean enforced, Instant now, String by) {
    var made = new Made(now, by, PlanTargets.of(cluster));
    CustomTypes custom = CustomTypes.of(objects);
    ResolvedObjects found =
        ResolvedObjects.find(cluster, enforced, objects, custom, options.compatibility());
    found.problems().forEach(problem -> events.accept(new Event.Rejected(problem)));
    var served = new ArrayList<ResolvedObject>();
    for (ResolvedObject target : found.targets()) {
      boolean toCome = target.definition() != null;
      Optional<Problem> unnamed = ResolvedObject.unnamed(target.desired());
      unnamed.ifPresent(problem -> fail(target, List.of(problem)));
      if (unnamed.isEmpty() && note(target, toCome) && !toCome) {
        served.add(target);
      }
    }
    read(served);
    return new Snapshot(
        made,
        cluster.defaultNamespace(),
        digests,
        List.copyOf(types.values()),
        schemas.documents(),
        List.copyOf(entries.values()));
  }

  private void fail(ResolvedObject target, List<Problem> problems) {
    events.accept(new Event.Failed(target.desired(), problems));
  }

  /// Records the resource and the schema of the object's type. Returns false, after a report, if
  /// the schema cannot be read.
  private boolean note(ResolvedObject target, boolean toCome) {
    Resource resource = target.resource();
    Gvk gvk = resource.gvk();
    if (types.containsKey(gvk)) {
      return true;
    }
    try {
      Optional<Schema> schema = toCome ? Optional.empty() : cluster.schema(gvk);
      schema.ifPresent(found -> schemas.add(gvk, found));
    } catch (ClusterException e) {
      if (e.isAboutAll()) {
        throw e;
      }
      fail(target, ServerProblems.of(target.desired(), e));
      return false;
    }
    types.put(
        gvk,
        toCome
            ? new TypeRecord(gvk, "", false)
            : new TypeRecord(gvk, resource.plural(), resource.namespaced()));
    return true;
  }

  private void read(List<ResolvedObject> targets) {
    events.accept(new Event.Expected(targets.size()));
    try (var workers = new Workers(options.schedule().concurrency())) {
      var run = new RunCancellation(cancellation);
      var live = new LiveObjects(cluster, run);
      live.announce(targets, workers);
      var reads = new ArrayList<Future<Read>>();
      targets.forEach(target -> reads.add(workers.begin(() -> read(target, live, run))));
      reads.forEach(read -> workers.result(read).ifPresent(this::note));
      run.problem().ifPresent(problem -> end(problem, run.isUnauthorized()));
    }
  }

  /// @param atOnce whether nothing was read, so that this is the only error
  private void end(Problem problem, boolean atOnce) {
    if (atOnce) {
      throw new JapplyException(problem);
    }
    events.accept(new Event.Rejected(problem));
  }

  /// The result of reading one object.
  ///
  /// @param live null if the object does not exist
  /// @param failure null if the object was read
  private record Read(
      ResolvedObject target, @Nullable MapValue live, @Nullable ClusterException failure) {}

  private Read read(ResolvedObject target, LiveObjects live, RunCancellation run) {
    if (run.requested()) {
      return new Read(target, null, null);
    }
    events.accept(new Event.Started(target.desired().key()));
    try {
      return new Read(target, live.read(target).orElse(null), null);
    } catch (ClusterException e) {
      boolean over = e.isAway() && run.endedWithoutResponse(e);
      return new Read(target, null, over && run.isUnauthorized() ? null : e);
    } finally {
      events.accept(new Event.Finished(target.desired().key(), false));
    }
  }

  private void note(Read read) {
    KubeObject desired = read.target().desired();
    if (read.failure() != null) {
      fail(read.target(), ServerProblems.of(desired, read.failure()));
      return;
    }
    var place = new Place(read.target().resource().gvk(), desired.namespace(), desired.name());
    entries.put(
        place,
        new Entry(
            place,
            read.live() == null
                ? null
                : new SnapshotSecrets(digests).sealed(read.live(), desired)));
  }
}
