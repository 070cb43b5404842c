package dev.japply.yaml;

import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import dev.japply.tree.Value.NullValue;
import dev.japply.tree.Value.StringValue;
import dev.japply.yaml.YamlNode.Scalar;

/// Reads YAML files without positions, such as kubeconfig files. Repeated keys are no error.
public final class YamlReader {
  private YamlReader() {}

  /// Returns the map in the first document of `text` with all its scalars as text: a number retains
  /// its leading zeros. Returns an empty map if the document is empty or has no map.
  ///
  /// @throws SyntaxFailure if it cannot be read
  public static MapValue texts(String text) {
    return read(text, new ScalarsAsText());
  }

  /// Returns the same map with typed numbers and booleans.
  ///
  /// @throws SyntaxFailure if it cannot be read
  public static MapValue values(String text) {
    var texts = new SubstitutedScalars(Substitution.NONE, text, 1, YamlReader::ignore);
    return read(text, new KubectlScalars(texts, YamlReader::ignore));
  }

  /// Whether the first document of `text` has a list or a scalar in place of a map.
  ///
  /// @throws SyntaxFailure if it cannot be read
  public static boolean isOther(String text) {
    Node root = root(text, new ScalarsAsText());
    return root instanceof ListValue
        || (root instanceof StringValue(String word) && !word.isEmpty());
  }

  private static MapValue read(String text, ScalarRules rules) {
    return root(text, rules) instanceof MapValue map ? map : MapValue.EMPTY;
  }

  private static Node root(String text, ScalarRules rules) {
    return YamlParser.parse(text, 1, YamlReader::ignore)
        .<Node>map(root -> new YamlDecoder(rules, YamlReader::ignore).read(root).value())
        .orElse(MapValue.EMPTY);
  }

  private static void ignore(DocumentWarning warning) {}

  /// The rules of a kubeconfig: every scalar is text, so that a number retains its leading zeros,
  /// except for nulls.
  private record ScalarsAsText() implements ScalarRules {

    @Override
    public Value value(Scalar scalar) {
      boolean isNull =
          scalar.plain()
              && !scalar.text().isEmpty()
              && ScalarResolver.resolve(scalar) instanceof NullValue;
      return isNull ? Value.NULL : Value.text(scalar.text());
    }
  }
}
