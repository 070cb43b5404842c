package dev.japply.plan;

import dev.japply.object.LastApplied;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import java.util.Optional;

/// The fields of an object that a patch is about.
final class PatchedFields {
  private static final String METADATA = "metadata";

  /// How directives of a strategic merge patch begin, such as `$retainKeys`.
  private static final String DIRECTIVE = "$";

  private PatchedFields() {}

  /// One of them, or the last-applied annotation, that is another in `after` than in `before`;
  /// empty when none is. What stands in the metadata is told only when nothing else has moved.
  static Optional<FieldPath> moved(MapValue patch, MapValue before, MapValue after) {
    MapValue metadata = patch.map(METADATA).without("resourceVersion");
    FieldPath root = FieldPath.root();
    return moved(root, patch.without(METADATA), before, after)
        .or(() -> moved(root.key(METADATA), metadata, before.map(METADATA), after.map(METADATA)))
        .or(() -> annotation(before, after));
  }

  private static Optional<FieldPath> annotation(MapValue before, MapValue after) {
    return LastApplied.text(before).equals(LastApplied.text(after))
        ? Optional.empty()
        : Optional.of(FieldPath.root().key(METADATA).key("annotations").key(LastApplied.KEY));
  }

  /// A patch with a directive is about all of its map.
  private static Optional<FieldPath> moved(FieldPath at, Value patch, Node before, Node after) {
    boolean maps =
        patch instanceof MapValue && before instanceof MapValue && after instanceof MapValue;
    if (!maps || directive((MapValue) patch)) {
      return before.equals(after) ? Optional.empty() : Optional.of(at);
    }
    MapValue one = (MapValue) before;
    MapValue other = (MapValue) after;
    return ((MapValue) patch)
        .entries().entrySet().stream()
            .flatMap(field -> {
              String key = field.getKey();
              return moved(at.key(key), field.getValue(), one.get(key), other.get(key)).stream();
            })
            .findFirst();
  }

  private static boolean directive(MapValue patch) {
    return patch.entries().keySet().stream().anyMatch(key -> key.startsWith(DIRECTIVE));
  }
}
