package dev.japply.tree;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/// One immutable JSON value.
///
/// ```java
/// Value value = Json.parse(liveJson);
/// String kind =
///     switch (value) {
///       case MapValue map -> map.text("kind");
///       case ListValue list -> "a list of " + list.size();
///       case StringValue text -> text.value();
///       case IntValue number -> "an integer";
///       case BigIntValue number -> "an integer beyond 64 bits";
///       case FloatValue number -> "a number";
///       case BoolValue bool -> "true or false";
///       case NullValue nothing -> "null";
///     };
/// ```
///
/// Equality is by content; the order of keys in a map does not count, and numbers are equal only in
/// the same form (`1` and `1.0` differ, as an int64 and a float64 do in Kubernetes' own trees).
public sealed interface Value extends Node {

  /// JSON `null`.
  NullValue NULL = new NullValue();

  /// `true`.
  BoolValue TRUE = new BoolValue(true);

  /// `false`.
  BoolValue FALSE = new BoolValue(false);

  /// JSON `null`, written out; not the absence of a value.
  record NullValue() implements Value {}

  /// A boolean, a number or a string.
  sealed interface ScalarValue extends Value {}

  /// A boolean.
  record BoolValue(boolean value) implements ScalarValue {}

  /// An integer that fits 64 bits.
  record IntValue(long value) implements ScalarValue {}

  /// An integer beyond 64 bits, kept exactly. Kubernetes reads such a number as a float64, so one
  /// that no float64 can hold is none.
  record BigIntValue(BigInteger value) implements ScalarValue {
    public BigIntValue {
      if (!GoNumber.holds(value)) {
        throw new IllegalArgumentException("no float64 can hold so large an integer");
      }
    }
  }

  /// A number written with a fraction or an exponent.
  record FloatValue(double value) implements ScalarValue {}

  /// A string.
  record StringValue(String value) implements ScalarValue {}

  /// A list; its items are never [Missing].
  record ListValue(List<Value> items) implements Value {
    /// The empty list.
    public static final ListValue EMPTY = new ListValue(List.of());

    public ListValue {
      items = Items.copyOf(items);
    }

    /// A list of these items.
    public static ListValue of(Value... items) {
      return new ListValue(List.of(items));
    }

    public boolean isEmpty() {
      return items.isEmpty();
    }

    public int size() {
      return items.size();
    }

    /// Returns the places of the items with the `identity`, a map of their keys or the item itself.
    public List<Integer> places(Value identity) {
      return Items.places(items, identity);
    }

    /// Returns the results of `item` for all of `from`.
    public static <T> ListValue of(Collection<T> from, Function<T, ? extends Value> item) {
      var items = new ArrayList<Value>(from.size());
      for (T each : from) {
        items.add(item.apply(each));
      }
      return new ListValue(items);
    }

    /// Returns this list with each item replaced by the result of `change`; the same list if all
    /// items stay the same objects.
    @SuppressWarnings("ReferenceEquality") // equal values may be written differently
    public ListValue map(UnaryOperator<Value> change) {
      List<Value> changed = null;
      for (int i = 0; i < items.size(); i++) {
        Value after = change.apply(items.get(i));
        if (after != items.get(i)) {
          changed = changed == null ? new ArrayList<>(items) : changed;
          changed.set(i, after);
        }
      }
      return changed == null ? this : new ListValue(changed);
    }

    /// Returns this list without the null entries of its maps; itself if there are none.
    public ListValue withoutNulls() {
      return map(Value::withoutNulls);
    }

    /// Returns the items that are maps.
    public List<MapValue> maps() {
      return items.stream()
          .flatMap(item -> item instanceof MapValue map ? Stream.of(map) : Stream.of())
          .toList();
    }

    /// Returns the items that are strings.
    public List<String> texts() {
      return items.stream()
          .flatMap(item -> item instanceof StringValue(String text) ? Stream.of(text) : Stream.of())
          .toList();
    }
  }

  /// A map from key to value, in the order of the text.
  record MapValue(SequencedMap<String, Value> entries) implements Value {
    /// The empty map.
    public static final MapValue EMPTY = new MapValue(Entries.copyOf(Map.of()));

    public MapValue {
      entries = Entries.copyOf(entries);
    }

    /// A map of one entry.
    public static MapValue of(String key, Value value) {
      return EMPTY.with(key, value);
    }

    /// A map of these entries, in the iteration order of `entries`.
    public static MapValue copyOf(Map<String, Value> entries) {
      return new MapValue(Entries.copyOf(entries));
    }

    /// The value at `key`, or [Missing#MISSING].
    public Node get(String key) {
      Value value = entries.get(key);
      return value == null ? Missing.MISSING : value;
    }

    /// Returns the map at `key`; empty if there is none or another value.
    public MapValue map(String key) {
      return get(key) instanceof MapValue map ? map : EMPTY;
    }

    /// Returns the string at `key`; `""` if there is none or another value.
    public String text(String key) {
      return get(key) instanceof StringValue(String value) ? value : "";
    }

    /// Returns the maps in the list at `key`; empty if there is none or another value.
    public List<MapValue> maps(String key) {
      return get(key) instanceof ListValue list ? list.maps() : List.of();
    }

    /// Returns the strings in the list at `key`; empty if there is none or another value.
    public List<String> texts(String key) {
      return get(key) instanceof ListValue list ? list.texts() : List.of();
    }

    public boolean has(String key) {
      return entries.containsKey(key);
    }

    public boolean isEmpty() {
      return entries.isEmpty();
    }

    /// This map with each value replaced; the same map if all values stay the same objects.
    public MapValue mapValues(UnaryOperator<Value> value) {
      return mapEntries((key, old) -> value.apply(old));
    }

    /// Returns this map with the results of `change`, and without the entries whose result is
    /// [Missing]; the same map if all values stay the same objects.
    public MapValue mapEntries(BiFunction<String, Value, ? extends Node> change) {
      return made(own().replaced(change));
    }

    /// This map with `value` at `key`; the same map if it has that object there.
    public MapValue with(String key, Value value) {
      return made(own().with(key, value));
    }

    @SuppressWarnings("ReferenceEquality") // equal values may be written differently
    private MapValue made(Entries<Value> changed) {
      return changed == entries ? this : new MapValue(changed);
    }

    /// This map with the entries of `more`, whose values replace others at the same keys.
    public MapValue with(Map<String, Value> more) {
      return more.isEmpty() ? this : new MapValue(own().with(more));
    }

    /// This map without `key`; the same map if it has no such key.
    public MapValue without(String key) {
      return made(own().without(key));
    }

    /// The entries, as the constructor makes them.
    private Entries<Value> own() {
      return Entries.copyOf(entries);
    }

    /// Returns this map without null entries, at any depth; itself if there are none.
    public MapValue withoutNulls() {
      return mapEntries(
          (key, value) -> value instanceof NullValue ? Missing.MISSING : Value.withoutNulls(value));
    }

    /// Returns the entries in Go's order of keys: by UTF-8 bytes.
    public List<Map.Entry<String, Value>> sortedEntries() {
      var sorted = new ArrayList<>(entries.entrySet());
      sorted.sort((a, b) -> KeyOrder.UTF8.compare(a.getKey(), b.getKey()));
      return sorted;
    }
  }

  /// Returns `value` without the null entries of its maps, at any depth. A null in a list stays.
  static Value withoutNulls(Value value) {
    return switch (value) {
      case MapValue map -> map.withoutNulls();
      case ListValue list -> list.withoutNulls();
      default -> value;
    };
  }

  /// A string value.
  static StringValue text(String value) {
    return new StringValue(value);
  }

  /// An integer value.
  static IntValue number(long value) {
    return new IntValue(value);
  }

  /// A boolean value.
  static BoolValue bool(boolean value) {
    return value ? TRUE : FALSE;
  }

  /// An integer that a float64 can hold, but for its last digits, in its smallest form.
  static Value number(BigInteger value) {
    return value.bitLength() < Long.SIZE
        ? new IntValue(value.longValueExact())
        : new BigIntValue(value);
  }
}
