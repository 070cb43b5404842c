package dev.japply.live.fabric8;

import dev.japply.live.ClusterException;
import dev.japply.live.SchemaSource;
import dev.japply.object.Gvk;
import dev.japply.schema.Schema;
import dev.japply.schema.SchemaDocument;
import dev.japply.tree.Value.MapValue;
import java.util.Optional;

/// The server's OpenAPI documents: version 3, one per group and version, and where that is missing
/// version 2, one for all. Each is fetched and parsed at most once.
final class OpenApi {
  private static final String V3 = "/openapi/v3";
  private static final String V2 = "/openapi/v2";

  private final Requests requests;
  private final SchemaSource source;
  private final OnceCache<String, Optional<MapValue>> index = new OnceCache<>(this::fetchIndex);
  private final OnceCache<String, SchemaDocument> documents = new OnceCache<>(this::read);

  OpenApi(Requests requests, SchemaSource source) {
    this.requests = requests;
    this.source = source;
  }

  /// How the fields of `gvk` merge; empty when its PATCH takes no strategic merge patch.
  Optional<Schema> schema(Gvk gvk) {
    SchemaDocument document = documents.get(url(gvk));
    String key = SchemaDocument.objectKey(gvk.group(), gvk.version(), gvk.kind());
    return document.strategic().contains(key)
        ? document.object(gvk.group(), gvk.version(), gvk.kind())
        : Optional.empty();
  }

  /// The path of the document that describes `gvk`.
  private String url(Gvk gvk) {
    String group = (gvk.group().isEmpty() ? "api/" : "apis/") + gvk.apiVersion();
    String url = index.get(V3).map(paths -> paths.map(group).text("serverRelativeURL")).orElse("");
    return url.isEmpty() ? V2 : url;
  }

  /// The paths in the index of version 3; empty when the server has none.
  private Optional<MapValue> fetchIndex(String path) {
    Request request = Request.get(path, "");
    Response response = requests.answer(request);
    if (response.status() == 404) {
      return Optional.empty();
    }
    if (!response.isSuccess()) {
      throw ServerErrors.of(request, response);
    }
    return response.body().tree() instanceof MapValue map
        ? Optional.of(map.map("paths"))
        : Optional.empty();
  }

  /// @throws ClusterException when the server has no document at all: to guess how lists merge
  ///   could lose items
  private SchemaDocument read(String url) {
    int hash = url.indexOf("hash=");
    return source.read(
        hash < 0 ? "" : url.substring(hash + "hash=".length()),
        () -> requests.send(Request.get(url, "")).body().tree());
  }
}
