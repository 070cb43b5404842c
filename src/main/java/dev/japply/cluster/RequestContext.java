package dev.japply.cluster;

import dev.japply.object.KubeObject;
import dev.japply.object.SecretValues;
import dev.japply.schema.Schema;
import dev.japply.tree.Value.MapValue;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// What a server was asked when it refused.
///
/// @param live the object that a patch was for; null for a create or a read
/// @param result what the patch makes of it; null where that is not known
/// @param schema the type of the object, asked for when an answer leaves questions open
public record RequestContext(
    KubeObject desired,
    @Nullable MapValue live,
    @Nullable MapValue result,
    Supplier<Optional<Schema>> schema) {

  /// A read, or a write of which nothing more is known.
  public static RequestContext of(KubeObject desired) {
    return new RequestContext(desired, null, null, Optional::empty);
  }

  /// A write over `live` of which nothing more is known.
  public static RequestContext over(MapValue live, KubeObject desired) {
    return new RequestContext(desired, live, null, Optional::empty);
  }

  /// The type of the object, as far as the server tells.
  Optional<Schema> type() {
    try {
      return schema.get();
    } catch (ClusterException e) {
      return Optional.empty(); // the refusal is told without it
    }
  }

  /// `text`, which the server wrote, without the values that the object keeps secret, new or old,
  /// and not at any length.
  String scrubbed(String text) {
    MapValue old = Objects.requireNonNullElse(live, MapValue.EMPTY);
    return ServerText.cut(SecretValues.scrubbed(text, desired, old));
  }
}
