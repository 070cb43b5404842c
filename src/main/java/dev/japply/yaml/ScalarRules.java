package dev.japply.yaml;

import dev.japply.tree.Value;
import dev.japply.yaml.YamlNode.Scalar;
import java.util.Optional;

/// Rules for converting scalars to values while reading YAML.
interface ScalarRules {
  /// Returns the value of a scalar, perhaps a number that JSON does not support.
  ///
  /// @throws SyntaxFailure if its tag and its text contradict each other
  Value value(Scalar scalar);

  /// Returns the key of a map entry; empty if JSON cannot express it.
  default Optional<String> key(Scalar scalar) {
    return Optional.of(scalar.text());
  }

  /// Returns whether a repeated key is an error, and keys next to a `<<` override merged keys
  /// wherever it is written. Otherwise, the last entry takes precedence.
  default boolean isStrict() {
    return false;
  }
}
