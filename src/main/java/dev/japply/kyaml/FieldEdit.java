package dev.japply.kyaml;

import dev.japply.object.Gvk;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import dev.japply.tree.Value.NullValue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;
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
    return field.kinds().matches(Gvk.of(object))
            && edit(object, field.keys(), field.create()) instanceof MapValue edited
        ? edited
        : object;
  }

  private Value edit(Value value, List<String> keys, boolean create) {
    if (keys.isEmpty()) {
      return setter.set(value);
    }
    return switch (value) {
      case NullValue nothing -> nothing;
      case ListValue list -> items(list, item -> edit(item, keys, create));
      case MapValue map -> field(map, keys, create);
      case Value scalar -> throw new FieldException("expected sequence or mapping node");
    };
  }

  /// Returns `list` with each item changed; the same list if all items stay.
  @SuppressWarnings("ReferenceEquality") // equal items can be written differently
  public static ListValue items(ListValue list, UnaryOperator<Value> change) {
    List<Value> edited = null;
    for (int i = 0; i < list.size(); i++) {
      Value item = list.items().get(i);
      Value after = change.apply(item);
      if (after != item) {
        edited = edited == null ? new ArrayList<>(list.items()) : edited;
        edited.set(i, after);
      }
    }
    return edited == null ? list : new ListValue(edited);
  }

  /// Returns `map` with each value changed; the same map if all values stay.
  @SuppressWarnings("ReferenceEquality") // equal values can be written differently
  public static MapValue entries(MapValue map, BiFunction<String, Value, Value> change) {
    LinkedHashMap<String, Value> edited = null;
    for (var entry : map.entries().entrySet()) {
      Value after = change.apply(entry.getKey(), entry.getValue());
      if (after != entry.getValue()) {
        edited = edited == null ? new LinkedHashMap<>(map.entries()) : edited;
        edited.put(entry.getKey(), after);
      }
    }
    return edited == null ? map : new MapValue(edited);
  }

  /// Returns `map` with a value at `key`; the same map if it has that object there.
  @SuppressWarnings("ReferenceEquality") // equal values can be written differently
  public static MapValue with(MapValue map, String key, Value value) {
    return value == map.entries().get(key) ? map : map.with(key, value);
  }

  private Value field(MapValue map, List<String> keys, boolean create) {
    String first = keys.getFirst();
    boolean isList = first.endsWith(LIST);
    String key = isList ? first.substring(0, first.length() - LIST.length()) : first;
    List<String> rest = keys.subList(1, keys.size());
    boolean creates = create && created != Created.NOTHING && !isList;
    Value start = map.entries().get(key);
    if (start == null && !creates) {
      return map;
    }
    Value value = start;
    if (value == null || (value instanceof NullValue && (creates || isList))) {
      value = isList ? ListValue.EMPTY : rest.isEmpty() ? first(value) : MapValue.EMPTY;
    }
    return with(map, key, edit(value, rest, create));
  }

  /// Returns the value that a field without one has at first. A null remains for a scalar, since
  /// its text remains.
  private Value first(@Nullable Value nothing) {
    return created == Created.MAP ? MapValue.EMPTY : nothing == null ? Value.text("") : nothing;
  }
}
