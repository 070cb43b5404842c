package dev.japply.apply;

import dev.japply.apply.ExecutionOptions.Schedule;
import dev.japply.cluster.Cluster;
import dev.japply.cluster.ClusterException;
import dev.japply.cluster.ListPage;
import dev.japply.cluster.Resource;
import dev.japply.tree.Value.MapValue;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
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
  private final Map<Collection, Future<Map<String, BulkRead.Known>>> bulks =
      new ConcurrentHashMap<>();

  /// @param cancellation receives responses of the server
  public LiveObjects(Cluster cluster, RunCancellation cancellation) {
    this.cluster = cluster;
    this.cancellation = cancellation;
  }

  /// Returns live objects where `live`, the object of `target`, was read before.
  static LiveObjects of(
      Cluster cluster, RunCancellation cancellation, ResolvedObject target, MapValue live) {
    var objects = new LiveObjects(cluster, cancellation);
    var known = new ConcurrentHashMap<String, BulkRead.Known>();
    known.put(target.desired().name(), new BulkRead.Known.Held(() -> live));
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
      case BulkRead.Known.Held(Supplier<MapValue> object) -> Optional.of(object.get());
      case BulkRead.Known.Absent() -> Optional.empty();
      case null -> get(target);
    };
  }

  /// Returns the live object if a bulk read has it; empty if there is none, and if it was not read.
  Optional<MapValue> readInBulk(ResolvedObject target) {
    return take(target).orElse(null) instanceof BulkRead.Known.Held(Supplier<MapValue> object)
        ? Optional.of(object.get())
        : Optional.empty();
  }

  private Optional<MapValue> get(ResolvedObject target) {
    Optional<MapValue> live = target.readFrom(cluster);
    cancellation.responded();
    return live;
  }

  /// Returns the result of a list for the object, once.
  private Optional<BulkRead.Known> take(ResolvedObject target) {
    Future<Map<String, BulkRead.Known>> bulk = bulks.get(Collection.of(target));
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

  /// Reads wanted objects of one collection by listing it, for as long as that costs less than to
  /// read those that are left one by one.
  ///
  /// An object in a list takes a quarter of the server's time for a single request, so a list may
  /// hold four times as many objects as are wanted.
  ///
  /// @param names the wanted ones
  private record BulkRead(Cluster cluster, Resource resource, String namespace, Set<String> names) {
    /// Minimum number of objects for a list; fewer are read in parallel.
    static final int LEAST = Schedule.USUAL_CONCURRENCY;

    /// So many objects of a list cost as much as one request.
    private static final int WORTH = 4;

    /// Limit of objects in the first page, while the size of the objects is unknown.
    private static final int FIRST = 100;

    /// Limit of objects in any page, as in kubectl.
    private static final int MOST = 500;

    /// Desired size of a page in bytes.
    private static final long BYTES = 4L << 20;

    /// The result of the list for one object.
    sealed interface Known {
      /// It is this.
      record Held(Supplier<MapValue> object) implements Known {}

      /// There is none.
      record Absent() implements Known {}
    }

    /// Returns the results by name, in a map that several threads may change. A missing name must
    /// be read on its own. Names after a failure are missing, and a LIST that is not allowed is a
    /// failure.
    Map<String, Known> known() {
      var known = new ConcurrentHashMap<String, Known>();
      var left = new HashSet<>(names);
      try {
        var request =
            ListPage.Request.first(names::contains, Math.min(WORTH * names.size(), FIRST));
        while (!left.isEmpty()) {
          ListPage page = cluster.page(resource, namespace, request);
          for (ListPage.Item item : page.wanted()) {
            known.put(item.name(), new Known.Held(item.object()));
            left.remove(item.name());
          }
          if (page.next().isEmpty()) {
            left.forEach(absent -> known.put(absent, new Known.Absent()));
            break;
          }
          if (!isWorth(page, left.size())) {
            break;
          }
          request = request.after(page, limit(page));
        }
      } catch (ClusterException e) {
        // Reading the rest one by one finds the problems, object by object, if there are any.
      }
      return known;
    }

    /// Whether to read on after `page`: when few others are to come, or not many came just now.
    private static boolean isWorth(ListPage page, int left) {
      return Objects.requireNonNullElse(page.remaining(), Long.MAX_VALUE) <= (long) WORTH * left
          || (long) WORTH * page.wanted().size() >= page.held();
    }

    private static int limit(ListPage page) {
      long size = Math.max(1, page.bytes() / Math.max(1, page.held()));
      return Math.clamp(BYTES / size, 1, MOST);
    }
  }
}
