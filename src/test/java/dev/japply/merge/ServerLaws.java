package dev.japply.merge;

import dev.japply.schema.Schema;
import dev.japply.schema.Topology;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import dev.japply.tree.Value.StringValue;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;

/// Laws that come from how the server guards objects and keeps Secrets.
final class ServerLaws {
  private ServerLaws() {}

  static Optional<String> broken(Triple triple, MergeOutcome outcome) {
    boolean replaces =
        triple
            .schema()
            .filter(schema ->
                schema.isStrategic()
                    ? replacesWhole(outcome.patch())
                    : hasShared(outcome.patch(), schema))
            .isPresent();
    if (replaces && !outcome.patch().map("metadata").has("resourceVersion")) {
      return Optional.of("a list or map is replaced whole in whatever version there is");
    }
    boolean secret = triple.type().equals("v1/Secret");
    return secret && !textsAreData(triple.config().map("stringData"), outcome.result().map("data"))
        ? Optional.of("a text of the Secret is not in its data")
        : Optional.empty();
  }

  /// Whether a JSON merge patch has a list in it of which each item has writers of its own.
  private static boolean hasShared(Value patch, Schema type) {
    boolean shared =
        type.def().topology() instanceof Topology.Keyed
            || type.def().topology() == Topology.Plain.SET;
    boolean list = patch instanceof ListValue || patch.equals(Value.NULL);
    return (shared && list)
        || (patch instanceof MapValue map
            && map.entries().entrySet().stream()
                .anyMatch(entry ->
                    Optional.ofNullable(TypeRule.child(type, entry.getKey()))
                        .filter(child -> hasShared(entry.getValue(), child))
                        .isPresent()));
  }

  private static boolean replacesWhole(Value patch) {
    return switch (patch) {
      case MapValue map ->
          map.get(Directives.PATCH).equals(Directives.REPLACE)
              || map.entries().values().stream().anyMatch(ServerLaws::replacesWhole);
      case ListValue list -> list.items().stream().anyMatch(ServerLaws::replacesWhole);
      default -> false;
    };
  }

  private static boolean textsAreData(MapValue texts, MapValue data) {
    return texts.entries().entrySet().stream().allMatch(entry -> isData(entry, data));
  }

  private static boolean isData(Map.Entry<String, Value> entry, MapValue data) {
    return !(entry.getValue() instanceof StringValue(String text))
        || data.text(entry.getKey())
            .equals(Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8)));
  }
}
