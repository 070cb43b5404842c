package dev.japply.cluster;

import dev.japply.object.KubeObject;
import dev.japply.object.SecretMask;
import dev.japply.object.SecretValues;
import dev.japply.schema.Schema;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Value.MapValue;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The request that a server rejected.
///
/// @param live the object before the patch; null for a create or a read
/// @param result the object after the patch; null if it is unknown
/// @param schema loads the object's schema, for error responses that need it
/// @param remedies finds the remedies for fields that a server refuses together, by their paths
public record RequestContext(
    KubeObject desired,
    @Nullable MapValue live,
    @Nullable MapValue result,
    Supplier<Optional<Schema>> schema,
    Supplier<Map<String, String>> remedies) {

  /// Creates the context of a write without known remedies.
  public RequestContext(
      KubeObject desired,
      @Nullable MapValue live,
      @Nullable MapValue result,
      Supplier<Optional<Schema>> schema) {
    this(desired, live, result, schema, Map::of);
  }

  /// Creates the context of a read, or of a write without further data.
  public static RequestContext of(KubeObject desired) {
    return new RequestContext(desired, null, null, Optional::empty);
  }

  /// Creates the context of a write to `live` with an unknown result.
  public static RequestContext over(MapValue live, KubeObject desired) {
    return new RequestContext(desired, live, null, Optional::empty);
  }

  /// Returns the context of the same write to `object`, which was read after it.
  public RequestContext onto(MapValue object) {
    return new RequestContext(desired, object, result, schema, remedies);
  }

  /// Returns the schema of the object; empty if the server does not provide it.
  Optional<Schema> type() {
    try {
      return schema.get();
    } catch (ClusterException e) {
      return Optional.empty(); // the error is reported without the schema
    }
  }

  /// Returns the remedy for a refusal of `field` or of the map that contains it; empty if none is
  /// known.
  String remedy(String field) {
    return remedies.get().entrySet().stream()
        .filter(known -> field.equals(known.getKey()) || field.startsWith(known.getKey() + "."))
        .findFirst()
        .map(Map.Entry::getValue)
        .orElse("");
  }

  /// Returns true if the value at `path` is not to be shown.
  boolean hides(FieldPath path) {
    return SecretMask.hides(desired, path, orEmpty(live), orEmpty(result));
  }

  private static MapValue orEmpty(@Nullable MapValue object) {
    return Objects.requireNonNullElse(object, MapValue.EMPTY);
  }

  /// Returns the truncated server message `text` without the object's secret values, new or old.
  String scrubbed(String text) {
    return ServerText.cut(SecretValues.scrubbed(text, desired, orEmpty(live)));
  }
}
