package dev.japply.execute;

import dev.japply.execute.BulkRead.Known;
import dev.japply.live.Cluster;
import dev.japply.live.Page;
import dev.japply.live.Resource;
import dev.japply.tree.Value.MapValue;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;

/// The live objects of a run. Those of which many stand in one collection are read in bulk, before
/// they are asked for. What was read so is given out once: who asks again, gets what the server
/// holds then.
final class LiveObjects {
  private final Cluster cluster;
  private final boolean absentForSure;
  private final Stop stop;
  private final Map<Collection, Future<Map<String, Known>>> bulks = new ConcurrentHashMap<>();

  /// @param absentForSure whether an object that a list lacks is asked for once more
  /// @param stop hears when the server has answered
  LiveObjects(Cluster cluster, boolean absentForSure, Stop stop) {
    this.cluster = cluster;
    this.absentForSure = absentForSure;
    this.stop = stop;
  }

  /// Where objects of one type stand.
  private record Collection(Resource resource, String namespace) {
    static Collection of(Target target) {
      return new Collection(target.resource(), target.desired().namespace());
    }
  }

  /// Says that the objects of `targets` will be asked for, and lets `workers` read them where that
  /// is done in bulk.
  void announce(List<Target> targets, Workers workers) {
    var wanted = new HashMap<Collection, Set<String>>();
    for (Target target : targets) {
      if (target.definition().isEmpty() && !target.desired().name().isEmpty()) {
        wanted
            .computeIfAbsent(Collection.of(target), place -> new HashSet<>())
            .add(target.desired().name());
      }
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
  /// @throws dev.japply.live.ClusterException when it cannot be read
  Optional<MapValue> read(Target target) {
    return switch (take(target).orElse(null)) {
      case Known.Held(Page.Item item) -> Optional.of(item.object().get());
      case Known.Absent() when !absentForSure -> Optional.empty();
      case Known.Absent() -> ask(target);
      case null -> ask(target);
    };
  }

  private Optional<MapValue> ask(Target target) {
    Optional<MapValue> live =
        cluster.get(target.resource(), target.desired().namespace(), target.desired().name());
    stop.answered();
    return live;
  }

  /// What a list says of the object, once.
  private Optional<Known> take(Target target) {
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
