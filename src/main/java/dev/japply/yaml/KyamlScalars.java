package dev.japply.yaml;

import dev.japply.tree.Value;
import dev.japply.tree.Value.NullValue;
import dev.japply.tree.Value.StringValue;
import dev.japply.yaml.YamlNode.Scalar;

/// The rules of kyaml, kustomize's YAML library, for YAML 1.2 and dates.
///
/// @param spelling receives the style of each scalar
record KyamlScalars(ScalarStyle spelling) implements ScalarRules {

  @Override
  public Value value(Scalar scalar) {
    if (!scalar.plain()) {
      if (!scalar.tag().isEmpty() && !(ScalarResolver.resolve(scalar) instanceof StringValue)) {
        return ScalarResolver.json(ScalarResolver.resolve(scalar));
      }
      return scalar.style() == YamlNode.Style.FOLDED
          ? spelling.folded(scalar.text())
          : spelling.quoted(scalar.text());
    }
    if (scalar.tag().isEmpty() && Timestamp.matches(scalar.text())) {
      return spelling.time(scalar.text());
    }
    return switch (ScalarResolver.json(ScalarResolver.resolveWithoutWords(scalar))) {
      case StringValue text -> text;
      case Value.BoolValue(boolean value) -> written(new Value.BoolValue(value), scalar);
      case NullValue none -> written(new NullValue(), scalar);
      case Value number -> written(number, scalar);
    };
  }

  private Value written(Value value, Scalar scalar) {
    spelling.written(value, scalar.text());
    return value;
  }

  @Override
  public boolean isStrict() {
    return true;
  }
}
