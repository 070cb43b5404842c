package dev.japply.kustomize.load;

import dev.japply.diff.SimilarName;
import dev.japply.kustomize.load.KustomizationFields.LabelEntry;
import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import dev.japply.tree.GoJson;
import dev.japply.tree.Value;
import dev.japply.tree.Value.BoolValue;
import dev.japply.tree.Value.IntValue;
import dev.japply.tree.Value.NullValue;
import dev.japply.tree.Value.StringValue;
import dev.japply.yaml.LineRange;
import dev.japply.yaml.PositionedValue;
import dev.japply.yaml.PositionedValue.Fields;
import dev.japply.yaml.PositionedValue.Items;
import dev.japply.yaml.PositionedValue.Leaf;
import dev.japply.yaml.PositionedValue.PositionedField;
import dev.japply.yaml.PositionedValue.TextPosition;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Reads the fields of one map of a kustomization. As for Go's decoder the case of a key counts
/// only where two differ by it, and null is the same as nothing. What does not fit is a problem,
/// and the reading goes on.
public final class FieldReader {
  /// The field of an item whose value users write in place of the item.
  private static final Map<String, String> MAIN_FIELDS =
      Map.of(
          "patches", "path",
          "replacements", "path",
          "images", "name",
          "replicas", "name",
          "configMapGenerator", "name",
          "secretGenerator", "name");

  private static final String UNKNOWN = "unknown field ";

  private final String source;
  private final Fields map;
  private final List<Problem> problems;
  private final boolean isTolerant;
  private final List<LineRange> more;
  private final Set<String> known = new HashSet<>();
  private final Set<String> possible = new HashSet<>();

  /// @param source the name of the file
  /// @param problems receives the errors
  FieldReader(String source, Fields map, List<Problem> problems) {
    this(source, map, problems, /* isTolerant= */ false, List.of());
  }

  private FieldReader(
      String source, Fields map, List<Problem> problems, boolean isTolerant, List<LineRange> more) {
    this.source = source;
    this.map = map;
    this.problems = problems;
    this.isTolerant = isTolerant;
    this.more = more;
  }

  /// Returns a reader that allows unknown fields, and numbers in place of strings.
  ///
  /// @param more lines in other places that decide fields of the map, too
  static FieldReader tolerant(
      String source, Fields map, List<Problem> problems, List<LineRange> more) {
    return new FieldReader(source, map, problems, /* isTolerant= */ true, more);
  }

  private FieldReader within(Fields fields) {
    return new FieldReader(source, fields, problems, isTolerant, more);
  }

  public Origin place() {
    return origin(map.place());
  }

  private Origin origin(TextPosition place) {
    return new Origin(source, place.line(), place.column());
  }

  /// Returns the position of the field, or the position of the map if the field is missing.
  public Origin place(String key) {
    PositionedField field = find(key);
    return field == null ? place() : origin(field.place());
  }

  public List<LineRange> lines() {
    return LineRange.joined(List.of(LineRange.of(source, map.place(), map)), more);
  }

  /// Returns the lines of the fields that exist.
  public List<LineRange> lines(String... keys) {
    return Stream.concat(
            Stream.of(keys).map(this::find).flatMap(Stream::ofNullable).map(this::lines),
            more.stream())
        .toList();
  }

  /// Returns the lines of a field of an inner map; empty if there is no such map.
  public List<LineRange> innerLines(String key, String inner) {
    List<LineRange> lines = map(key, fields -> fields.lines(inner));
    return lines == null ? List.of() : lines;
  }

  private LineRange lines(PositionedField field) {
    return LineRange.of(source, field.place(), field.value());
  }

  /// Returns the lines of the entries of a map of texts.
  public KeyLines keyLines(String key) {
    var lines = new LinkedHashMap<String, LineRange>();
    if (value(key) instanceof Fields fields) {
      fields.fields().forEach((name, field) -> lines.put(name, lines(field)));
    }
    return new KeyLines(lines, new FieldListLines(List.of(), more));
  }

  /// Returns the lines of a list of fields.
  ///
  /// @param keys the key of the list, and of more entries that concern all of its fields
  public FieldListLines fieldListLines(String... keys) {
    return new FieldListLines(maps(keys[0], FieldReader::fieldItem), lines(keys));
  }

  private FieldListLines.Item fieldItem() {
    return new FieldListLines.Item(LabelEntry.field(this), LineRange.of(source, map.place(), map));
  }

  private @Nullable PositionedField find(String key) {
    possible.add(key);
    PositionedField exact = map.fields().get(key);
    if (exact != null) {
      known.add(key);
      return exact;
    }
    for (var entry : map.fields().entrySet()) {
      if (entry.getKey().equalsIgnoreCase(key)) {
        known.add(entry.getKey());
        return entry.getValue();
      }
    }
    return null;
  }

  private static boolean isNull(PositionedValue value) {
    return value instanceof Leaf leaf && leaf.value() instanceof NullValue;
  }

  private @Nullable PositionedValue value(String key) {
    PositionedField field = find(key);
    return field == null || isNull(field.value()) ? null : field.value();
  }

  /// Whether the field has a value.
  public boolean has(String key) {
    return value(key) != null;
  }

  /// The text of a field; empty when there is none.
  public String text(String key) {
    PositionedValue value = value(key);
    return value == null ? "" : text(value, key);
  }

  private String text(PositionedValue value, String key) {
    if (value instanceof Leaf leaf && leaf.value() instanceof StringValue(String text)) {
      return text;
    }
    if (isNull(value)) {
      return "";
    }
    if (isTolerant && value instanceof Leaf leaf) {
      return GoJson.write(leaf.value());
    }
    mismatch(value, key, "a string", "put quotes around it");
    return "";
  }

  /// Whether the field is true.
  public boolean flag(String key) {
    PositionedValue value = value(key);
    if (value == null) {
      return false;
    }
    if (value instanceof Leaf leaf && leaf.value() instanceof BoolValue(boolean flag)) {
      return flag;
    }
    mismatch(value, key, "true or false", "write it without quotes");
    return false;
  }

  /// The number of a field; 0 when there is none.
  public long number(String key) {
    PositionedValue value = value(key);
    if (value == null) {
      return 0;
    }
    if (value instanceof Leaf leaf && leaf.value() instanceof IntValue(long number)) {
      return number;
    }
    mismatch(value, key, "an integer", "write it without quotes");
    return 0;
  }

  /// Returns the position of the field's text, or the position of the map if the field is missing.
  public Origin textPlace(String key) {
    PositionedField field = find(key);
    return field == null ? place() : textPlace(field.value());
  }

  private Origin textPlace(PositionedValue value) {
    return origin(value instanceof Leaf leaf ? leaf.text() : value.place());
  }

  /// The texts of a list, each with its place.
  public List<TextEntry> texts(String key) {
    return items(key, item -> new TextEntry(text(item, key), textPlace(item)));
  }

  public <T> List<T> maps(String key, Function<FieldReader, T> reading) {
    return items(
        key,
        item -> {
          if (item instanceof Fields fields) {
            FieldReader reader = within(fields);
            T result = reading.apply(reader);
            reader.finish(key);
            return result;
          }
          mismatch(item, key, "a map", asMap(item, key));
          return null;
        });
  }

  /// Returns the hint to write a text as a field of a map; empty if there is no such field.
  private static String asMap(PositionedValue item, String key) {
    String field = MAIN_FIELDS.getOrDefault(key, "");
    return !field.isEmpty()
            && item instanceof Leaf leaf
            && leaf.value() instanceof StringValue(String text)
            && text.lines().count() == 1
        ? "write - " + field + ": " + text
        : "";
  }

  private <T> List<T> items(String key, Function<PositionedValue, @Nullable T> reading) {
    PositionedValue value = value(key);
    if (value == null) {
      return List.of();
    }
    if (!(value instanceof Items list)) {
      mismatch(value, key, "a list", "begin each item with -");
      return List.of();
    }
    var results = new ArrayList<T>();
    for (PositionedValue item : list.items()) {
      T result = reading.apply(item);
      if (result != null) {
        results.add(result);
      }
    }
    return results;
  }

  /// Returns the result of `reading` for the map in a field; null if the field is missing or no
  /// map.
  public <T> @Nullable T map(String key, Function<FieldReader, T> reading) {
    PositionedValue value = value(key);
    if (!(value instanceof Fields fields)) {
      if (value != null) {
        mismatch(value, key, "a map", "");
      }
      return null;
    }
    FieldReader reader = within(fields);
    T result = reading.apply(reader);
    reader.finish(key);
    return result;
  }

  public Map<String, String> textMap(String key) {
    var texts = new LinkedHashMap<String, String>();
    PositionedValue value = value(key);
    if (value instanceof Fields fields) {
      fields.fields().forEach((name, field) -> texts.put(name, text(field.value(), name)));
    } else if (value != null) {
      mismatch(value, key, "a map", "");
    }
    return texts;
  }

  /// The field as it is written, whatever it holds; null when there is none.
  @Nullable Value raw(String key) {
    PositionedValue value = value(key);
    return value == null ? null : value.value();
  }

  /// Reports the unknown fields.
  ///
  /// @param of the name of the field that contains the map; empty for the kustomization itself
  void finish(String of) {
    if (isTolerant) {
      return;
    }
    map.fields()
        .forEach((key, field) -> {
          if (!known.contains(key)) {
            String where = of.isEmpty() ? "" : " in " + of;
            String hint =
                SimilarName.find(possible, key)
                    .map("did you mean \"%s\"?"::formatted)
                    .orElse("correct or remove it");
            problems.add(
                Problem.error(origin(field.place()), UNKNOWN + "\"" + key + "\"" + where, hint));
          }
        });
  }

  /// Returns whether a problem is an unknown field, which causes no other problems.
  static boolean isUnknownField(Problem problem) {
    return problem.what().startsWith(UNKNOWN);
  }

  private void mismatch(PositionedValue value, String key, String wanted, String hint) {
    problems.add(
        Problem.error(origin(value.place()), "%s must be %s".formatted(key, wanted), hint));
  }

  /// A text in a kustomization.
  public record TextEntry(String text, Origin place) {}
}
