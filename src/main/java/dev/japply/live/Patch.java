package dev.japply.live;

import dev.japply.tree.Value.MapValue;

/// The body of a PATCH and its type.
public record Patch(Type type, MapValue body) {
  /// The patch types that the API server knows and japply sends.
  public enum Type {
    /// Merges by the schema of the type.
    STRATEGIC("application/strategic-merge-patch+json"),
    /// RFC 7386: maps merge, all else is replaced.
    MERGE("application/merge-patch+json"),
    /// Server-side apply: creates what is not there.
    APPLY("application/apply-patch+yaml");

    private final String contentType;

    Type(String contentType) {
      this.contentType = contentType;
    }

    public String contentType() {
      return contentType;
    }
  }
}
