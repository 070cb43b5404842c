package dev.japply.kpt;

import dev.japply.tree.Value.MapValue;
import java.util.List;

/// How packages are merged.
///
/// @param choice what becomes of fields that both sides changed
/// @param likeKpt whether objects become what kpt makes of them
/// @param inferredKeys what tells the items of lists apart that no schema describes; empty where
///   such a list is one value
/// @param definitions CustomResourceDefinitions beside those of the package
public record MergeOptions(
    ConflictChoice choice, boolean likeKpt, List<String> inferredKeys, List<MapValue> definitions) {
  /// Local values stay, and schemas alone say what tells items apart.
  static final MergeOptions DEFAULT =
      new MergeOptions(ConflictChoice.LOCAL, false, List.of(), List.of());

  /// The keys by which kpt's documentation has lists merge that no schema describes.
  public static final List<String> KEYS =
      List.of("mountPath", "devicePath", "ip", "type", "topologyKey", "name", "containerPort");

  public MergeOptions {
    inferredKeys = List.copyOf(inferredKeys);
    definitions = List.copyOf(definitions);
  }

  /// The same with another choice.
  MergeOptions with(ConflictChoice other) {
    return new MergeOptions(other, likeKpt, inferredKeys, definitions);
  }

  /// Whether upstream's value counts where both sides changed a field.
  boolean upstreamWins() {
    return choice == ConflictChoice.UPSTREAM;
  }
}
