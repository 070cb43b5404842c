package dev.japply.yaml;

import dev.japply.problem.WarningId;
import dev.japply.tree.Value;
import dev.japply.tree.Value.FloatValue;
import dev.japply.yaml.YamlNode.Scalar;
import java.util.Optional;
import java.util.function.Consumer;

/// The rules of `kubectl`, for YAML 1.1, with the values of variables in the text.
///
/// @param notices receives warnings about keys
record KubectlScalars(ScalarTexts texts, Consumer<DocumentWarning> notices) implements ScalarRules {

  @Override
  public Value value(Scalar scalar) {
    return ScalarResolver.json(resolved(scalar, text(scalar)));
  }

  private String text(Scalar scalar) {
    return texts.of(scalar.text(), scalar.place());
  }

  /// Returns the value of a scalar that contains `text`. Substituted text is resolved as if it were
  /// written there, except that it becomes no null, which would remove a field, and no number that
  /// JSON does not support.
  private static Value resolved(Scalar scalar, String text) {
    if (text.equals(scalar.text())) {
      return ScalarResolver.resolve(scalar);
    }
    var filled = new Scalar(scalar.tag(), text, scalar.style(), scalar.span());
    Value value = ScalarResolver.resolve(filled);
    boolean odd =
        value instanceof Value.NullValue
            || (value instanceof FloatValue(double number) && !Double.isFinite(number));
    return odd && scalar.tag().isEmpty() ? Value.text(text) : value;
  }

  @Override
  public Optional<String> key(Scalar scalar) {
    String text = text(scalar);
    Value value = resolved(scalar, text);
    Optional<String> key =
        KeyText.of(text.equals(scalar.text()) ? value : ScalarResolver.json(value));
    if (scalar.plain() && key.isPresent() && !key.get().equals(text)) {
      notices.accept(
          new DocumentWarning(
              WarningId.CONVERTED_KEY,
              scalar.place(),
              "key %s is read as \"%s\"".formatted(scalar.text(), key.get()),
              "quote the key to keep it as written"));
    }
    return key;
  }
}
