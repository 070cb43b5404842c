package dev.japply.browser;

import dev.japply.tree.GoJson;
import dev.japply.tree.Json;
import dev.japply.tree.Value;
import dev.japply.tree.Value.IntValue;
import dev.japply.tree.Value.MapValue;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/// Calls of a browser, and what it tells by itself.
final class DevTools implements AutoCloseable {
  private static final int PATIENCE = 60;

  private final HttpClient client = HttpClient.newHttpClient();
  private final AtomicLong calls = new AtomicLong();
  private final Map<Long, CompletableFuture<MapValue>> answers = new ConcurrentHashMap<>();
  private final List<MapValue> events = new CopyOnWriteArrayList<>();
  private final WebSocket socket;

  private DevTools(URI address) {
    socket = client.newWebSocketBuilder().buildAsync(address, new Listener()).join();
  }

  static DevTools connect(URI address) {
    return new DevTools(address);
  }

  /// What comes of a method.
  ///
  /// @param session the page that is meant; empty for the browser
  MapValue call(String session, String method, MapValue parameters) {
    long id = calls.incrementAndGet();
    var answer = new CompletableFuture<MapValue>();
    answers.put(id, answer);
    MapValue call =
        MapValue.of("id", Value.number(id))
            .with("method", Value.text(method))
            .with("params", parameters);
    call = session.isEmpty() ? call : call.with("sessionId", Value.text(session));
    socket.sendText(GoJson.write(call), true).join();
    MapValue said = answer.orTimeout(PATIENCE, TimeUnit.SECONDS).join();
    if (said.has("error")) {
      throw new IllegalStateException(method + ": " + GoJson.write(said));
    }
    return said.map("result");
  }

  /// All that a page has told.
  List<MapValue> events(String session) {
    return events.stream().filter(event -> event.text("sessionId").equals(session)).toList();
  }

  private void take(MapValue message) {
    if (message.get("id") instanceof IntValue id) {
      Objects.requireNonNull(answers.remove(id.value())).complete(message);
    } else {
      events.add(message);
    }
  }

  private final class Listener implements WebSocket.Listener {
    private final StringBuilder text = new StringBuilder();

    @Override
    public @Nullable CompletionStage<?> onText(WebSocket from, CharSequence data, boolean last) {
      text.append(data);
      if (last) {
        take((MapValue) Json.parse(text.toString()));
        text.setLength(0);
      }
      from.request(1);
      return null;
    }
  }

  @Override
  public void close() {
    socket.abort();
    client.shutdownNow();
  }
}
