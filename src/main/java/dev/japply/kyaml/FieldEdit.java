package dev.japply.kyaml;

import dev.japply.object.Gvk;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import dev.japply.tree.Value.NullValue;
import org.jspecify.annotations.Nullable;

/// Changes the values of a field of an object, in each item where the path goes through lists.
///
/// Follows kustomize's `fieldspec` filter. A value that stays is the same object: equal values can
/// be written differently.
///
/// @param created initial value of a missing field
/// @param setter makes the new value of the old one
public record FieldEdit(Created created, Setter setter) {
  private static final String LIST = "[]";

  /// The initial value of a created field.
  public enum Created {
    /// It is not created.
    NOTHING,
    /// A map, empty at first.
    MAP,
    /// A scalar, with an empty text at first.
    SCALAR
  }

  /// Makes the new value of a field.
  public interface Setter {
    /// The new value of a field that has the value `value`; the same object if it stays.
    ///
    /// @throws FieldException when it cannot be set there
    Value set(Value value);
  }

  /// A field cannot be set where the path leads.
  public static final class FieldException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public FieldException(String message) {
      super(message);
    }
  }

  /// Returns `object` with the field set, or the same object if it has no such field.
  ///
  /// @throws FieldException if the path crosses a value that is neither a map nor a list
  public MapValue edit(MapValue object, FieldSpec field) {
    return field.kinds().matches(Gvk.of(object)) ? editAny(object, field) : object;
  }

  /// Does the same with an object of any kind.
  public MapValue editAny(MapValue object, FieldSpec field) {
    return edit(object, field, 0) instanceof MapValue edited ? edited : object;
  }

  /// @param depth the number of keys that lead to `value`
  private Value edit(Value value, FieldSpec field, int depth) {
    if (depth == field.keys().size()) {
      return setter.set(value);
    }
    return switch (value) {
      case NullValue nothing -> nothing;
      case ListValue list -> list.map(item -> edit(item, field, depth));
      case MapValue map -> entry(map, field, depth);
      case Value scalar -> throw new FieldException("expected sequence or mapping node");
    };
  }

  private Value entry(MapValue map, FieldSpec field, int depth) {
    String step = field.keys().get(depth);
    boolean isList = step.endsWith(LIST);
    String key = isList ? step.substring(0, step.length() - LIST.length()) : step;
    boolean isLast = depth + 1 == field.keys().size();
    boolean creates = field.create() && created != Created.NOTHING && !isList;
    Value start = map.entries().get(key);
    if (start == null && !creates) {
      return map;
    }
    Value value = start;
    if (value == null || (value instanceof NullValue && (creates || isList))) {
      value = isList ? ListValue.EMPTY : isLast ? first(value) : MapValue.EMPTY;
    }
    return map.with(key, edit(value, field, depth + 1));
  }

  /// Returns the value that a field without one has at first. A null remains for a scalar, since
  /// its text remains.
  private Value first(@Nullable Value nothing) {
    return created == Created.MAP ? MapValue.EMPTY : nothing == null ? Value.text("") : nothing;
  }
}
