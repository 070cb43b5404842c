package dev.japply.cluster;

import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import org.jspecify.annotations.Nullable;

/// A PATCH request.
///
/// @param body a map, or for a JSON patch a list
/// @param force whether a server-side apply takes fields from other managers; null for the server's
///   default, which is false
/// @param subresource the subresource, as `status`; empty for the object itself
/// @param onto the live object that the patch was computed for; null if it was not read
public record Patch(
    Type type, Value body, @Nullable Boolean force, String subresource, @Nullable MapValue onto) {
  /// The patch types of the API server that japply sends.
  public enum Type {
    /// A strategic merge patch: merges by the schema of the type.
    STRATEGIC("application/strategic-merge-patch+json"),
    /// A JSON merge patch (RFC 7386): maps are merged, all other values are replaced.
    MERGE("application/merge-patch+json"),
    /// A JSON patch (RFC 6902): a list of operations.
    JSON("application/json-patch+json"),
    /// Server-side apply: the manifest, which creates the object if it does not exist.
    APPLY("application/apply-patch+yaml");

    private final String contentType;

    Type(String contentType) {
      this.contentType = contentType;
    }

    public String contentType() {
      return contentType;
    }
  }

  public Patch(Type type, Value body) {
    this(type, body, null, "", null);
  }

  /// Returns the patch that replaces the managed fields of that version of an object, and of no
  /// other: a replaced resourceVersion makes the server compare it.
  ///
  /// @param live the object with the version
  public static Patch managers(ListValue managedFields, MapValue live) {
    Value version = Value.text(live.map("metadata").text("resourceVersion"));
    return new Patch(
        Type.JSON,
        ListValue.of(
            replacement("/metadata/managedFields", managedFields),
            replacement("/metadata/resourceVersion", version)));
  }

  private static MapValue replacement(String path, Value value) {
    return MapValue.of("op", Value.text("replace"))
        .with("path", Value.text(path))
        .with("value", value);
  }

  public Patch of(String part) {
    return new Patch(type, body, force, part, onto);
  }

  /// Returns this patch with or without force: whether it takes fields from other managers.
  public Patch forcing(boolean takeOver) {
    return new Patch(type, body, takeOver, subresource, onto);
  }

  /// Returns this patch for the live object `read`; null if it was not read.
  public Patch onto(@Nullable MapValue read) {
    return new Patch(type, body, force, subresource, read);
  }

  public Patch with(Value other) {
    return new Patch(type, other, force, subresource, onto);
  }
}
