package dev.japply.cluster.rest;

import dev.japply.io.FileCache;
import dev.japply.schema.SchemaCodec;
import dev.japply.schema.SchemaDocument;
import dev.japply.tree.GoJson;
import dev.japply.tree.Json;
import dev.japply.tree.JsonSyntaxException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Pattern;

/// Merge schemas on disk, by the hash that the server gives their OpenAPI document: the `hash` of
/// the `serverRelativeURL` in the `/openapi/v3` index. They never grow old.
public final class SchemaCache {
  private static final Pattern HASH = Pattern.compile("[0-9A-Za-z_-]{8,200}");
  private static final FileCache.Kind KIND = new FileCache.Kind("schema", "schema", 2);

  private final FileCache files;

  /// A store in a directory below `root`, which is made when the first schema is put; for some
  /// hundred documents of 64 MiB in all.
  public SchemaCache(Path root) {
    this(root, 512, 64L << 20);
  }

  /// A store of at most so many files, of so many bytes in all.
  SchemaCache(Path root, int maxFiles, long maxBytes) {
    this.files = new FileCache(root, KIND, maxFiles, maxBytes);
  }

  /// The schema of the document with that hash; empty if it is not there or its file is damaged.
  public Optional<SchemaDocument> get(String hash) {
    if (!HASH.matcher(hash).matches()) {
      return Optional.empty();
    }
    try {
      return files.get(hash).map(kept -> SchemaCodec.decode(Json.parse(kept.text())));
    } catch (JsonSyntaxException | IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /// Keeps the schema of the document with that hash, in place of what was there.
  public void put(String hash, SchemaDocument schema) {
    if (HASH.matcher(hash).matches()) {
      files.put(hash, GoJson.write(SchemaCodec.encode(schema)));
    }
  }
}
