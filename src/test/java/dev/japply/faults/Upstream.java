package dev.japply.faults;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.japply.object.LastApplied;
import dev.japply.tree.Json;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.internal.SSLUtils;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.Map;
import java.util.TreeMap;

/// The API server itself, asked as its administrator.
final class Upstream implements AutoCloseable {
  private final URI address;
  private final String token;
  private final HttpClient client;

  /// @param kubeconfig the administrator's
  Upstream(Path kubeconfig) {
    Config config = Config.fromKubeconfig(kubeconfig.toFile());
    address = URI.create(config.getMasterUrl());
    token =
        config.getAutoOAuthToken() == null
            ? "" + config.getOauthToken()
            : config.getAutoOAuthToken();
    try {
      client =
          HttpClient.newBuilder()
              .version(HttpClient.Version.HTTP_1_1)
              .sslContext(SSLUtils.sslContext(config))
              .build();
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalStateException(e);
    }
  }

  /// An answer.
  ///
  /// @param headers those that matter, by their names in small letters
  record Answer(int status, Map<String, String> headers, String body) {
    static Answer of(int status, String type, String body) {
      return new Answer(status, Map.of("content-type", type), body);
    }

    boolean isSuccess() {
      return status >= 200 && status < 300;
    }

    /// The body, as an object; empty where it is none.
    MapValue object() {
      return body.startsWith("{") ? (MapValue) Json.parse(body) : MapValue.EMPTY;
    }
  }

  /// The answer to a request.
  ///
  /// @param target its path and query
  Answer send(String method, String target, Map<String, String> headers, String body)
      throws IOException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(address.resolve(target))
            .method(
                method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
    headers.forEach(request::header);
    request.header("Authorization", "Bearer " + token);
    try {
      HttpResponse<String> response = client.send(request.build(), BodyHandlers.ofString(UTF_8));
      var kept = new TreeMap<String, String>();
      for (String name : new String[] {"content-type", "retry-after", "warning", "location"}) {
        response.headers().firstValue(name).ifPresent(value -> kept.put(name, value));
      }
      return new Answer(response.statusCode(), kept, response.body());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    }
  }

  /// The same for what tests themselves ask.
  Answer ask(String method, String target, String type, String body) {
    try {
      return send(method, target, Map.of("Content-Type", type), body);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  Answer get(String target) {
    return ask("GET", target, "application/json", "");
  }

  /// Returns the data and the last-applied annotations of ConfigMaps by their names, which are the
  /// same in each namespace.
  ///
  /// @param query the query of the list; empty for all ConfigMaps
  Map<String, String> configMaps(String namespace, String query) {
    Answer answer = get("/api/v1/namespaces/" + namespace + "/configmaps" + query);
    var objects = new TreeMap<String, String>();
    for (Value item : ((ListValue) answer.object().get("items")).items()) {
      var object = (MapValue) item;
      objects.put(
          object.map("metadata").text("name"),
          (object.map("data") + " " + LastApplied.text(object)).replace(namespace, "$NS"));
    }
    return objects;
  }

  @Override
  public void close() {
    client.shutdownNow();
  }
}
