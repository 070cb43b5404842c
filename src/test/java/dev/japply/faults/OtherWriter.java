package dev.japply.faults;

import dev.japply.faults.Upstream.Answer;
import dev.japply.object.LastApplied;
import dev.japply.tree.GoJson;
import dev.japply.tree.Json;
import dev.japply.tree.Value.MapValue;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/// Somebody else who really writes: a label of his own, whose value is another one each time.
final class OtherWriter {
  /// His label.
  static final String LABEL = "other";

  private static final String MERGE = "application/merge-patch+json";
  private static final String ME = "other";

  private final Upstream upstream;
  private final AtomicInteger writes = new AtomicInteger();
  private final Map<String, String> written = new ConcurrentHashMap<>();
  private final Map<String, Integer> removed = new ConcurrentHashMap<>();

  OtherWriter(Upstream upstream) {
    this.upstream = upstream;
  }

  /// What his label is on the objects that he wrote, by their paths.
  Map<String, String> written() {
    return Map.copyOf(written);
  }

  /// By which request of the run he took objects away last, by their paths.
  Map<String, Integer> removed() {
    return Map.copyOf(removed);
  }

  boolean isIdle() {
    return written.isEmpty() && removed.isEmpty();
  }

  /// Writes his label on the object, if it is there.
  void write(String path) {
    String value = "n" + writes.incrementAndGet();
    String patch = "{\"metadata\":{\"labels\":{\"" + LABEL + "\":\"" + value + "\"}}}";
    if (upstream.ask("PATCH", path + "?fieldManager=" + ME, MERGE, patch).isSuccess()) {
      written.put(path, value);
    }
  }

  /// Creates the object that a POST is about to create, without the annotation.
  void create(Request post) {
    MapValue object = (MapValue) Json.parse(post.body());
    MapValue metadata = object.map("metadata");
    MapValue annotations = metadata.map("annotations").without(LastApplied.KEY);
    create(post.path(), object.with("metadata", metadata.with("annotations", annotations)), ME);
  }

  private void create(String collection, MapValue object, String manager) {
    String target = collection + "?fieldManager=" + manager;
    if (upstream.ask("POST", target, "application/json", GoJson.write(object)).isSuccess()) {
      write(collection + "/" + object.map("metadata").text("name"));
    }
  }

  /// Deletes the object of that request, if it is there.
  void delete(Request request) {
    String path = request.path();
    if (upstream.ask("DELETE", path, "application/json", "").isSuccess()) {
      removed.put(path, request.number());
      written.remove(path);
    }
  }

  /// Deletes the object of that request, if it is there, and applies it again as it was.
  void replace(Request request) {
    String path = request.path();
    Answer live = upstream.get(path);
    if (!live.isSuccess()) {
      return;
    }
    delete(request);
    MapValue metadata = live.object().map("metadata");
    for (String own :
        new String[] {"uid", "resourceVersion", "creationTimestamp", "managedFields"}) {
      metadata = metadata.without(own);
    }
    create(
        path.substring(0, path.lastIndexOf('/')),
        live.object().with("metadata", metadata).without("status"),
        "kubectl-client-side-apply");
  }
}
