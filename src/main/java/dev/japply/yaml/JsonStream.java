package dev.japply.yaml;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.core.io.JsonEOFException;
import dev.japply.problem.Severity;
import dev.japply.tree.GoNumber;
import dev.japply.tree.Json;
import dev.japply.tree.Value;
import dev.japply.tree.Value.FloatValue;
import dev.japply.yaml.PositionedValue.Fields;
import dev.japply.yaml.PositionedValue.Items;
import dev.japply.yaml.PositionedValue.Leaf;
import dev.japply.yaml.PositionedValue.Place;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Optional;
import java.util.function.Consumer;

/// Reads a sequence of JSON values with the positions of their parts. In contrast to YAML, `1.0`
/// and `1e3` remain floats.
final class JsonStream {
  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxStringLength(Integer.MAX_VALUE)
                  .maxNumberLength(Integer.MAX_VALUE)
                  .maxNestingDepth(Json.MAX_DEPTH)
                  .build())
          .build();

  private final String text;
  private final Place start;
  private final ScalarTexts scalars;
  private final Consumer<DocumentWarning> notices;
  private final JsonParser parser;
  private int end;

  /// @param text the stream
  /// @param start the position of the stream in its source
  /// @param scalars the texts of its strings
  /// @param notices receives warnings about the values
  JsonStream(String text, Place start, ScalarTexts scalars, Consumer<DocumentWarning> notices) {
    this.text = text;
    this.start = start;
    this.scalars = scalars;
    this.notices = notices;
    try {
      this.parser = FACTORY.createParser(text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
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
      JsonToken token = parser.nextToken();
      if (token == null) {
        return Optional.empty();
      }
      PositionedValue value = read(token);
      end = (int) parser.currentLocation().getCharOffset();
      return Optional.of(value);
    } catch (JsonProcessingException e) {
      throw failure(e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private PositionedValue read(JsonToken token) throws IOException {
    Place place = place(parser.currentTokenLocation());
    return switch (token) {
      case START_OBJECT -> fields(place);
      case START_ARRAY -> items(place);
      case VALUE_STRING -> new Leaf(Value.text(string(parser.getText(), place)), place);
      case VALUE_NUMBER_INT -> new Leaf(integer(parser.getText(), place), place);
      case VALUE_NUMBER_FLOAT -> new Leaf(number(parser.getText(), place), place);
      case VALUE_TRUE -> new Leaf(Value.TRUE, place);
      case VALUE_FALSE -> new Leaf(Value.FALSE, place);
      case VALUE_NULL -> new Leaf(Value.NULL, place);
      case END_OBJECT, END_ARRAY, FIELD_NAME, NOT_AVAILABLE, VALUE_EMBEDDED_OBJECT ->
          throw new IllegalStateException("no value starts with " + token);
    };
  }

  private Fields fields(Place place) throws IOException {
    var fields = new FieldCollector(notices);
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      Place at = place(parser.currentTokenLocation());
      String key = string(parser.currentName(), at);
      fields.put(key, at, read(parser.nextToken()));
    }
    return new Fields(fields.fields(), place);
  }

  private Items items(Place place) throws IOException {
    var items = new ArrayList<PositionedValue>();
    JsonToken token;
    while ((token = parser.nextToken()) != JsonToken.END_ARRAY) {
      items.add(read(token));
    }
    return new Items(items, place);
  }

  private String string(String text, Place place) {
    return scalars.of(SourceText.wellFormed(text), place);
  }

  private Value integer(String text, Place place) {
    return GoNumber.integer(text)
        .<Value>map(Value::number)
        .orElseGet(() -> outOfRange(text, place));
  }

  private Value number(String text, Place place) {
    double value = Double.parseDouble(text);
    return Double.isInfinite(value) ? outOfRange(text, place) : new FloatValue(value);
  }

  /// Reports a number that is out of range, and returns null. The result is not used: the notice is
  /// an error, so the objects are not applied.
  private Value outOfRange(String text, Place place) {
    String hint = "write a smaller number, or put it in quotes";
    notices.accept(new DocumentWarning(Severity.ERROR, place, GoNumber.complaint(text), hint));
    return Value.NULL;
  }

  private SyntaxFailure failure(JsonProcessingException e) {
    JsonLocation at = parser.currentLocation();
    if (e instanceof StreamConstraintsException) {
      String what = "json: exceeded max depth of " + Json.MAX_DEPTH;
      return new SyntaxFailure(what, place(at), "reduce the nesting");
    }
    int offset = (int) Math.min(at.getCharOffset(), text.length());
    boolean ended = e instanceof JsonEOFException || offset == 0;
    String message = ended ? "unexpected EOF" : invalid(offset);
    String hint = ended ? "close every { and [ and string" : "";
    return new SyntaxFailure(message, place(at), hint);
  }

  private String invalid(int offset) {
    char c = text.charAt(offset - 1);
    String character = c < ' ' ? "\\x%02x".formatted((int) c) : String.valueOf(c);
    return "json: offset %d: invalid character '%s'".formatted(offset, character);
  }

  private Place place(JsonLocation at) {
    int column = at.getLineNr() == 1 ? start.column() + at.getColumnNr() - 1 : at.getColumnNr();
    return new Place(start.line() + at.getLineNr() - 1, column);
  }
}
