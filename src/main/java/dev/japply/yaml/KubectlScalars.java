package dev.japply.yaml;

import dev.japply.problem.WarningId;
import dev.japply.tree.Value;
import dev.japply.tree.Value.BigIntValue;
import dev.japply.tree.Value.BoolValue;
import dev.japply.tree.Value.FloatValue;
import dev.japply.tree.Value.IntValue;
import dev.japply.tree.Value.StringValue;
import dev.japply.yaml.YamlNode.Scalar;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.util.Optional;
import java.util.function.Consumer;

/// The rules of `kubectl`, for YAML 1.1, with the values of variables in the text.
///
/// @param notices receives warnings about keys
record KubectlScalars(SubstitutedScalars texts, Consumer<DocumentWarning> notices)
    implements ScalarRules {

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

  /// Converts a YAML key to a JSON key: numbers and booleans become text, and floats become the
  /// text of the nearest 32-bit float.
  private static final class KeyText {
    private static final int PLAIN_FROM = -4;
    private static final int PLAIN_BELOW = 6;

    private KeyText() {}

    /// Returns the key; empty if a value of its type cannot be a key.
    static Optional<String> of(Value key) {
      return switch (key) {
        case StringValue(String text) -> Optional.of(text);
        case BoolValue(boolean value) -> Optional.of(String.valueOf(value));
        case IntValue(long number) -> Optional.of(String.valueOf(number));
        case FloatValue(double number) -> Optional.of(text((float) number));
        case BigIntValue(BigInteger number) ->
            GoInteger.isUnsignedOnly(number)
                ? Optional.empty()
                : Optional.of(text((float) number.doubleValue()));
        case Value.NullValue none -> Optional.empty();
        case Value.ListValue list -> Optional.empty();
        case Value.MapValue map -> Optional.empty();
      };
    }

    private static String text(float number) {
      if (Float.isNaN(number)) {
        return ".nan";
      }
      if (Float.isInfinite(number)) {
        return number > 0 ? ".inf" : "-.inf";
      }
      if (number == 0) {
        return 1 / number < 0 ? "-0" : "0";
      }
      BigDecimal digits = shortest(number);
      String unscaled = digits.unscaledValue().abs().toString();
      int exponent = unscaled.length() - 1 - digits.scale();
      if (exponent >= PLAIN_FROM && exponent < PLAIN_BELOW) {
        return digits.toPlainString();
      }
      String fraction = unscaled.length() == 1 ? "" : "." + unscaled.substring(1);
      return (number < 0 ? "-" : "") + unscaled.charAt(0) + fraction + exponentText(exponent);
    }

    private static String exponentText(int exponent) {
      return "e" + (exponent < 0 ? "-" : "+") + "%02d".formatted(Math.abs(exponent));
    }

    /// Returns the shortest decimal form of a float. `Float.toString` prints at least two digits,
    /// and so misses one-digit forms such as 1e-45.
    private static BigDecimal shortest(float number) {
      BigDecimal digits = new BigDecimal(Float.toString(number)).stripTrailingZeros();
      BigDecimal one = digits.round(new MathContext(1));
      return one.floatValue() == number ? one.stripTrailingZeros() : digits;
    }
  }
}
