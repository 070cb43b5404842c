package dev.japply.check;

import static dev.japply.check.CustomSchema.INT_OR_STRING;
import static dev.japply.check.CustomSchema.ITEMS;

import dev.japply.golang.GoPattern;
import dev.japply.tree.FieldPath;
import dev.japply.tree.GoJson;
import dev.japply.tree.Missing;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.BigIntValue;
import dev.japply.tree.Value.BoolValue;
import dev.japply.tree.Value.FloatValue;
import dev.japply.tree.Value.IntValue;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import dev.japply.tree.Value.NullValue;
import dev.japply.tree.Value.StringValue;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Compares values with the keywords of a CustomResourceDefinition's schema. Rules in CEL
/// (`x-kubernetes-validations`) are not run.
final class CustomValues {
  /// The first minor version of Kubernetes that checks the formats of integers.
  private static final int INTEGER_FORMATS = 36;

  private final int minor;
  private final Consumer<Finding> findings;
  private final Map<String, Optional<GoPattern>> patterns;
  private final boolean isDefault;

  /// @param minor the minor version of Kubernetes
  /// @param patterns the patterns that are compiled already; receives the others
  /// @param isDefault whether the value is a default in a schema. A server compares less of it
  CustomValues(
      int minor,
      Consumer<Finding> findings,
      Map<String, Optional<GoPattern>> patterns,
      boolean isDefault) {
    this.minor = minor;
    this.findings = findings;
    this.patterns = patterns;
    this.isDefault = isDefault;
  }

  private void report(FieldPath path, String what, String hint) {
    findings.accept(Finding.error(path, what, hint));
  }

  /// Reports the mistakes of a value.
  void check(MapValue schema, Value value, FieldPath path) {
    if (value instanceof NullValue) {
      if (!CustomSchema.isNullable(schema) && !schema.text("type").isEmpty()) {
        report(path, "must not be null", "remove it, or give it a value");
      }
      return;
    }
    if (!hasType(schema, value)) {
      String wanted =
          CustomSchema.is(schema, INT_OR_STRING)
              ? "an integer or a string"
              : TypeErrors.WANTED.getOrDefault(schema.text("type"), schema.text("type"));
      boolean quotes = wanted.equals("a string") && isScalar(value);
      report(path, "must be " + wanted, quotes ? "put it in quotes" : "");
      return;
    }
    checkKeywords(schema, value, path);
    switch (value) {
      case MapValue map -> map(schema, map, path);
      case ListValue list -> list(schema, list, path);
      case StringValue(String text) -> text(schema, text, path);
      case IntValue(long number) -> number(schema, BigDecimal.valueOf(number), path);
      case BigIntValue(var number) -> number(schema, new BigDecimal(number), path);
      case FloatValue(double number) -> number(schema, BigDecimal.valueOf(number), path);
      case BoolValue bool -> {}
      case NullValue none -> {}
    }
  }

  private static boolean isScalar(Value value) {
    return !(value instanceof MapValue || value instanceof ListValue);
  }

  private boolean hasType(MapValue schema, Value value) {
    boolean either = CustomSchema.is(schema, INT_OR_STRING);
    if (either && !(isDefault && !schema.text("type").isEmpty())) {
      return isDefault || value instanceof StringValue || isInteger(value);
    }
    return switch (schema.text("type")) {
      case "object" -> value instanceof MapValue;
      case "array" -> value instanceof ListValue;
      // A server takes a list where a text has a format.
      case "string" ->
          value instanceof StringValue || (value instanceof ListValue && schema.has("format"));
      case "integer" -> isInteger(value);
      case "number" ->
          value instanceof IntValue || value instanceof BigIntValue || value instanceof FloatValue;
      case "boolean" -> value instanceof BoolValue;
      default -> true;
    };
  }

  /// Whether it is an integer, such as `2.0` is in a custom resource.
  private static boolean isInteger(Value value) {
    return value instanceof IntValue
        || value instanceof BigIntValue
        || (value instanceof FloatValue(double number) && number == Math.rint(number));
  }

  private void checkKeywords(MapValue schema, Value value, FieldPath path) {
    if (schema.get("enum") instanceof ListValue(List<Value> values)
        && !values.isEmpty()
        && values.stream().noneMatch(each -> isEqual(each, value))) {
      List<String> texts = values.stream().map(CustomValues::shown).toList();
      report(
          path,
          value instanceof StringValue(String text)
              ? SchemaCheck.unsupported(text)
              : "unsupported value",
          SchemaCheck.oneOf(texts, value instanceof StringValue(String text) ? text : ""));
    }
    if (schema.get("not") instanceof MapValue not && isValid(not, value)) {
      report(path, "must not match the schema of \"not\"", "");
    }
    for (MapValue each : schema.maps("allOf")) {
      check(each, value, path);
    }
    List<MapValue> any = schema.maps("anyOf");
    if (!any.isEmpty() && any.stream().noneMatch(each -> isValid(each, value))) {
      report(path, "must match at least one schema of \"anyOf\"", "");
    }
    List<MapValue> one = schema.maps("oneOf");
    if (!one.isEmpty() && one.stream().filter(each -> isValid(each, value)).count() != 1) {
      report(path, "must match exactly one schema of \"oneOf\"", "");
    }
  }

  private static String shown(Value value) {
    return value instanceof StringValue(String text) ? text : GoJson.write(value);
  }

  private static boolean isEqual(Value one, Value other) {
    return one.equals(other) || GoJson.write(one).equals(GoJson.write(other));
  }

  private boolean isValid(MapValue schema, Value value) {
    List<Finding> found = new ArrayList<>();
    new CustomValues(minor, found::add, patterns, isDefault).check(schema, value, FieldPath.root());
    return found.isEmpty();
  }

  private void map(MapValue schema, MapValue map, FieldPath path) {
    for (String key : names(schema, "required")) {
      if (map.get(key) instanceof Missing) {
        findings.accept(Finding.missing(path.key(key)));
      }
    }
    size(schema, "minProperties", "maxProperties", map.entries().size(), "entries", path);
    map.entries()
        .forEach((key, value) -> {
          MapValue type = CustomSchema.typeOf(schema, key);
          if (type != null) {
            check(type, value, path.key(key));
          } else if (CustomSchema.is(schema, CustomSchema.PRESERVE)
              && schema.get(CustomSchema.ADDITIONAL).equals(Value.FALSE)) {
            report(path.key(key), "must not be set", "remove it");
          }
        });
    if (CustomSchema.is(schema, CustomSchema.EMBEDDED)) {
      for (String key : List.of("apiVersion", "kind")) {
        if (map.text(key).isEmpty()) {
          findings.accept(Finding.missing(path.key(key)));
        }
      }
    }
  }

  static List<String> names(MapValue schema, String keyword) {
    var names = new ArrayList<String>();
    if (schema.get(keyword) instanceof ListValue(List<Value> values)) {
      for (Value value : values) {
        if (value instanceof StringValue(String name)) {
          names.add(name);
        }
      }
    }
    return names;
  }

  private void list(MapValue schema, ListValue list, FieldPath path) {
    size(schema, "minItems", "maxItems", list.size(), "items", path);
    if (schema.get(ITEMS) instanceof MapValue items) {
      for (int i = 0; i < list.size(); i++) {
        check(items, list.items().get(i), path.index(i));
      }
    }
    switch (isDefault ? "" : schema.text("x-kubernetes-list-type")) {
      case "set" -> duplicates(list, path, "the same value", item -> item);
      case "map" -> {
        var keys =
            schema.get("x-kubernetes-list-map-keys") instanceof ListValue(List<Value> names)
                ? names
                : List.<Value>of();
        duplicates(list, path, "the same keys", item -> keys(item, keys));
      }
      default -> {}
    }
  }

  private static Value keys(Value item, List<Value> names) {
    var keys = new ArrayList<Value>();
    for (Value name : names) {
      Node key =
          item instanceof MapValue map && name instanceof StringValue(String text)
              ? map.get(text)
              : Missing.MISSING;
      keys.add(key instanceof Value value ? value : Value.NULL);
    }
    return new ListValue(keys);
  }

  private void duplicates(
      ListValue list, FieldPath path, String what, UnaryOperator<Value> identity) {
    Set<Value> seen = new HashSet<>();
    for (int i = 0; i < list.size(); i++) {
      if (!seen.add(identity.apply(list.items().get(i)))) {
        report(path.index(i), "has " + what + " as an earlier item", "remove one of them");
      }
    }
  }

  private void text(MapValue schema, String text, FieldPath path) {
    int length = text.codePointCount(0, text.length());
    size(schema, "minLength", "maxLength", length, "characters", path);
    String pattern = schema.text("pattern");
    if (!pattern.isEmpty()
        && patterns
            .computeIfAbsent(pattern, CustomValues::compiled)
            .filter(each -> !each.finds(text))
            .isPresent()) {
      report(path, "must match the pattern " + pattern, "");
    }
    String format = schema.text("format");
    if (!TextFormats.fits(format, text)) {
      report(path, "must have the format " + format, "");
    }
  }

  private static Optional<GoPattern> compiled(String pattern) {
    try {
      return Optional.of(GoPattern.compile(pattern));
    } catch (IllegalArgumentException e) {
      return Optional.empty(); // the server refuses the definition
    }
  }

  private void size(
      MapValue schema, String least, String most, int size, String what, FieldPath path) {
    BigDecimal count = BigDecimal.valueOf(size);
    limit(schema, least)
        .filter(limit -> count.compareTo(limit) < 0)
        .ifPresent(
            limit -> report(path, "must have at least " + limit.toPlainString() + " " + what, ""));
    limit(schema, most)
        .filter(limit -> count.compareTo(limit) > 0)
        .ifPresent(
            limit -> report(path, "must have at most " + limit.toPlainString() + " " + what, ""));
  }

  private void number(MapValue schema, BigDecimal number, FieldPath path) {
    if (schema.text("type").equals("integer")
        && Stream.of("minimum", "maximum").anyMatch(keyword -> hasFraction(schema, keyword))) {
      report(path, "fits no value: the minimum or maximum is no integer", "correct the schema");
      return;
    }
    boolean isWhole = isWhole(number);
    boolean over = CustomSchema.is(schema, "exclusiveMinimum");
    limit(schema, "minimum", isWhole)
        .filter(limit -> number.compareTo(limit) < (over ? 1 : 0))
        .ifPresent(limit ->
            report(path, "must be " + (over ? "over " : "at least ") + limit.toPlainString(), ""));
    boolean below = CustomSchema.is(schema, "exclusiveMaximum");
    limit(schema, "maximum", isWhole)
        .filter(limit -> number.compareTo(limit) > (below ? -1 : 0))
        .ifPresent(limit ->
            report(path, "must be " + (below ? "below " : "at most ") + limit.toPlainString(), ""));
    long most = schema.text("format").equals("int32") ? Integer.MAX_VALUE : Long.MAX_VALUE;
    if (minor >= INTEGER_FORMATS
        && schema.text("format").startsWith("int")
        && (number.compareTo(BigDecimal.valueOf(most)) > 0
            || number.compareTo(BigDecimal.valueOf(-most - 1)) < 0)) {
      report(path, "must be an integer from " + (-most - 1) + " to " + most, "");
    }
    limit(schema, "multipleOf", isWhole).ifPresent(factor -> multiple(number, factor, path));
  }

  private static boolean hasFraction(MapValue schema, String keyword) {
    return limit(schema, keyword)
        .filter(limit -> limit.stripTrailingZeros().scale() > 0)
        .isPresent();
  }

  private void multiple(BigDecimal number, BigDecimal factor, FieldPath path) {
    if (factor.signum() <= 0) {
      report(path, "must not be an integer: multipleOf is below 1", "correct the schema");
    } else if (number.remainder(factor).signum() != 0) {
      report(path, "must be a multiple of " + factor.toPlainString(), "");
    }
  }

  /// Whether a server takes it for an integer.
  private static boolean isWhole(BigDecimal number) {
    return number.stripTrailingZeros().scale() <= 0
        && number.compareTo(BigDecimal.valueOf(Long.MAX_VALUE)) <= 0
        && number.compareTo(BigDecimal.valueOf(Long.MIN_VALUE)) >= 0;
  }

  /// Returns a limit, without its fraction if the value is an integer: a server takes 0 where the
  /// minimum is 0.5.
  private static Optional<BigDecimal> limit(MapValue schema, String keyword, boolean isWhole) {
    return limit(schema, keyword)
        .map(limit -> isWhole ? limit.setScale(0, RoundingMode.DOWN) : limit);
  }

  private static Optional<BigDecimal> limit(MapValue schema, String keyword) {
    return switch (schema.get(keyword)) {
      case IntValue(long number) -> Optional.of(BigDecimal.valueOf(number));
      case BigIntValue(var number) -> Optional.of(new BigDecimal(number));
      case FloatValue(double number) -> Optional.of(BigDecimal.valueOf(number));
      default -> Optional.empty();
    };
  }

  /// The formats of texts in the schemas of custom resources. A text that the server might take
  /// fits: its own rules differ in details.
  private static final class TextFormats {
    private static final Pattern UUID =
        Pattern.compile("(?i)[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}");
    private static final Pattern IPV4 = Pattern.compile("\\d{1,3}(?:\\.\\d{1,3}){3}");
    private static final Pattern IPV6 = Pattern.compile("[0-9A-Fa-f:.%]*:[0-9A-Fa-f:.%\\w]*");
    private static final Pattern DATE = Pattern.compile("\\d{4}-\\d\\d-\\d\\d");
    private static final Pattern TIME =
        Pattern.compile("(?s)\\d{4}-\\d\\d-\\d\\d[Tt ]\\d\\d?:\\d\\d.*");
    private static final Pattern DURATION =
        Pattern.compile("[+-]?(?:0|(?:(?:\\d+\\.?\\d*|\\.\\d+)(?:ns|us|µs|μs|ms|s|m|h))+)");

    /// A part of a duration, which may be anywhere in a text.
    private static final Pattern DURATION_PART =
        Pattern.compile(
            "\\d+\\s*(?:ns|us|µs|ms|[smhdw]|hr|wk|(?:nano|micro|milli|sec|min|hour|day|week)[A-Za-zµ]*)(?![A-Za-zµ])",
            Pattern.CASE_INSENSITIVE);

    private static final Pattern EMAIL = Pattern.compile("(?s).+@.+");
    private static final Pattern HOST = Pattern.compile("(?U)[\\w\\p{S}.-]{1,255}");
    private static final Pattern URI = Pattern.compile("(?s)/.*|[A-Za-z][A-Za-z0-9+.-]*:.*");

    /// The length of a date.
    private static final int DAY = 10;

    private TextFormats() {}

    /// Whether a text may have a format. All texts have a format that is unknown.
    static boolean fits(String format, String text) {
      return switch (format) {
        case "uuid" -> UUID.matcher(text).matches();
        case "ipv4" ->
            IPV4.matcher(text).matches() || (text.contains(".") && IPV6.matcher(text).matches());
        case "ipv6" -> IPV6.matcher(text).matches();
        case "date" -> isDate(text);
        case "date-time", "datetime" ->
            TIME.matcher(text).matches() && isDate(text.substring(0, DAY));
        case "duration" -> DURATION.matcher(text).matches() || DURATION_PART.matcher(text).find();
        case "email" -> EMAIL.matcher(text).matches();
        case "hostname" -> HOST.matcher(text).matches();
        case "uri" -> URI.matcher(text).matches();
        case "byte" -> !text.isEmpty() && TextForms.isBase64(text);
        default -> true;
      };
    }

    private static boolean isDate(String text) {
      if (!DATE.matcher(text).matches()) {
        return false;
      }
      try {
        LocalDate.parse(text);
        return true;
      } catch (DateTimeException e) {
        return false;
      }
    }
  }
}
