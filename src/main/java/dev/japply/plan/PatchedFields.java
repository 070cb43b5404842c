package dev.japply.plan;

import dev.japply.object.LastApplied;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;

/// The fields of an object that a patch is about.
final class PatchedFields {
  /// How directives of a strategic merge patch begin, such as `$retainKeys`.
  private static final String DIRECTIVE = "$";

  private PatchedFields() {}

  /// Whether one of them, or the last-applied annotation, is another in `after` than in `before`.
  static boolean moved(MapValue patch, MapValue before, MapValue after) {
    MapValue unguarded = patch.with("metadata", patch.map("metadata").without("resourceVersion"));
    return !LastApplied.text(before).equals(LastApplied.text(after))
        || differs(unguarded, before, after);
  }

  /// A patch with a directive is about all of its map.
  private static boolean differs(Value patch, Node before, Node after) {
    boolean maps =
        patch instanceof MapValue && before instanceof MapValue && after instanceof MapValue;
    if (!maps || directive((MapValue) patch)) {
      return !before.equals(after);
    }
    MapValue one = (MapValue) before;
    MapValue other = (MapValue) after;
    return ((MapValue) patch)
        .entries().entrySet().stream()
            .anyMatch(field ->
                differs(field.getValue(), one.get(field.getKey()), other.get(field.getKey())));
  }

  private static boolean directive(MapValue patch) {
    return patch.entries().keySet().stream().anyMatch(key -> key.startsWith(DIRECTIVE));
  }
}
