package dev.japply.live.fabric8;

import dev.japply.live.ClusterException;
import dev.japply.live.Connection.Published;
import dev.japply.live.SchemaSource;
import dev.japply.object.Gvk;
import dev.japply.schema.Schema;
import dev.japply.schema.SchemaDocument;
import dev.japply.tree.Value.MapValue;
import java.util.Optional;

/// The server's OpenAPI documents: version 3, one per group and version, and where that is missing
/// version 2, one for all. Each is fetched and parsed at most once.
///
/// Where the server has neither, or does not show them, what [SchemaSource#builtin] knows counts.
final class OpenApi {
  private static final String V3 = "/openapi/v3";
  private static final String V2 = "/openapi/v2";

  private final Requests requests;
  private final SchemaSource source;
  private final Published published;
  private final OnceCache<String, MapValue> index = new OnceCache<>(this::fetchIndex);
  private final OnceCache<String, Optional<SchemaDocument>> documents = new OnceCache<>(this::read);

  /// @param published which of the documents count
  OpenApi(Requests requests, SchemaSource source, Published published) {
    this.requests = requests;
    this.source = source;
    this.published = published;
  }

  /// How the fields of `gvk` merge; empty when its PATCH takes no strategic merge patch.
  ///
  /// @throws ClusterException when nothing says how: to guess could lose items of lists
  Optional<Schema> schema(Gvk gvk) {
    Optional<SchemaDocument> document =
        published(gvk).or(() -> source.builtin(gvk.group(), gvk.version()));
    if (document.isEmpty() && isKubernetesOwn(gvk.group())) {
      throw new ClusterException(
          404, "NotFound", "the server publishes no schema of " + gvk, MapValue.EMPTY);
    }
    return document.flatMap(found -> strategic(found, gvk));
  }

  private Optional<SchemaDocument> published(Gvk gvk) {
    return switch (published) {
      case ANY -> documents.get(url(gvk));
      case VERSION_2 -> documents.get(V2);
      case NONE -> Optional.empty();
    };
  }

  private static Optional<Schema> strategic(SchemaDocument document, Gvk gvk) {
    String key = SchemaDocument.objectKey(gvk.group(), gvk.version(), gvk.kind());
    return document.strategic().contains(key)
        ? document.object(gvk.group(), gvk.version(), gvk.kind())
        : Optional.empty();
  }

  /// Groups of others have a domain of their own, and their types come without merge keys.
  private static boolean isKubernetesOwn(String group) {
    return group.indexOf('.') < 0 || group.endsWith(".k8s.io");
  }

  /// The path of the document that describes `gvk`.
  private String url(Gvk gvk) {
    String path = (gvk.group().isEmpty() ? "api/" : "apis/") + gvk.apiVersion();
    String url = index.get(V3).map(path).text("serverRelativeURL");
    return url.isEmpty() ? V2 : url;
  }

  /// The paths in the index of version 3; none when the server does not show it.
  private MapValue fetchIndex(String path) {
    return fetch(path).map(index -> index.map("paths")).orElse(MapValue.EMPTY);
  }

  private Optional<SchemaDocument> read(String url) {
    int hash = url.indexOf("hash=");
    try {
      return Optional.of(
          source.read(
              hash < 0 ? "" : url.substring(hash + "hash=".length()),
              () -> fetch(url).orElseThrow(NotShown::new)));
    } catch (NotShown e) {
      return Optional.empty();
    }
  }

  /// A document; empty when the server has none, or does not show it.
  private Optional<MapValue> fetch(String path) {
    Request request = Request.get(path, "");
    Response response = requests.answer(request);
    if (response.status() == 404 || response.status() == 403) {
      return Optional.empty();
    }
    if (!response.isSuccess()) {
      throw ServerErrors.of(request, response);
    }
    return response.tree(request) instanceof MapValue map ? Optional.of(map) : Optional.empty();
  }

  /// Leaves [SchemaSource#read] when there is nothing to read.
  private static final class NotShown extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }
}
