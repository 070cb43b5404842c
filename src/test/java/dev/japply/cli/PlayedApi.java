package dev.japply.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.japply.Program;
import dev.japply.merge.JsonMergePatch;
import dev.japply.tree.GoJson;
import dev.japply.tree.Json;
import dev.japply.tree.JsonSyntaxException;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.UnaryOperator;

/// An API server over HTTP that knows ConfigMaps, Secrets and one more kind, and says what a test
/// wants it to say.
final class PlayedApi implements AutoCloseable {
  private final HttpServer server;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final Path directory;
  private final Map<String, MapValue> objects = new ConcurrentHashMap<>();
  private final ConcurrentLinkedDeque<UnaryOperator<String>> refusals =
      new ConcurrentLinkedDeque<>();
  private volatile String kind = "Widget";
  private volatile String warning = "";
  private volatile int requests;

  /// @param directory where a kubeconfig is written
  PlayedApi(Path directory) throws IOException {
    this.directory = directory;
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(threads);
    server.createContext("/", this::handle);
    server.start();
  }

  String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  /// How many requests there were.
  int requests() {
    return requests;
  }

  /// What the kind is called that is neither of the two.
  void serve(String name) {
    kind = name;
  }

  /// Puts an object there, as another client would.
  void put(String path, String json) {
    objects.put(path, (MapValue) Json.parse(json));
  }

  /// Answers the next write with that body and status 422, whatever it writes.
  ///
  /// @param answer gets the body of the request
  void refuse(UnaryOperator<String> answer) {
    refusals.add(answer);
  }

  /// Refuses nothing any longer.
  void acceptAll() {
    refusals.clear();
  }

  /// Removes an object, as another client would.
  void remove(String path) {
    objects.remove(path);
  }

  /// Sends a warning with every answer to a write.
  void warn(String text) {
    warning = text;
  }

  /// Runs japply against this server, with its files in the directory. Its pauses take a hundredth
  /// of their time.
  Program.Said run(Map<String, String> more, String input, String... args) throws IOException {
    return Program.hurried(environment(more), input, List.of(args));
  }

  private Map<String, String> environment(Map<String, String> more) throws IOException {
    Path config =
        Files.writeString(
            directory.resolve("config"),
            """
            {"apiVersion":"v1","kind":"Config","current-context":"c",
             "clusters":[{"name":"c","cluster":{"server":"%s"}}],
             "users":[{"name":"u","user":{"token":"t"}}],
             "contexts":[{"name":"c","context":{"cluster":"c","user":"u"}}]}
            """
                .formatted(url()));
    var environment = new HashMap<String, String>();
    environment.put("KUBECONFIG", config.toString());
    environment.put("XDG_CACHE_HOME", directory.resolve("c").toString());
    environment.put("TMPDIR", directory.toString());
    environment.putAll(more);
    return environment;
  }

  private void handle(HttpExchange exchange) throws IOException {
    count();
    try (exchange) {
      String body = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
      String path = exchange.getRequestURI().getPath();
      String method = exchange.getRequestMethod();
      if (method.equals("GET")) {
        read(exchange, path);
      } else {
        write(exchange, path, method, body);
      }
    }
  }

  private synchronized void count() {
    requests++;
  }

  private void read(HttpExchange exchange, String path) throws IOException {
    switch (path) {
      case "/api" -> send(exchange, 200, "{\"kind\":\"APIVersions\",\"versions\":[\"v1\"]}");
      case "/apis" -> send(exchange, 200, "{\"kind\":\"APIGroupList\",\"groups\":[]}");
      case "/api/v1" ->
          send(
              exchange,
              200,
              "{\"kind\":\"APIResourceList\",\"groupVersion\":\"v1\",\"resources\":["
                  + type("configmaps", "ConfigMap")
                  + ","
                  + type("secrets", "Secret")
                  + ","
                  + type("widgets", kind)
                  + "]}");
      default -> {
        if (objects.containsKey(path)) {
          send(exchange, 200, GoJson.write(objects.get(path)));
        } else if (path.matches("/api/v1/namespaces/[^/]+/[^/]+s")) {
          list(exchange, path);
        } else {
          send(exchange, 404, status(404, "NotFound", "not found"));
        }
      }
    }
  }

  private void list(HttpExchange exchange, String path) throws IOException {
    var items = new ArrayList<Value>();
    objects.forEach((key, object) -> {
      if (key.startsWith(path + "/")) {
        items.add(object);
      }
    });
    var list = MapValue.of("kind", Value.text("List")).with("apiVersion", Value.text("v1"));
    send(exchange, 200, GoJson.write(list.with("items", new Value.ListValue(items))));
  }

  private static String type(String plural, String kind) {
    return "{\"name\":\"%s\",\"namespaced\":true,\"kind\":%s,\"verbs\":[\"get\",\"list\"]}"
        .formatted(plural, GoJson.write(Value.text(kind)));
  }

  private void write(HttpExchange exchange, String path, String method, String body)
      throws IOException {
    if (!warning.isEmpty()) {
      exchange.getResponseHeaders().add("Warning", "299 - \"" + warning + "\"");
    }
    Optional<UnaryOperator<String>> refusal = Optional.ofNullable(refusals.poll());
    if (refusal.isPresent()) {
      String answer = refusal.get().apply(body);
      send(exchange, answer.startsWith("{") ? 422 : 500, answer);
    } else if (method.equals("POST")) {
      MapValue object = (MapValue) Json.parse(body);
      objects.put(path + "/" + object.map("metadata").text("name"), object);
      send(exchange, 201, body);
    } else if (method.equals("DELETE")) {
      objects.remove(path);
      send(exchange, 200, "{\"kind\":\"Status\",\"status\":\"Success\"}");
    } else {
      MapValue patched =
          JsonMergePatch.apply(
              objects.getOrDefault(path, MapValue.EMPTY), (MapValue) Json.parse(body));
      send(exchange, 200, GoJson.write(patched));
    }
  }

  /// A refusal in the form that servers have.
  static String status(int code, String reason, String message) {
    return "{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"status\":\"Failure\",\"code\":%d,"
            .formatted(code)
        + "\"reason\":"
        + GoJson.write(Value.text(reason))
        + ",\"message\":"
        + GoJson.write(Value.text(message))
        + "}";
  }

  private static void send(HttpExchange exchange, int status, String body) throws IOException {
    boolean json = isJson(body);
    exchange.getResponseHeaders().set("Content-Type", json ? "application/json" : "text/plain");
    byte[] bytes = body.getBytes(UTF_8);
    exchange.sendResponseHeaders(status, bytes.length);
    exchange.getResponseBody().write(bytes);
  }

  private static boolean isJson(String body) {
    try {
      Json.parse(body);
      return true;
    } catch (JsonSyntaxException e) {
      return false;
    }
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
