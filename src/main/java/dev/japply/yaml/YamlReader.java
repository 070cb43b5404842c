package dev.japply.yaml;

import dev.japply.tree.Value.MapValue;
import java.util.function.Consumer;

/// Reads YAML files without positions, such as kubeconfig files. Repeated keys are no error.
public final class YamlReader {
  private static final Consumer<DocumentWarning> QUIET = notice -> {};

  private YamlReader() {}

  /// Returns the map in the first document of `text` with all its scalars as text: a number retains
  /// its leading zeros. Returns an empty map if the document is empty or has no map.
  ///
  /// @throws SyntaxFailure if it cannot be read
  public static MapValue texts(String text) {
    return read(text, ScalarRules.TEXT);
  }

  /// Returns the same map with typed numbers and booleans.
  ///
  /// @throws SyntaxFailure if it cannot be read
  public static MapValue values(String text) {
    var texts = new ScalarTexts(Substitution.NONE, text, 1, QUIET);
    return read(text, new KubectlScalars(texts, QUIET));
  }

  private static MapValue read(String text, ScalarRules rules) {
    return YamlParser.parse(text, 1, QUIET)
                .map(root -> new YamlDecoder(rules, QUIET).decode(root).value())
                .orElse(MapValue.EMPTY)
            instanceof MapValue map
        ? map
        : MapValue.EMPTY;
  }
}
