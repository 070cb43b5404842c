package dev.japply.release.rehearsal;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.japply.tree.GoJson;
import dev.japply.tree.Json;
import dev.japply.tree.Value;
import dev.japply.tree.Value.BoolValue;
import dev.japply.tree.Value.MapValue;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// A stand-in for GitHub's API of releases and attestations, and for the addresses of released
/// files, on the loopback interface. It refuses the same requests as GitHub: a second file of a
/// name, an empty or too large file, too many of them, a tag that is not there, a token without the
/// permission.
final class ReleaseServer implements AutoCloseable {
  /// GitHub's limits.
  ///
  /// @param assetBytes the size that no file reaches
  /// @param assets the number of files of a release
  /// @param notes the characters of its notes
  record Limits(long assetBytes, int assets, int notes) {
    static final Limits GITHUB = new Limits(2L << 30, 1000, 125_000);
  }

  /// The token that its portal of Maven Central knows.
  static final String CENTRAL_TOKEN = "name:password";

  private static final class Release {
    private final String tag;
    private boolean draft = true;
    private final Map<String, Path> assets = new LinkedHashMap<>();

    private Release(String tag) {
      this.tag = tag;
    }
  }

  /// A request that is refused.
  private static final class Refusal extends Exception {
    private static final long serialVersionUID = 1;
    private final int status;

    private Refusal(int status, String message) {
      super(message);
      this.status = status;
    }
  }

  private final HttpServer server;
  private final Path storage;
  private final String repository;
  private final Limits limits;
  private final Predicate<String> hasTag;
  private final Map<String, Map<String, Object>> tokens = new LinkedHashMap<>();
  private final List<Release> releases = new ArrayList<>();
  private final Set<String> attested = new LinkedHashSet<>();

  /// @param storage the directory of the files
  /// @param repository the only one that there is, as `OWNER/NAME`
  /// @param hasTag whether the repository has a tag
  ReleaseServer(Path storage, String repository, Limits limits, Predicate<String> hasTag)
      throws IOException {
    this.storage = Files.createDirectories(storage);
    this.repository = repository;
    this.limits = limits;
    this.hasTag = hasTag;
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::handle);
    server.start();
  }

  /// The address of the site.
  String address() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  /// Makes a token that permits as much as the `permissions` of a job.
  synchronized String token(Map<String, Object> permissions) {
    String token = "token-" + tokens.size();
    tokens.put(token, permissions);
    return token;
  }

  /// The names of the files of a published release.
  synchronized Set<String> assets(String tag) {
    return releases.stream()
        .filter(release -> release.tag.equals(tag) && !release.draft)
        .findFirst()
        .map(release -> release.assets.keySet())
        .orElse(Set.of());
  }

  /// The content of a file of a release, for a change of it as an attacker would make it.
  synchronized Path asset(String tag, String name) {
    return releases.stream()
        .filter(release -> release.tag.equals(tag) && release.assets.containsKey(name))
        .map(release -> Objects.requireNonNull(release.assets.get(name)))
        .findFirst()
        .orElseThrow(() -> new RehearsalException("the release has no file " + name));
  }

  @Override
  public void close() {
    server.stop(0);
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      String path = exchange.getRequestURI().getPath().substring(1);
      String prefix = "api/repos/" + repository + "/";
      String uploads = "uploads/repos/" + repository + "/releases/";
      String downloads = repository + "/releases/download/";
      try {
        if (path.startsWith(prefix)) {
          api(exchange, path.substring(prefix.length()));
        } else if (path.startsWith(uploads)) {
          upload(exchange, path.substring(uploads.length()));
        } else if (path.startsWith(downloads)) {
          redirect(exchange, path.substring(downloads.length()));
        } else if (path.equals("central/api/v1/publisher/upload")) {
          central(exchange);
        } else if (path.startsWith("files/")) {
          send(exchange, storage.resolve(path.substring("files/".length())));
        } else {
          throw new Refusal(404, "Not Found");
        }
      } catch (Refusal refusal) {
        exchange.getRequestBody().readAllBytes();
        MapValue message = MapValue.of("message", Value.text(String.valueOf(refusal.getMessage())));
        reply(exchange, refusal.status, message);
      }
    }
  }

  private synchronized void api(HttpExchange exchange, String path) throws IOException, Refusal {
    String request = exchange.getRequestMethod() + " " + path;
    if (request.equals("POST releases")) {
      permit(exchange, "contents", "write");
      reply(exchange, 201, create(body(exchange)));
    } else if (request.startsWith("PATCH releases/")) {
      permit(exchange, "contents", "write");
      Release release = release(path.substring("releases/".length()));
      release.draft = Value.TRUE.equals(body(exchange).entries().get("draft"));
      reply(exchange, 200, MapValue.of("draft", new BoolValue(release.draft)));
    } else if (request.startsWith("DELETE releases/")) {
      permit(exchange, "contents", "write");
      Release release = release(path.substring("releases/".length()));
      release.assets.clear();
      release.draft = true;
      reply(exchange, 200, MapValue.of("draft", Value.TRUE));
    } else if (request.startsWith("GET git/ref/tags/")) {
      requireTag(path.substring("git/ref/tags/".length()));
      reply(exchange, 200, MapValue.of("ref", Value.text(path)));
    } else if (request.equals("POST attestations")) {
      permit(exchange, "attestations", "write");
      permit(exchange, "id-token", "write");
      attested.add(body(exchange).text("digest"));
      reply(exchange, 201, MapValue.of("id", Value.text("1")));
    } else if (request.startsWith("GET attestations/")
        && attested.contains(path.substring("attestations/".length()))) {
      reply(exchange, 200, MapValue.of("digest", Value.text(path)));
    } else {
      throw new Refusal(404, "Not Found");
    }
  }

  private void permit(HttpExchange exchange, String name, String level) throws Refusal {
    @Nullable String header = exchange.getRequestHeaders().getFirst("Authorization");
    Map<String, Object> permissions =
        header == null ? null : tokens.get(header.replace("Bearer ", ""));
    if (permissions == null) {
      throw new Refusal(401, "Requires authentication");
    }
    if (!level.equals(permissions.get(name))) {
      throw new Refusal(
          403, "Resource not accessible by integration: needs " + name + ": " + level);
    }
  }

  private void requireTag(String tag) throws Refusal {
    if (!hasTag.test(tag)) {
      throw new Refusal(404, "the repository has no tag " + tag);
    }
  }

  private MapValue create(MapValue wanted) throws Refusal {
    String tag = wanted.text("tag_name");
    requireTag(tag);
    for (Release release : releases) {
      if (release.tag.equals(tag) && !release.draft) {
        throw new Refusal(422, "Validation Failed: tag_name already_exists: " + tag);
      }
    }
    if (wanted.text("body").isBlank()) {
      throw new Refusal(422, "the release has no notes");
    }
    if (wanted.text("body").length() > limits.notes) {
      throw new Refusal(422, "body is too long (maximum is " + limits.notes + " characters)");
    }
    releases.add(new Release(tag));
    return MapValue.of("id", Value.text(String.valueOf(releases.size() - 1)));
  }

  private Release release(String id) throws Refusal {
    if (!id.matches("\\d{1,6}") || Integer.parseInt(id) >= releases.size()) {
      throw new Refusal(404, "Not Found");
    }
    return releases.get(Integer.parseInt(id));
  }

  private synchronized void upload(HttpExchange exchange, String path) throws IOException, Refusal {
    permit(exchange, "contents", "write");
    Release release = release(path.replace("/assets", ""));
    String query = exchange.getRequestURI().getRawQuery();
    String asked = URLDecoder.decode(query.replaceFirst("^name=", ""), UTF_8);
    // GitHub stores other characters as a dot.
    String name = asked.replaceAll("[^\\w.+-]", ".");
    long size = Long.parseLong(exchange.getRequestHeaders().getFirst("Content-Length"));
    if (release.assets.containsKey(name)) {
      throw new Refusal(422, "Validation Failed: ReleaseAsset name already_exists: " + name);
    }
    if (size == 0) {
      throw new Refusal(400, "Bad Content-Length: " + name + " is empty");
    }
    if (size >= limits.assetBytes) {
      throw new Refusal(422, "size must be less than " + limits.assetBytes + ": " + name);
    }
    if (release.assets.size() >= limits.assets) {
      throw new Refusal(422, "a release has at most " + limits.assets + " assets");
    }
    Path file = storage.resolve(releases.indexOf(release) + "-" + release.assets.size());
    Files.copy(exchange.getRequestBody(), file, StandardCopyOption.REPLACE_EXISTING);
    release.assets.put(name, file);
    reply(exchange, 201, MapValue.of("name", Value.text(name)));
  }

  /// Leads to the file of an asset, as GitHub leads to its store.
  private synchronized void redirect(HttpExchange exchange, String path)
      throws IOException, Refusal {
    String[] parts = path.split("/", 2);
    for (Release release : releases) {
      Path file = parts.length < 2 ? null : release.assets.get(parts[1]);
      if (file != null && release.tag.equals(parts[0]) && !release.draft) {
        exchange.getResponseHeaders().set("Location", address() + "/files/" + file.getFileName());
        exchange.sendResponseHeaders(302, -1);
        return;
      }
    }
    throw new Refusal(404, "Not Found");
  }

  /// Takes a bundle for Maven Central, as its portal does.
  private static void central(HttpExchange exchange) throws IOException, Refusal {
    byte[] body = exchange.getRequestBody().readAllBytes();
    String token = Base64.getEncoder().encodeToString(CENTRAL_TOKEN.getBytes(UTF_8));
    if (!("Bearer " + token).equals(exchange.getRequestHeaders().getFirst("Authorization"))) {
      throw new Refusal(401, "Invalid token");
    }
    String defect = CentralPortal.defect(body);
    if (!defect.isEmpty()) {
      throw new Refusal(400, defect);
    }
    reply(exchange, 201, MapValue.of("id", Value.text("deployment")));
  }

  private static void send(HttpExchange exchange, Path file) throws IOException, Refusal {
    if (!Files.isRegularFile(file)) {
      throw new Refusal(404, "Not Found");
    }
    exchange.sendResponseHeaders(200, Files.size(file));
    Files.copy(file, exchange.getResponseBody());
  }

  private static MapValue body(HttpExchange exchange) throws IOException {
    return (MapValue) Json.parse(exchange.getRequestBody().readAllBytes());
  }

  private static void reply(HttpExchange exchange, int status, MapValue value) throws IOException {
    byte[] bytes = GoJson.write(value).getBytes(UTF_8);
    exchange.getResponseHeaders().set("Content-Type", "application/json");
    exchange.sendResponseHeaders(status, bytes.length);
    exchange.getResponseBody().write(bytes);
  }
}
