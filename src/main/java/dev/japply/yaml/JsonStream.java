package dev.japply.yaml;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.japply.json.InvalidJson;
import dev.japply.json.JsonReader;
import dev.japply.json.Position;
import dev.japply.tree.GoNumber;
import dev.japply.tree.Json;
import dev.japply.tree.Value;
import dev.japply.tree.Value.FloatValue;
import dev.japply.yaml.PositionedValue.Fields;
import dev.japply.yaml.PositionedValue.Items;
import dev.japply.yaml.PositionedValue.Leaf;
import dev.japply.yaml.PositionedValue.TextPosition;
import java.util.ArrayList;
import java.util.Optional;
import java.util.function.Consumer;

/// Reads a sequence of JSON values with the positions of their parts. In contrast to YAML, `1.0`
/// and `1e3` remain floats.
final class JsonStream {
  /// Most maps have no more entries.
  private static final int FEW = 4;

  private final String text;
  private final TextPosition start;
  private final SubstitutedScalars scalars;
  private final Consumer<DocumentWarning> notices;
  private final JsonReader reader;
  private final Position position;
  private int end;

  /// @param start the position of the stream in its source
  /// @param notices receives warnings about the values
  JsonStream(
      String text,
      TextPosition start,
      SubstitutedScalars scalars,
      Consumer<DocumentWarning> notices) {
    this.text = text;
    this.start = start;
    this.scalars = scalars;
    this.notices = notices;
    byte[] bytes = SourceText.wellFormed(text).getBytes(UTF_8);
    this.reader = new JsonReader(bytes);
    this.position = new Position(bytes);
  }

  /// Returns the end of the last value that was read.
  int end() {
    return end;
  }

  /// Returns the next value; empty at the end.
  ///
  /// @throws SyntaxFailure if the text is not JSON
  Optional<PositionedValue> next() {
    try {
      if (reader.peek() == JsonReader.END) {
        return Optional.empty();
      }
      PositionedValue value = read();
      end = position.moveTo(reader.offset()).character();
      return Optional.of(value);
    } catch (InvalidJson e) {
      throw failure(e);
    }
  }

  private PositionedValue read() {
    int first = reader.peek();
    TextPosition place = place();
    return switch (first) {
      case '{' -> fields(place);
      case '[' -> items(place);
      case '"' -> new Leaf(Value.text(scalars.of(reader.string(), place)), place);
      case 't' -> literal("true", Value.TRUE, place);
      case 'f' -> literal("false", Value.FALSE, place);
      case 'n' -> literal("null", Value.NULL, place);
      case '-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9' -> new Leaf(number(place), place);
      default -> throw reader.noValue();
    };
  }

  private Leaf literal(String literal, Value value, TextPosition place) {
    reader.literal(literal);
    return new Leaf(value, place);
  }

  private Fields fields(TextPosition place) {
    reader.enter();
    var fields = new FieldCollector(notices, FEW, false);
    for (boolean more = reader.first('}'); more; more = reader.next('}')) {
      TextPosition at = place();
      fields.put(scalars.of(reader.key(), at), at, read());
    }
    return new Fields(fields.fields(), place);
  }

  private Items items(TextPosition place) {
    reader.enter();
    var items = new ArrayList<PositionedValue>();
    for (boolean more = reader.first(']'); more; more = reader.next(']')) {
      items.add(read());
    }
    return new Items(items, place);
  }

  private Value number(TextPosition place) {
    return switch (reader.number()) {
      case LONG -> Value.number(reader.longValue());
      case LONG_TEXT -> integer(reader.numberText(), place);
      case FLOAT -> number(reader.numberText(), place);
    };
  }

  private Value integer(String text, TextPosition place) {
    return GoNumber.integer(text)
        .<Value>map(Value::number)
        .orElseGet(() -> outOfRange(text, place));
  }

  private Value number(String text, TextPosition place) {
    double value = Double.parseDouble(text);
    return Double.isInfinite(value) ? outOfRange(text, place) : new FloatValue(value);
  }

  /// Reports a number that is out of range, and returns null. The result is not used: the notice is
  /// an error, so the objects are not applied.
  private Value outOfRange(String text, TextPosition place) {
    String hint = "write a smaller number, or put it in quotes";
    notices.accept(DocumentWarning.error(place, GoNumber.complaint(text), hint));
    return Value.NULL;
  }

  private SyntaxFailure failure(InvalidJson e) {
    return switch (e.fault()) {
      case DEPTH -> {
        String what = "json: exceeded max depth of " + Json.MAX_DEPTH;
        yield new SyntaxFailure(what, place(e.offset()), "reduce the nesting");
      }
      case END ->
          new SyntaxFailure("unexpected EOF", place(e.offset()), "close every { and [ and string");
      case BYTE -> {
        TextPosition place = place(e.offset());
        yield new SyntaxFailure(invalid(position.character()), place, "");
      }
    };
  }

  /// Returns the message for the character at an index. As in Go, the offset is behind it.
  private String invalid(int index) {
    char c = text.charAt(index);
    String character = c < ' ' ? "\\x%02x".formatted((int) c) : String.valueOf(c);
    return "json: offset %d: invalid character '%s'".formatted(index + 1, character);
  }

  private TextPosition place() {
    return place(reader.offset());
  }

  private TextPosition place(int offset) {
    position.moveTo(offset);
    int column = position.line() == 1 ? start.column() + position.column() - 1 : position.column();
    return new TextPosition(start.line() + position.line() - 1, column);
  }
}
