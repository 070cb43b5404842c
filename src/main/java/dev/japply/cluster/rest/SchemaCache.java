package dev.japply.cluster.rest;

import dev.japply.io.FileCache;
import dev.japply.schema.SchemaCodec;
import dev.japply.schema.SchemaDocument;
import java.nio.file.Path;
import java.util.Optional;

/// A cache of merge schemas on disk. The key is the server's hash of the OpenAPI document: the
/// `hash` of the `serverRelativeURL` in the `/openapi/v3` index. Entries do not expire.
public final class SchemaCache {
  private static final FileCache.Kind KIND = new FileCache.Kind("schema", "schema", 4);

  private static final int SHORTEST = 8;
  private static final int LONGEST = 200;

  private final FileCache files;

  /// Opens a cache in a directory below `root`, which is created by the first entry. It has some
  /// hundred documents and 64 MiB.
  public SchemaCache(Path root) {
    this(root, 512, 64L << 20);
  }

  /// Opens a cache with a maximum number of files and total bytes.
  SchemaCache(Path root, int maxFiles, long maxBytes) {
    this.files = new FileCache(root, KIND, maxFiles, maxBytes);
  }

  /// Returns the schema of the document with that hash; empty if it is missing or its file is
  /// damaged.
  public Optional<SchemaDocument> get(String hash) {
    if (!isName(hash)) {
      return Optional.empty();
    }
    try {
      return files.get(hash).map(kept -> SchemaCodec.read(kept.bytes()));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /// Whether the hash can be the name of a file.
  private static boolean isName(String hash) {
    for (int i = 0; i < hash.length(); i++) {
      char c = hash.charAt(i);
      boolean isLetter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
      if (!isLetter && !(c >= '0' && c <= '9') && c != '_' && c != '-') {
        return false;
      }
    }
    return hash.length() >= SHORTEST && hash.length() <= LONGEST;
  }

  /// Stores the schema of the document with that hash; replaces an existing one.
  public void put(String hash, SchemaDocument schema) {
    if (isName(hash)) {
      SchemaCodec.write(schema).ifPresent(text -> files.put(hash, text));
    }
  }
}
