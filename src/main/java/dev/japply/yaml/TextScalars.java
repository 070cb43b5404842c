package dev.japply.yaml;

import dev.japply.tree.Value;
import dev.japply.tree.Value.NullValue;
import dev.japply.yaml.YamlNode.Scalar;

/// The rules of a kubeconfig: every scalar is text, so that a number retains its leading zeros,
/// except for nulls.
record TextScalars() implements ScalarRules {

  @Override
  public Value value(Scalar scalar) {
    boolean isNull =
        scalar.plain()
            && !scalar.text().isEmpty()
            && ScalarResolver.resolve(scalar) instanceof NullValue;
    return isNull ? Value.NULL : Value.text(scalar.text());
  }
}
