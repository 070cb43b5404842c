package dev.japply.cluster.rest;

import dev.japply.cluster.ClusterException;
import dev.japply.cluster.ClusterException.Kind;
import dev.japply.cluster.config.ConnectionOptions.OpenApiVersion;
import dev.japply.object.Gvk;
import dev.japply.schema.Schema;
import dev.japply.schema.SchemaDocument;
import dev.japply.tree.Json;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import dev.japply.tree.Value.StringValue;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/// The schemas of a server's types.
///
/// Kubernetes' own types have a table for each release ([SchemaSource#ofRelease]). It equals the
/// server's documents, and needs only the server's release.
///
/// Other types and other releases have OpenAPI documents: version 3 with one per group and version,
/// else version 2 with a single one. Each is fetched and parsed at most once. The index may be from
/// an earlier run, as long as the schemas of its documents are cached. Documents are fetched only
/// by an index of this run.
///
/// [SchemaSource#builtin] is used if the server has no documents, does not allow access to them, or
/// a document lacks a type.
final class OpenApiSchemas {
  private static final String VERSION = "/version";
  private static final String V3 = "/openapi/v3";
  private static final String V2 = "/openapi/v2";
  private static final int FORBIDDEN = 403;
  private static final Index NO_INDEX = new Index(new byte[0], false);

  private final Requests requests;
  private final CachedReads reads;
  private final SchemaSource source;
  private final OpenApiVersion published;
  private final SingleFlight<String, String> release = new SingleFlight<>(this::fetchRelease);
  private final SingleFlight<GroupVersion, Optional<SchemaDocument>> ofRelease =
      new SingleFlight<>(this::readOfRelease);
  private final SingleFlight<String, Index> index = new SingleFlight<>(this::fetchIndex);
  private final SingleFlight<String, Optional<SchemaDocument>> documents =
      new SingleFlight<>(this::read);
  private final SingleFlight<GroupVersion, Optional<SchemaDocument>> builtin =
      new SingleFlight<>(this::readBuiltin);

  /// @param published the documents to use
  OpenApiSchemas(
      Requests requests, CachedReads reads, SchemaSource source, OpenApiVersion published) {
    this.requests = requests;
    this.reads = reads;
    this.source = source;
    this.published = published;
  }

  /// The paths of the documents of version 3. Only those that are looked up are read.
  private static final class Index {
    private final byte[] paths;
    private final boolean kept;
    private final Map<String, String> found = new ConcurrentHashMap<>();

    /// @param paths a map in JSON
    /// @param kept whether it is from an earlier run and not confirmed in this one
    Index(byte[] paths, boolean kept) {
      this.paths = paths;
      this.kept = kept;
    }

    /// Returns the path of the document that describes `gvk`; empty if there is none.
    String path(Gvk gvk) {
      String key = (gvk.group().isEmpty() ? "api/" : "apis/") + gvk.apiVersion();
      return found.computeIfAbsent(key, this::find);
    }

    private String find(String key) {
      return Json.find(paths, key) instanceof MapValue map ? map.text("serverRelativeURL") : "";
    }
  }

  private record GroupVersion(String group, String version) {}

  /// Returns the schema of `gvk` with its merge rules; empty if its fields are not described.
  ///
  /// @throws ClusterException if there are no merge rules: a guess could lose list items
  Optional<Schema> schema(Gvk gvk) {
    var groupVersion = new GroupVersion(gvk.group(), gvk.version());
    Optional<Schema> known =
        published == OpenApiVersion.NONE
            ? Optional.empty()
            : ofRelease.get(groupVersion).flatMap(found -> object(found, gvk));
    if (known.isPresent()) {
      return known;
    }
    Optional<SchemaDocument> ofServer = findPublished(gvk);
    Optional<Schema> described = ofServer.flatMap(found -> object(found, gvk));
    if (described.isPresent()) {
      return described;
    }
    Optional<SchemaDocument> document = builtin.get(groupVersion).or(() -> ofServer);
    if (document.isEmpty() && isKubernetesOwn(gvk.group())) {
      throw new ClusterException(
          404, "NotFound", "the server publishes no schema of " + gvk, MapValue.EMPTY);
    }
    return document.flatMap(found -> object(found, gvk));
  }

  /// Discards the index, because a write has changed the published types.
  void forgetIndex() {
    reads.discard(V3);
    index.forget(V3);
  }

  private Optional<SchemaDocument> findPublished(Gvk gvk) {
    return switch (published) {
      case ANY -> findListed(gvk);
      case NONE -> Optional.empty();
    };
  }

  private Optional<SchemaDocument> findListed(Gvk gvk) {
    Index known = index.get(V3);
    try {
      return documents.get(url(known, gvk));
    } catch (OldIndex e) {
      reads.distrust(V3);
      index.forget(V3, known);
      return documents.get(url(index.get(V3), gvk));
    }
  }

  private static Optional<Schema> object(SchemaDocument document, Gvk gvk) {
    return document.object(gvk.group(), gvk.version(), gvk.kind());
  }

  /// Returns true for built-in groups. Other groups have their own domain, and their types have no
  /// merge keys.
  private static boolean isKubernetesOwn(String group) {
    return group.indexOf('.') < 0 || group.endsWith(".k8s.io");
  }

  /// Returns the path of the document that describes `gvk`.
  private static String url(Index known, Gvk gvk) {
    String url = known.path(gvk);
    if (url.isEmpty() && known.kept) {
      throw new OldIndex();
    }
    return url.isEmpty() ? V2 : url;
  }

  /// Returns the server's hash of the document at `url`; empty if there is none.
  private static String hash(String url) {
    int hash = url.indexOf("hash=");
    return hash < 0 ? "" : url.substring(hash + "hash=".length());
  }

  /// Reads the paths in the index of version 3; empty if the server does not provide it.
  private Index fetchIndex(String path) {
    try {
      return reads
          .read(path, OpenApiSchemas::paths)
          .map(answer -> new Index(answer.json(), answer.kept()))
          .orElse(NO_INDEX);
    } catch (ClusterException e) {
      if (e.status() == FORBIDDEN) {
        return NO_INDEX;
      }
      throw e;
    }
  }

  private static Value paths(Request request, MapValue index) {
    if (index.get("paths") instanceof MapValue paths) {
      return paths;
    }
    throw ServerErrors.unexpected(request, "it has no paths");
  }

  /// Returns the built-in types of the server's release; empty if there is no table of them.
  private Optional<SchemaDocument> readOfRelease(GroupVersion known) {
    return builtin.get(known).isPresent()
        ? source.ofRelease(release.get(VERSION), known.group(), known.version())
        : Optional.empty();
  }

  /// Returns the server's release, such as `1.37`; empty if it is unknown.
  private String fetchRelease(String path) {
    try {
      return reads
          .read(path, (request, version) -> release(version))
          .map(answer -> Json.parse(answer.json()) instanceof StringValue(String text) ? text : "")
          .orElse("");
    } catch (ClusterException e) {
      if (e.status() == 0 && e.kind() != Kind.UNEXPECTED) {
        throw e;
      }
      return "";
    }
  }

  /// Clouds write `37+` as the minor version.
  private static Value release(MapValue version) {
    String minor = version.text("minor");
    return Value.text(
        version.text("major")
            + "."
            + (minor.endsWith("+") ? minor.substring(0, minor.length() - 1) : minor));
  }

  private Optional<SchemaDocument> readBuiltin(GroupVersion known) {
    return source.builtin(known.group(), known.version());
  }

  private Optional<SchemaDocument> read(String url) {
    try {
      return Optional.of(source.read(hash(url), () -> fetchListed(url).orElseThrow(NotShown::new)));
    } catch (NotShown e) {
      return Optional.empty();
    }
  }

  /// Reads the document. Throws [OldIndex] if the index is from an earlier run.
  private Optional<MapValue> fetchListed(String url) {
    if (!url.equals(V2) && index.get(V3).kept) {
      throw new OldIndex();
    }
    return fetch(url);
  }

  /// Reads a document; empty if the server does not have it, or does not allow access.
  private Optional<MapValue> fetch(String path) {
    Request request = Request.get(path, "");
    Response response = requests.sendUnchecked(request);
    if (response.status() == 404 || response.status() == FORBIDDEN) {
      return Optional.empty();
    }
    if (!response.isSuccess()) {
      throw requests.error(request, response);
    }
    return Optional.of(ResponseCheck.openApi(request, response));
  }

  /// Signals that an earlier run's index is not sufficient.
  private static final class OldIndex extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  /// Ends [SchemaSource#read] if there is no document.
  private static final class NotShown extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }
}
