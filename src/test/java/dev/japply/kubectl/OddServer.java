package dev.japply.kubectl;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/// A server that has ConfigMaps, none of which is there yet, and gives odd answers to some
/// requests.
final class OddServer implements AutoCloseable {
  private static final String TYPES =
      """
      {"kind":"APIResourceList","apiVersion":"v1","groupVersion":"v1","resources":[
      {"name":"configmaps","singularName":"configmap","namespaced":true,"kind":"ConfigMap",
      "verbs":["create","get","list","patch"]}]}
      """;
  private static final String GROUPS =
      """
      {"kind":"APIGroupList","apiVersion":"v1","groups":[{"name":"away.example","versions":[
      {"groupVersion":"away.example/v1","version":"v1"}],"preferredVersion":
      {"groupVersion":"away.example/v1","version":"v1"}}]}
      """;
  private static final String NOT_FOUND =
      """
      {"kind":"Status","apiVersion":"v1","status":"Failure","code":404,"reason":"NotFound",
      "message":"not found","details":{"name":"c","kind":"configmaps"}}
      """;

  private final HttpServer server;
  private final Map<String, Odd> odd = new ConcurrentHashMap<>();
  private final List<String> asked = new CopyOnWriteArrayList<>();

  /// An answer.
  ///
  /// @param location of a redirect; empty for none
  record Odd(int status, String body, String location) {}

  OddServer() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::handle);
    server.start();
  }

  String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  /// Answers requests of that method and path so.
  OddServer on(String request, Odd answer) {
    odd.put(request, answer);
    return this;
  }

  /// The requests for objects since the last time.
  List<String> takeAsked() {
    List<String> taken = asked.stream().filter(line -> line.contains("/configmaps")).toList();
    asked.clear();
    return taken;
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
      String request = exchange.getRequestMethod() + " " + exchange.getRequestURI().getPath();
      asked.add(request);
      Odd answer = odd.getOrDefault(request, answer(request, body));
      exchange.getResponseHeaders().set("Content-Type", "application/json");
      if (!answer.location().isEmpty()) {
        exchange.getResponseHeaders().set("Location", answer.location());
      }
      byte[] bytes = answer.body().getBytes(StandardCharsets.UTF_8);
      exchange.sendResponseHeaders(answer.status(), bytes.length == 0 ? -1 : bytes.length);
      exchange.getResponseBody().write(bytes);
    }
  }

  private static Odd answer(String request, String body) {
    return switch (request) {
      case "GET /api" -> new Odd(200, "{\"kind\":\"APIVersions\",\"versions\":[\"v1\"]}", "");
      case "GET /apis" -> new Odd(200, GROUPS, "");
      case "GET /api/v1" -> new Odd(200, TYPES, "");
      case "GET /apis/away.example/v1" -> new Odd(503, "service unavailable\n", "");
      default -> request.startsWith("POST ") ? new Odd(201, body, "") : new Odd(404, NOT_FOUND, "");
    };
  }

  /// What it does with which requests.
  @Override
  public String toString() {
    return new TreeMap<>(odd).toString();
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
