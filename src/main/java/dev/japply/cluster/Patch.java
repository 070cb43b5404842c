package dev.japply.cluster;

import dev.japply.tree.Value;
import org.jspecify.annotations.Nullable;

/// A PATCH.
///
/// @param body a map, or of a JSON patch a list
/// @param force of a server-side apply, whether fields of other managers are taken over; null to
///   leave that to the server, which does not
/// @param subresource the part of the object that it is for, as `status`; empty for the object
public record Patch(Type type, Value body, @Nullable Boolean force, String subresource) {
  /// The patch types of the API server that japply sends.
  public enum Type {
    /// Merges by the schema of the type.
    STRATEGIC("application/strategic-merge-patch+json"),
    /// RFC 7386: maps merge, all else is replaced.
    MERGE("application/merge-patch+json"),
    /// RFC 6902: a list of operations.
    JSON("application/json-patch+json"),
    /// Server-side apply: the manifest, which creates the object if need be.
    APPLY("application/apply-patch+yaml");

    private final String contentType;

    Type(String contentType) {
      this.contentType = contentType;
    }

    public String contentType() {
      return contentType;
    }
  }

  /// A patch of an object.
  public Patch(Type type, Value body) {
    this(type, body, null, "");
  }

  /// The same for a part of the object.
  public Patch of(String part) {
    return new Patch(type, body, force, part);
  }

  /// Returns this patch with or without force: whether it takes fields from other managers.
  public Patch forcing(boolean takeOver) {
    return new Patch(type, body, takeOver, subresource);
  }
}
