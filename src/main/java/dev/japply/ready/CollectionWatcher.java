package dev.japply.ready;

import dev.japply.cluster.Cluster;
import dev.japply.cluster.ClusterException;
import dev.japply.cluster.ListPage;
import dev.japply.cluster.Resource;
import dev.japply.cluster.Watch;
import dev.japply.cluster.Watch.Change;
import dev.japply.io.Cancellation;
import dev.japply.object.LabelSelector;
import dev.japply.tree.Value.MapValue;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/// Follows objects of one type in one namespace until it is stopped. Lists the objects, then
/// watches for changes. If the resource version has expired or the server was unreachable, starts
/// again with a list. Without permission to watch, lists periodically; without permission to list,
/// reads each object.
///
/// <https://kubernetes.io/docs/reference/using-api/api-concepts/#efficient-detection-of-changes>
final class CollectionWatcher implements Runnable {
  /// The pause before the next watch, which limits the load if the server ends each watch
  /// immediately.
  private static final Duration SHORT_PAUSE = Duration.ofMillis(100);

  private static final int FORBIDDEN = 403;
  private static final int GONE = 410;
  private static final int BUSY = 429;

  private final Cluster cluster;
  private final ReadyTracker board;
  private final Cancellation stop;
  private final Collection collection;
  private final WatchedObjects followed;
  private final Runnable seen;
  private final Duration pause;
  private boolean watched;
  private boolean listed = true;
  private boolean reached;
  private boolean reported;
  private boolean warned;

  /// The objects of one type in one namespace.
  record Collection(Resource resource, String namespace) {}

  /// The way to follow a collection.
  ///
  /// @param watched whether to use a watch
  /// @param seen runs after the first read, successful or not
  /// @param pause the time between two reads without a watch, and after a failure
  record How(boolean watched, Runnable seen, Duration pause) {}

  CollectionWatcher(
      Cluster cluster,
      ReadyTracker board,
      Cancellation stop,
      Collection collection,
      WatchedObjects followed,
      How how) {
    this.cluster = cluster;
    this.board = board;
    this.stop = stop;
    this.collection = collection;
    this.followed = followed;
    this.watched = how.watched();
    this.seen = how.seen();
    this.pause = how.pause();
  }

  @Override
  public void run() {
    boolean going = true;
    while (going && !stop.requested()) {
      try {
        going = look();
      } finally {
        reportSeen();
      }
    }
  }

  private void reportSeen() {
    if (!reported) {
      reported = true;
      seen.run();
    }
  }

  /// Reads the objects and follows them until a failure. Returns whether to try again.
  private boolean look() {
    try {
      if (listed) {
        follow(list());
      } else {
        followed.names().forEach(this::get);
        reportSeen();
        stop.pause(pause);
      }
      return true;
    } catch (ClusterException e) {
      if (stop.requested()) {
        return false;
      }
      if (listed && e.status() == FORBIDDEN && !followed.names().isEmpty()) {
        listed = false;
        return look();
      }
      return passes(e);
    }
  }

  /// Whether to continue after `e`; reports a failure once.
  private boolean passes(ClusterException e) {
    if (!mayPass(e)) {
      followed.names().forEach(name -> followed.fail(name, e));
      if (followed.names().isEmpty()) {
        followed.fail("", e);
      }
      return false;
    }
    if (!warned) {
      warned = true;
      board.warnOfWatch(e, "japply goes on waiting");
    }
    stop.pause(pause);
    return true;
  }

  /// Whether the failure may be temporary, because the server was reachable before.
  private boolean mayPass(ClusterException e) {
    boolean away = e.isWithoutResponse() || e.kind() == ClusterException.Kind.TLS;
    return e.mayPass() || (reached && away);
  }

  /// Lists all objects and returns the resource version of the list.
  private String list() {
    var request = new ListPage.Request(LabelSelector.EVERYTHING, fields(), this::isWanted, 0, "");
    ListPage page = cluster.page(collection.resource(), collection.namespace(), request);
    Map<String, MapValue> found = new HashMap<>();
    page.wanted().forEach(item -> found.put(item.name(), item.object().get()));
    followed.names().forEach(name -> found.putIfAbsent(name, MapValue.EMPTY));
    found.forEach(followed::put);
    reportSeen();
    reached = true;
    warned = false;
    return page.version();
  }

  private void get(String name) {
    try {
      followed.put(
          name,
          cluster.get(collection.resource(), collection.namespace(), name).orElse(MapValue.EMPTY));
      reached = true;
    } catch (ClusterException e) {
      if (e.status() == 0 || mayPass(e)) {
        throw e;
      }
      followed.fail(name, e);
    }
  }

  /// Returns a field selector for the name: permission to read one object includes permission to
  /// list it by name.
  private String fields() {
    Set<String> names = followed.names();
    return names.size() == 1 ? "metadata.name=" + names.iterator().next() : "";
  }

  /// Watches from `version`, or waits for the pause if there is no watch.
  private void follow(String version) {
    if (!watched || version.isEmpty()) {
      stop.pause(pause);
      return;
    }
    var changes = new Changes(version);
    while (!stop.requested() && watched) {
      if (!watch(changes)) {
        return;
      }
    }
  }

  /// Watches once. Returns whether the next watch can continue from the end of this one.
  private boolean watch(Changes changes) {
    try {
      cluster.watch(
          collection.resource(),
          collection.namespace(),
          new Watch(changes.version, fields(), changes::take));
      stop.pause(SHORT_PAUSE);
      return true;
    } catch (ClusterException e) {
      boolean forgotten = e.status() == GONE;
      watched = forgotten || e.status() == BUSY || e.status() == 0 || mayPass(e);
      if (!forgotten) {
        stop.pause(pause);
      }
      return false;
    }
  }

  private final class Changes {
    private String version;

    Changes(String version) {
      this.version = version;
    }

    void take(Change change) {
      switch (change) {
        case Change.Stored(MapValue object) -> put(object, object);
        case Change.Deleted(MapValue object) -> put(object, MapValue.EMPTY);
        case Change.Nothing(String newest) -> version = newest;
      }
    }

    private void put(MapValue object, MapValue live) {
      MapValue metadata = object.map("metadata");
      version = metadata.text("resourceVersion");
      if (isWanted(metadata.text("name"))) {
        followed.put(metadata.text("name"), live);
      }
    }
  }

  private boolean isWanted(String name) {
    return followed.names().isEmpty() || followed.names().contains(name);
  }

  /// The followed objects of a collection, and the listener for their changes.
  interface WatchedObjects {
    /// The names of the objects; empty for all objects.
    Set<String> names();

    /// Receives the current state of an object; an empty map if the object does not exist.
    void put(String name, MapValue live);

    /// Receives a failure to follow an object.
    ///
    /// @param name the name of the object; empty for all objects
    void fail(String name, ClusterException failure);
  }
}
