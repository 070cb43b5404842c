package dev.japply.yaml;

import dev.japply.tree.Value.MapValue;
import java.util.Optional;

/// A key that begins with a space that YAML does not count as indentation, such as the no-break
/// space of web pages. It looks indented, and is a key of the map above.
///
/// @param key the key with its spaces
public record UnseenIndentation(String key) {

  /// Returns the first such key of a map; empty if there is none.
  public static Optional<UnseenIndentation> in(MapValue map) {
    for (String key : map.entries().keySet()) {
      if (!key.isEmpty() && key.charAt(0) != ' ' && Character.isSpaceChar(key.charAt(0))) {
        return Optional.of(new UnseenIndentation(key));
      }
    }
    return Optional.empty();
  }

  /// Returns what to do about it.
  public String hint() {
    return "replace the character U+%04X before %s by spaces: YAML does not indent by it"
        .formatted((int) key.charAt(0), key.substring(1).replaceFirst("^\\h+", ""));
  }
}
