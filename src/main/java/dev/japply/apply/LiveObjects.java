package dev.japply.apply;

import dev.japply.apply.BulkRead.Known;
import dev.japply.cluster.Cluster;
import dev.japply.cluster.Resource;
import dev.japply.tree.Value.MapValue;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.function.Supplier;

/// The live objects of a run. Many objects in one collection are read in bulk, before they are
/// requested. Each result of a bulk read is returned once; a second request reads from the server.
public final class LiveObjects {
  private final Cluster cluster;
  private final RunCancellation cancellation;
  private final Map<Collection, Future<Map<String, Known>>> bulks = new ConcurrentHashMap<>();

  /// @param cancellation receives responses of the server
  public LiveObjects(Cluster cluster, RunCancellation cancellation) {
    this.cluster = cluster;
    this.cancellation = cancellation;
  }

  /// Returns live objects where `live`, the object of `target`, was read before.
  static LiveObjects of(
      Cluster cluster, RunCancellation cancellation, ResolvedObject target, MapValue live) {
    var objects = new LiveObjects(cluster, cancellation);
    var known = new ConcurrentHashMap<String, Known>();
    known.put(target.desired().name(), new Known.Held(() -> live));
    objects.bulks.put(Collection.of(target), CompletableFuture.completedFuture(known));
    return objects;
  }

  /// A collection: objects of one type, in one namespace.
  private record Collection(Resource resource, String namespace) {
    static Collection of(ResolvedObject target) {
      return new Collection(target.resource(), target.desired().namespace());
    }
  }

  /// Announces that the objects of `targets` will be requested, and lets `workers` read them in
  /// bulk where that is useful.
  public void announce(List<ResolvedObject> targets, Workers workers) {
    var wanted = new HashMap<Collection, Set<String>>();
    for (ResolvedObject target : targets) {
      if (target.definition() == null && !target.desired().name().isEmpty()) {
        wanted
            .computeIfAbsent(Collection.of(target), place -> new HashSet<>())
            .add(target.desired().name());
      }
    }
    if (!wanted.isEmpty()) {
      cluster.expect(
          wanted.keySet().stream().map(place -> place.resource().gvk()).distinct().toList());
    }
    wanted.forEach((place, names) -> {
      if (names.size() >= BulkRead.LEAST) {
        var read = new BulkRead(cluster, place.resource(), place.namespace(), names);
        bulks.put(place, workers.begin(read::known));
      }
    });
  }

  /// The live object; empty when there is none.
  ///
  /// @throws dev.japply.cluster.ClusterException when it cannot be read
  public Optional<MapValue> read(ResolvedObject target) {
    return switch (take(target).orElse(null)) {
      case Known.Held(Supplier<MapValue> object) -> Optional.of(object.get());
      case Known.Absent() -> Optional.empty();
      case null -> get(target);
    };
  }

  /// Returns the live object if a bulk read has it; empty if there is none, and if it was not read.
  Optional<MapValue> readInBulk(ResolvedObject target) {
    return take(target).orElse(null) instanceof Known.Held(Supplier<MapValue> object)
        ? Optional.of(object.get())
        : Optional.empty();
  }

  private Optional<MapValue> get(ResolvedObject target) {
    Optional<MapValue> live = target.readFrom(cluster);
    cancellation.responded();
    return live;
  }

  /// Returns the result of a list for the object, once.
  private Optional<Known> take(ResolvedObject target) {
    Future<Map<String, Known>> bulk = bulks.get(Collection.of(target));
    if (bulk == null) {
      return Optional.empty();
    }
    try {
      return Optional.ofNullable(bulk.get().remove(target.desired().name()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    } catch (ExecutionException e) {
      throw Workers.failure(e);
    }
  }
}
