package dev.japply.yaml;

import dev.japply.tree.FloatText;
import dev.japply.tree.GoNumber;
import dev.japply.tree.Value;
import dev.japply.tree.Value.BigIntValue;
import dev.japply.tree.Value.BoolValue;
import dev.japply.tree.Value.FloatValue;
import dev.japply.tree.Value.IntValue;
import dev.japply.tree.Value.NullValue;
import dev.japply.yaml.YamlNode.Scalar;
import java.math.BigInteger;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/// Resolves YAML 1.1 scalars as `kubectl` does. Follows go-yaml v2, which differs from the YAML 1.1
/// specification in sexagesimal numbers (strings here), timestamps (strings) and `0o` octals.
///
/// Floats are returned unchanged, including whole and infinite ones; [#json] converts them.
final class ScalarResolver {
  private static final String YAML = "tag:yaml.org,2002:";
  private static final String BINARY = YAML + "binary";
  private static final String TIMESTAMP = YAML + "timestamp";
  private static final Set<String> TYPED = Set.of("bool", "int", "float", "null", "timestamp");

  private static final Set<String> BOOLEANS =
      Set.of("true", "True", "TRUE", "false", "False", "FALSE");

  private static final Map<String, Value> WORDS = words();

  /// The length of the longest of them.
  private static final int LONGEST_WORD = 5;

  /// Expressions, which few scalars need.
  private static final class Patterns {
    static final Pattern POINT_FIRST =
        Pattern.compile("\\.[0-9]++(?:_[0-9]++)*+(?:[eE][-+]?[0-9]++(?:_[0-9]++)*+)?");
    static final Pattern FLOAT =
        Pattern.compile("[-+]?(\\.[0-9]+|[0-9]+(\\.[0-9]*)?)([eE][-+]?[0-9]+)?");
    static final Pattern WHOLE = Pattern.compile("[-+]?[1-9][0-9]*");
  }

  private ScalarResolver() {}

  /// Returns the value of `scalar`.
  ///
  /// @throws SyntaxFailure if its tag and its text contradict each other
  static Value resolve(Scalar scalar) {
    String tag = scalar.tag();
    String text = scalar.text();
    if (tag.isEmpty()) {
      return scalar.plain() ? plain(text) : Value.text(text);
    }
    if (tag.equals(BINARY)) {
      return Value.text(BinaryScalar.decode(scalar));
    }
    if (!tag.startsWith(YAML) || !TYPED.contains(tag.substring(YAML.length()))) {
      return Value.text(text);
    }
    return tagged(scalar, tag.substring(YAML.length()));
  }

  /// Resolves a scalar with `yes`, `on` and similar words as strings, as in YAML 1.2.
  static Value resolveWithoutWords(Scalar scalar) {
    Value value = resolve(scalar);
    boolean word =
        value instanceof BoolValue && scalar.tag().isEmpty() && !BOOLEANS.contains(scalar.text());
    return word ? Value.text(scalar.text()) : value;
  }

  /// Converts whole floats to integers, as a round trip through JSON does.
  static Value json(Value value) {
    if (!(value instanceof FloatValue(double number)) || !Double.isFinite(number)) {
      return value;
    }
    String text = FloatText.json(number);
    boolean whole = text.chars().allMatch(c -> c == '-' || (c >= '0' && c <= '9'));
    return whole && Math.abs(number) < 0x1p63 ? Value.number(Long.parseLong(text)) : value;
  }

  private static Value tagged(Scalar scalar, String type) {
    String text = scalar.text();
    boolean timestamp = scalar.tag().equals(TIMESTAMP);
    if (timestamp && Timestamp.matches(text)) {
      return Value.text(text);
    }
    Value value = plain(text);
    if (!timestamp && type.equals(typeOf(value))) {
      return value;
    }
    if (type.equals("float") && value instanceof IntValue(long number)) {
      return new FloatValue(number);
    }
    if (type.equals("float")
        && value instanceof BigIntValue(BigInteger number)
        && typeOf(value).equals("float")) {
      return new FloatValue(number.doubleValue());
    }
    throw YamlErrors.failure(
        "cannot decode !!%s `%s` as a !!%s".formatted(typeOf(value), text, type),
        scalar.place(),
        "remove the tag, or give a value of its type");
  }

  private static String typeOf(Value value) {
    return switch (value) {
      case BoolValue bool -> "bool";
      case IntValue number -> "int";
      case BigIntValue(BigInteger number) -> GoInteger.isUnsignedOnly(number) ? "int" : "float";
      case FloatValue number -> "float";
      case NullValue none -> "null";
      case Value.StringValue text -> "str";
      case Value.ListValue list -> "seq";
      case Value.MapValue map -> "map";
    };
  }

  /// Returns the value of a scalar without quotes and tag.
  static Value plain(String text) {
    return switch (text.isEmpty() ? '~' : text.charAt(0)) {
      case '~', 'y', 'Y', 'n', 'N', 't', 'T', 'f', 'F', 'o', 'O' -> word(text, Value.text(text));
      case '.' ->
          word(
              text, Patterns.POINT_FIRST.matcher(text).matches() ? number(text) : Value.text(text));
      case '+', '-' -> word(text, number(text));
      case '0', '1', '2', '3', '4', '5', '6', '7', '8', '9' -> number(text);
      default -> Value.text(text);
    };
  }

  private static Value word(String text, Value otherwise) {
    return text.length() > LONGEST_WORD ? otherwise : WORDS.getOrDefault(text, otherwise);
  }

  private static Value number(String text) {
    if (GoInteger.isShort(text)) {
      return Value.number(Long.parseLong(text));
    }
    if (!mayBeNumber(text)) {
      return Value.text(text);
    }
    String digits = text.replace("_", "");
    var integer = GoInteger.parse(digits);
    if (integer.isPresent()) {
      return Value.number(integer.get());
    }
    if (Patterns.WHOLE.matcher(digits).matches()) {
      return GoNumber.integer(digits).<Value>map(Value::number).orElse(Value.text(text));
    }
    if (Patterns.FLOAT.matcher(digits).matches()) {
      double value = Double.parseDouble(digits);
      return Double.isInfinite(value) ? Value.text(text) : new FloatValue(value);
    }
    if (digits.startsWith("0b")) {
      return GoInteger.parse(digits.substring(2), 2)
          .<Value>map(Value::number)
          .orElse(Value.text(text));
    }
    return Value.text(text);
  }

  /// Whether all characters occur in numbers, in any base. This needs less than the expressions do.
  private static boolean mayBeNumber(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean digit = c >= '0' && c <= '9';
      if (!digit && "abcdefABCDEFoOxX._+-".indexOf(c) < 0) {
        return false;
      }
    }
    return true;
  }

  private static Map<String, Value> words() {
    var words = new HashMap<String, Value>();
    put(words, Value.TRUE, "y", "Y", "yes", "Yes", "YES", "true", "True", "TRUE", "on", "On", "ON");
    put(
        words,
        Value.FALSE,
        "n",
        "N",
        "no",
        "No",
        "NO",
        "false",
        "False",
        "FALSE",
        "off",
        "Off",
        "OFF");
    put(words, Value.NULL, "~", "null", "Null", "NULL");
    words.put("", Value.NULL);
    put(words, new FloatValue(Double.NaN), ".nan", ".NaN", ".NAN");
    put(
        words,
        new FloatValue(Double.POSITIVE_INFINITY),
        ".inf",
        ".Inf",
        ".INF",
        "+.inf",
        "+.Inf",
        "+.INF");
    put(words, new FloatValue(Double.NEGATIVE_INFINITY), "-.inf", "-.Inf", "-.INF");
    return Map.copyOf(words);
  }

  private static void put(Map<String, Value> words, Value value, String... texts) {
    for (String text : texts) {
      words.put(text, value);
    }
  }

  /// Scalars with the tag `!!binary`, which become the text that their bytes are in UTF-8.
  private static final class BinaryScalar {
    private BinaryScalar() {}

    static String decode(Scalar scalar) {
      String base64 = scalar.text().replace("\n", "").replace("\r", "");
      try {
        if (base64.length() % 4 != 0) {
          throw new IllegalArgumentException("padding is missing");
        }
        return SourceText.utf8(Base64.getDecoder().decode(base64));
      } catch (IllegalArgumentException e) {
        throw YamlErrors.failure(
            "!!binary value contains invalid base64 data", scalar.place(), "remove the tag");
      }
    }
  }
}
