package dev.japply.tree;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.japply.json.InvalidJson;
import dev.japply.json.JsonReader;
import dev.japply.json.Position;
import dev.japply.tree.Value.FloatValue;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Reads JSON text into trees. Integers are exact, but numbers that no float64 can hold are
/// refused; of a repeated key the last one counts, as in Go. Values may be nested 1,000 deep, which
/// recursion over them can bear. Writing is [GoJson]'s work.
///
/// ```java
/// if (Json.parse("{\"replicas\":3}") instanceof MapValue map) {
///   Node replicas = map.get("replicas"); // an IntValue
///   Node absent = map.get("paused"); // Missing.MISSING
/// }
/// ```
public final class Json {
  /// Maximum depth of nested values.
  public static final int MAX_DEPTH = JsonReader.MAX_DEPTH;

  /// The stack of threads that go through values, in bytes: what Java gives them by itself is not
  /// enough for such as are nested that deep.
  public static final long STACK = 16L << 20;

  private static final int FEW_ENTRIES = 8;

  private final byte[] text;
  private final JsonReader reader;
  private final boolean unique;

  private Json(byte[] text, JsonReader reader, boolean unique) {
    this.text = text;
    this.reader = reader;
    this.unique = unique;
  }

  /// The value that `text` holds.
  ///
  /// @throws JsonSyntaxException when it is not one JSON value and nothing else
  public static Value parse(String text) {
    return parse(bytes(text));
  }

  /// The value that `bytes`, in UTF-8, holds.
  ///
  /// @throws JsonSyntaxException when it is not one JSON value and nothing else
  public static Value parse(byte[] bytes) {
    return new Json(bytes, new JsonReader(bytes), false).whole();
  }

  /// The same, but refuses a map with a repeated key.
  ///
  /// @throws JsonSyntaxException also for a repeated key
  public static Value parseUnique(byte[] bytes) {
    return new Json(bytes, new JsonReader(bytes), true).whole();
  }

  /// The same, without the entries of maps that `filter` leaves out. Only the structure of these
  /// entries is checked.
  ///
  /// @throws JsonSyntaxException when it is not one JSON value and nothing else
  public static Value parse(byte[] bytes, Filter filter) {
    return new Json(bytes, new JsonReader(bytes), false).whole(filter);
  }

  /// Selects entries of maps, at any depth.
  @FunctionalInterface
  public interface Filter {
    /// Selects everything.
    Filter ALL = key -> Filter.ALL;

    /// Returns the filter for the value of `key`, or for the items of this value if it is a list;
    /// null if the entry is left out.
    @Nullable Filter entry(String key);
  }

  /// The value that `stream`, in UTF-8, holds.
  ///
  /// @throws JsonSyntaxException when it is not one JSON value and nothing else
  /// @throws UncheckedIOException when the stream cannot be read
  public static Value parse(InputStream stream) {
    try {
      return parse(stream.readAllBytes());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Returns the value of `key` in the map that `bytes`, in UTF-8, holds, the first one if it is
  /// repeated; missing if there is none. Builds no other values, and reads nothing behind it.
  ///
  /// @throws JsonSyntaxException when it is no JSON up to there
  public static Node find(byte[] bytes, String key) {
    var reader = new JsonReader(bytes);
    var json = new Json(bytes, reader, false);
    try {
      return reader.peek() == '{' ? json.find(key) : Missing.MISSING;
    } catch (InvalidJson e) {
      throw failure(bytes, e);
    }
  }

  private Node find(String key) {
    reader.enter();
    for (boolean more = reader.first('}'); more; more = reader.next('}')) {
      if (reader.key().equals(key)) {
        return read();
      }
      reader.skip();
    }
    return Missing.MISSING;
  }

  private Value whole() {
    return whole(null);
  }

  /// @param filter null if everything is read
  private Value whole(@Nullable Filter filter) {
    try {
      Value value = filter == null ? read() : select(filter);
      reader.finish();
      return value;
    } catch (InvalidJson e) {
      throw failure(text, e);
    }
  }

  /// Returns the error with the position in `text`.
  static JsonSyntaxException failure(byte[] text, InvalidJson e) {
    Position at = new Position(text).moveTo(e.offset());
    String message = Objects.requireNonNullElse(e.getMessage(), "");
    return new JsonSyntaxException(message, at.line(), at.column(), e);
  }

  /// The next value of `reader`.
  static Value read(byte[] text, JsonReader reader) {
    return new Json(text, reader, false).read();
  }

  private Value select(Filter filter) {
    int next = filter.equals(Filter.ALL) ? 0 : reader.peek();
    return switch (next) {
      case '{' -> selectEntries(filter);
      case '[' -> selectItems(filter);
      default -> read();
    };
  }

  private ListValue selectItems(Filter filter) {
    reader.enter();
    var items = new ArrayList<Value>();
    for (boolean more = reader.first(']'); more; more = reader.next(']')) {
      items.add(select(filter));
    }
    return new ListValue(items);
  }

  private MapValue selectEntries(Filter filter) {
    reader.enter();
    var entries = new Entries.Builder<Value>(FEW_ENTRIES);
    for (boolean more = reader.first('}'); more; more = reader.next('}')) {
      String key = reader.key();
      Filter inner = filter.entry(key);
      if (inner == null) {
        reader.skip();
      } else {
        entries.put(key, select(inner));
      }
    }
    return new MapValue(entries.build());
  }

  private Value read() {
    return switch (reader.peek()) {
      case '{' -> readMap();
      case '[' -> readList();
      case '"' -> Value.text(reader.string());
      case 't' -> literal("true", Value.TRUE);
      case 'f' -> literal("false", Value.FALSE);
      case 'n' -> literal("null", Value.NULL);
      case '-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9' -> readNumber();
      default -> throw reader.noValue();
    };
  }

  private Value literal(String literal, Value value) {
    reader.literal(literal);
    return value;
  }

  private Value readNumber() {
    int start = reader.offset();
    return switch (reader.number()) {
      case LONG -> Value.number(reader.longValue());
      case LONG_TEXT ->
          GoNumber.integer(reader.numberText())
              .<Value>map(Value::number)
              .orElseThrow(() -> outOfRange(start));
      case FLOAT -> {
        double value = Double.parseDouble(reader.numberText());
        if (Double.isInfinite(value)) {
          throw outOfRange(start);
        }
        yield new FloatValue(value);
      }
    };
  }

  private JsonSyntaxException outOfRange(int start) {
    return failure(start, GoNumber.complaint(reader.numberText()));
  }

  private JsonSyntaxException failure(int offset, String message) {
    Position at = new Position(text).moveTo(offset);
    return new JsonSyntaxException(message, at.line(), at.column(), null);
  }

  private MapValue readMap() {
    reader.enter();
    var entries = new Entries.Builder<Value>(FEW_ENTRIES);
    for (boolean more = reader.first('}'); more; more = reader.next('}')) {
      int start = reader.offset();
      String key = reader.key();
      Value before = entries.put(key, read());
      if (unique && before != null) {
        throw failure(start, "Duplicate field '" + key + "'");
      }
    }
    return new MapValue(entries.build());
  }

  private ListValue readList() {
    reader.enter();
    var items = new ArrayList<Value>();
    for (boolean more = reader.first(']'); more; more = reader.next(']')) {
      items.add(read());
    }
    return new ListValue(items);
  }

  /// Half of a surrogate pair has no form in UTF-8, and became `?`; Go reads it as U+FFFD.
  private static byte[] bytes(String text) {
    byte[] bytes = text.getBytes(UTF_8);
    return new String(bytes, UTF_8).equals(text) ? bytes : wellFormed(text).getBytes(UTF_8);
  }

  private static String wellFormed(String text) {
    return text.codePoints()
        .map(c -> c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE ? 0xfffd : c)
        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
        .toString();
  }
}
