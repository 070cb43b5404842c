package dev.japply.yaml;

import dev.japply.tree.Entries;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A value of a document with the positions of all its parts.
public sealed interface PositionedValue {

  TextPosition place();

  /// A line of the source and a column in it, both from 1.
  record TextPosition(int line, int column) {}

  /// A scalar.
  ///
  /// @param text start of its text, for a block on the line below `place`
  record Leaf(Value value, TextPosition place, TextPosition text) implements PositionedValue {
    Leaf(Value value, TextPosition place) {
      this(value, place, place);
    }
  }

  record Items(List<PositionedValue> items, TextPosition place) implements PositionedValue {}

  record Fields(Entries<PositionedField> fields, TextPosition place) implements PositionedValue {}

  /// An entry of a map.
  ///
  /// @param place the start of its key
  record PositionedField(TextPosition place, PositionedValue value) {}

  default Value value() {
    return switch (this) {
      case Leaf leaf -> leaf.value;
      case Items(List<PositionedValue> items, TextPosition place) -> {
        var values = new ArrayList<Value>(items.size());
        for (PositionedValue item : items) {
          values.add(item.value());
        }
        yield new ListValue(values);
      }
      case Fields(Entries<PositionedField> fields, TextPosition place) ->
          new MapValue(fields.map(field -> field.value().value()));
    };
  }

  /// Returns the position of `path`, or of its nearest existing parent.
  default TextPosition find(FieldPath path) {
    PositionedValue at = this;
    TextPosition place = place();
    var steps = path.steps();
    while (steps.hasNext()) {
      Optional<PositionedField> next = at.child(steps.next());
      if (next.isEmpty()) {
        return place;
      }
      at = next.get().value();
      place = next.get().place();
    }
    return place;
  }

  private Optional<PositionedField> child(FieldPath step) {
    return switch (step) {
      case FieldPath.Key(FieldPath parent, String key) when this instanceof Fields map ->
          Optional.ofNullable(map.fields().get(key));
      case FieldPath.Index(FieldPath parent, int index)
          when this instanceof Items list && index < list.items().size() -> {
        PositionedValue item = list.items().get(index);
        yield Optional.of(new PositionedField(item.place(), item));
      }
      case FieldPath.Root root -> Optional.empty();
      case FieldPath.Key key -> Optional.empty();
      case FieldPath.Index index -> Optional.empty();
      case FieldPath.Item item -> Optional.empty();
    };
  }
}
