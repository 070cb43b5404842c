package dev.japply.apply;

import dev.japply.cluster.Cluster;
import dev.japply.cluster.ClusterException;
import dev.japply.cluster.ListPage;
import dev.japply.cluster.Resource;
import dev.japply.tree.Value.MapValue;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/// Reads wanted objects of one collection by listing it, for as long as that costs less than to
/// read those that are left one by one.
///
/// An object in a list takes a quarter of the server's time for a single request, so a list may
/// hold four times as many objects as are wanted.
///
/// @param names the wanted ones
record BulkRead(Cluster cluster, Resource resource, String namespace, Set<String> names) {
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

  /// Returns the results by name, in a map that several threads may change. A missing name must be
  /// read on its own. Names after a failure are missing, and a LIST that is not allowed is a
  /// failure.
  Map<String, Known> known() {
    var known = new ConcurrentHashMap<String, Known>();
    var left = new HashSet<>(names);
    try {
      var request = ListPage.Request.first(names::contains, Math.min(WORTH * names.size(), FIRST));
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
