package dev.japply.yaml;

import static java.util.Objects.requireNonNull;

import dev.japply.problem.Origin;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import dev.japply.yaml.PositionedValue.Fields;
import dev.japply.yaml.PositionedValue.Items;
import dev.japply.yaml.PositionedValue.Leaf;
import dev.japply.yaml.PositionedValue.TextPosition;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The positions of the fields of one document, recorded when it was read.
///
/// The parts of the document are numbered in the order of the text, each before its children. Three
/// numbers per part, in addition to the value that is kept anyway, take less memory than the text.
public final class Positions {
  private static final int SIZE = 3;
  private static final int FEW = 32;

  private final String source;
  private final Value value;

  /// Three numbers for each part: the line, the column, and the number of the next part outside of
  /// it.
  private final int[] parts;

  /// The parts of large maps and lists, by the number of the map or list. Only where a field is
  /// looked for: to count through the parts each time takes quadratic time for all of them.
  private final Map<Integer, Children> large = new HashMap<>();

  private Positions(String source, Value value, int[] parts) {
    this.source = source;
    this.value = value;
    this.parts = parts;
  }

  /// Returns the positions of a document of `source`.
  ///
  /// @param value the value of `root`
  public static Positions of(String source, PositionedValue root, Value value) {
    var builder = new Builder();
    enter(root, root.place(), builder);
    return builder.build(source, value);
  }

  private static void enter(PositionedValue part, TextPosition place, Builder builder) {
    int number = builder.begin(place.line(), place.column());
    switch (part) {
      case Leaf leaf -> {}
      case Items list -> {
        for (PositionedValue item : list.items()) {
          enter(item, item.place(), builder);
        }
      }
      case Fields map -> {
        for (PositionedValue.PositionedField field : map.fields().values()) {
          enter(field.value(), field.place(), builder);
        }
      }
    }
    builder.end(number);
  }

  /// Collects the positions of the parts of a document, in the order of its value.
  static final class Builder {
    private int[] parts = new int[SIZE * FEW];
    private int count;

    /// Adds a part.
    ///
    /// @return its number
    int begin(int line, int column) {
      int at = SIZE * count;
      if (at == parts.length) {
        parts = Arrays.copyOf(parts, 2 * at);
      }
      parts[at] = line;
      parts[at + 1] = column;
      return count++;
    }

    /// Ends the part with that number, after all parts in it.
    void end(int number) {
      parts[SIZE * number + 2] = count;
    }

    Positions build(String source, Value value) {
      return new Positions(source, value, Arrays.copyOf(parts, SIZE * count));
    }
  }

  /// Returns the value of the document.
  public Value value() {
    return value;
  }

  /// Returns the position of a field, or of its nearest existing parent.
  ///
  /// @param base the path of the object in the document
  public Origin find(FieldPath base, FieldPath path) {
    return part(base, path).origin();
  }

  private Part part(FieldPath base, FieldPath path) {
    var at = new Part(value, 0);
    for (FieldPath whole : List.of(base, path)) {
      for (var steps = whole.steps(); steps.hasNext(); ) {
        Part next = child(at, steps.next());
        if (next == null) {
          return at;
        }
        at = next;
      }
    }
    return at;
  }

  /// Returns the lines of a field, or of its nearest existing parent: up to the next field.
  ///
  /// @param base the path of the object in the document
  public LineRange lines(FieldPath base, FieldPath path) {
    Part part = part(base, path);
    int first = parts[SIZE * part.number];
    int next = parts[SIZE * part.number + 2];
    if (SIZE * next < parts.length) {
      return new LineRange(source, first, Math.max(first, parts[SIZE * next] - 1));
    }
    Function<FieldPath, Origin> places = at -> part(base, at).origin();
    return LineRange.of((Value) base.in(value), places, path);
  }

  private final class Part {
    private final Value value;
    private final int number;

    Part(Value value, int number) {
      this.value = value;
      this.number = number;
    }

    Origin origin() {
      return new Origin(source, parts[SIZE * number], parts[SIZE * number + 1]);
    }
  }

  /// The parts of one map or list.
  private static final class Children {
    private final int[] numbers;
    private final Map<String, Integer> places;

    Children(int[] numbers, Map<String, Integer> places) {
      this.numbers = numbers;
      this.places = places;
    }
  }

  private @Nullable Part child(Part parent, FieldPath step) {
    if (step instanceof FieldPath.Key(FieldPath map, String key)
        && parent.value instanceof MapValue fields
        && fields.get(key) instanceof Value value) {
      return new Part(value, number(parent, fields, key));
    }
    if (step instanceof FieldPath.Index(FieldPath list, int index)
        && parent.value instanceof ListValue(List<Value> items)
        && index < items.size()) {
      return new Part(
          items.get(index),
          items.size() > FEW ? children(parent).numbers[index] : skip(parent.number + 1, index));
    }
    return null;
  }

  private int number(Part parent, MapValue fields, String key) {
    if (fields.entries().size() > FEW) {
      Children children = children(parent);
      return children.numbers[requireNonNull(children.places.get(key))];
    }
    int before = 0;
    for (String other : fields.entries().keySet()) {
      if (other.equals(key)) {
        break;
      }
      before++;
    }
    return skip(parent.number + 1, before);
  }

  /// Returns the number of the part that comes `count` parts after a part.
  private int skip(int number, int count) {
    int at = number;
    for (int i = 0; i < count; i++) {
      at = parts[SIZE * at + 2];
    }
    return at;
  }

  private Children children(Part parent) {
    synchronized (large) {
      return large.computeIfAbsent(parent.number, number -> listed(parent));
    }
  }

  private Children listed(Part parent) {
    Set<String> keys = parent.value instanceof MapValue map ? map.entries().keySet() : Set.of();
    int size = parent.value instanceof ListValue list ? list.size() : keys.size();
    var numbers = new int[size];
    int at = parent.number + 1;
    for (int i = 0; i < size; i++) {
      numbers[i] = at;
      at = parts[SIZE * at + 2];
    }
    var places = new HashMap<String, Integer>();
    for (String key : keys) {
      places.put(key, places.size());
    }
    return new Children(numbers, places);
  }
}
