package dev.japply.cluster.rest;

import dev.japply.cluster.ClusterException;
import dev.japply.cluster.Resource;
import dev.japply.cluster.Watch;
import dev.japply.cluster.Watch.Change;
import dev.japply.tree.Json;
import dev.japply.tree.JsonSyntaxException;
import dev.japply.tree.Value.IntValue;
import dev.japply.tree.Value.MapValue;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.TreeMap;

/// Watches one collection. Each line of the response is a JSON object with a change.
///
/// @param namespace the namespace to watch; empty for all
record WatchStream(Requests requests, Resource resource, String namespace) {
  /// The duration of one watch; the next one starts at its last version.
  private static final Duration LENGTH = Duration.ofSeconds(60);

  /// The maximum silence of a server; after it, the connection counts as dead.
  private static final Duration PATIENCE = LENGTH.plusSeconds(15);

  /// Larger than any object that a server stores.
  private static final int LONGEST_LINE = 16 << 20;

  void follow(Watch watch) {
    var query = new TreeMap<String, String>();
    query.put("watch", "true");
    query.put("allowWatchBookmarks", "true");
    query.put("resourceVersion", watch.version());
    query.put("timeoutSeconds", Long.toString(LENGTH.toSeconds()));
    if (!watch.fields().isEmpty()) {
      query.put("fieldSelector", watch.fields());
    }
    Request request =
        Request.list(
            ResourcePaths.collections(resource, namespace), query, ResourcePaths.subject(resource));
    Response rest = requests.send(request.into(new Lines(request, watch)));
    if (rest.body().length() > 0) {
      throw ServerErrors.unexpected(request, "it contains no changes");
    }
  }

  private record Lines(Request request, Watch watch) implements BodyReceiver {
    @Override
    public Duration patience() {
      return PATIENCE;
    }

    @Override
    public void take(InputStream body) throws IOException {
      var line = new ByteArrayOutputStream();
      byte[] buffer = new byte[8192];
      for (int read = body.read(buffer); read >= 0; read = body.read(buffer)) {
        int start = 0;
        for (int i = 0; i < read; i++) {
          if (buffer[i] == '\n') {
            line.write(buffer, start, i - start);
            deliver(line.toByteArray());
            line.reset();
            start = i + 1;
          }
        }
        line.write(buffer, start, read - start);
        if (line.size() > LONGEST_LINE) {
          throw ServerErrors.unexpected(request, "a line of it is too long");
        }
      }
    }

    private void deliver(byte[] line) {
      try {
        if (Json.parse(line) instanceof MapValue change) {
          watch.changes().accept(change(change));
          return;
        }
      } catch (JsonSyntaxException e) {
        throw ServerErrors.unexpected(request, ServerErrors.fault(e));
      }
      throw ServerErrors.unexpected(request, "it contains no changes");
    }

    private Change change(MapValue change) {
      MapValue object = change.map("object");
      return switch (change.text("type")) {
        case "ADDED", "MODIFIED" -> new Change.Stored(object);
        case "DELETED" -> new Change.Deleted(object);
        case "BOOKMARK" -> new Change.Nothing(object.map("metadata").text("resourceVersion"));
        case "ERROR" -> throw ended(object);
        default -> throw ServerErrors.unexpected(request, "it contains no changes");
      };
    }

    /// Returns the error that ended the watch, as sent by the server.
    private static ClusterException ended(MapValue status) {
      int code = status.get("code") instanceof IntValue(long value) ? (int) value : 500;
      return new ClusterException(
          code, status.text("reason"), status.text("message"), status.map("details"));
    }
  }
}
