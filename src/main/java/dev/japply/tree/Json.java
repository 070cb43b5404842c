package dev.japply.tree;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import dev.japply.tree.Value.FloatValue;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import java.io.CharConversionException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;

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
  public static final int MAX_DEPTH = 1_000;

  /// The stack of threads that go through values, in bytes: what Java gives them by itself is not
  /// enough for such as are nested that deep.
  public static final long STACK = 16L << 20;

  private static final int FEW_ENTRIES = 8;
  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxStringLength(Integer.MAX_VALUE)
                  .maxNumberLength(Integer.MAX_VALUE)
                  .maxNestingDepth(MAX_DEPTH)
                  .build())
          .build();

  /// Factory of parsers that refuse repeated keys.
  private static final JsonFactory UNIQUE =
      FACTORY.rebuild().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build();

  private Json() {}

  /// The value that `text` holds.
  ///
  /// @throws JsonSyntaxException when it is not one JSON value and nothing else
  public static Value parse(String text) {
    return with(() -> FACTORY.createParser(text), Json::parseOnly);
  }

  /// The value that `bytes`, in UTF-8, holds.
  ///
  /// @throws JsonSyntaxException when it is not one JSON value and nothing else
  public static Value parse(byte[] bytes) {
    return with(bytes, Json::parseOnly);
  }

  /// The same, but refuses a map with a repeated key.
  ///
  /// @throws JsonSyntaxException also for a repeated key
  public static Value parseUnique(byte[] bytes) {
    return with(() -> UNIQUE.createParser(bytes), Json::parseOnly);
  }

  /// Reads a result from a parser.
  interface Reading<T> {
    T read(JsonParser parser) throws IOException;
  }

  /// Returns the result of `reading` for `bytes`, in UTF-8.
  ///
  /// @throws JsonSyntaxException when they are not JSON
  static <T> T with(byte[] bytes, Reading<T> reading) {
    return with(() -> FACTORY.createParser(bytes), reading);
  }

  /// Opens a parser.
  private interface Opening {
    JsonParser open() throws IOException;
  }

  private static <T> T with(Opening text, Reading<T> reading) {
    try (JsonParser parser = text.open()) {
      return reading.read(parser);
    } catch (IOException e) {
      throw failure(e);
    }
  }

  /// The value that `stream`, in UTF-8, holds; the stream is read as it is parsed.
  ///
  /// @throws JsonSyntaxException when it is not one JSON value and nothing else
  /// @throws UncheckedIOException when the stream cannot be read
  public static Value parse(InputStream stream) {
    return with(() -> FACTORY.createParser(stream), Json::parseOnly);
  }

  private static RuntimeException failure(IOException e) {
    if (e instanceof JsonProcessingException syntax) {
      var at = syntax.getLocation();
      int line = at == null ? 0 : at.getLineNr();
      int column = at == null ? 0 : at.getColumnNr();
      String message =
          syntax instanceof StreamConstraintsException
              ? "nested more than %d deep".formatted(MAX_DEPTH)
              : syntax.getOriginalMessage();
      return new JsonSyntaxException(message, line, column, syntax);
    }
    if (e instanceof CharConversionException) {
      return new JsonSyntaxException("invalid character in JSON text", 0, 0, e);
    }
    return new UncheckedIOException(e);
  }

  private static Value parseOnly(JsonParser parser) throws IOException {
    JsonToken first = parser.nextToken();
    if (first == null) {
      throw new JsonSyntaxException("unexpected end of JSON input", 1, 1, null);
    }
    Value value = read(parser, first);
    if (parser.nextToken() != null) {
      var at = parser.currentTokenLocation();
      throw new JsonSyntaxException(
          "unexpected text after the JSON value", at.getLineNr(), at.getColumnNr(), null);
    }
    return value;
  }

  /// The value whose first token the parser has just read.
  static Value read(JsonParser parser, JsonToken token) throws IOException {
    return switch (token) {
      case START_OBJECT -> readMap(parser);
      case START_ARRAY -> readList(parser);
      case VALUE_STRING -> Value.text(wellFormed(parser.getText()));
      case VALUE_NUMBER_INT -> readInteger(parser);
      case VALUE_NUMBER_FLOAT -> readFloat(parser);
      case VALUE_TRUE -> Value.TRUE;
      case VALUE_FALSE -> Value.FALSE;
      case VALUE_NULL -> Value.NULL;
      case END_OBJECT, END_ARRAY, FIELD_NAME, NOT_AVAILABLE, VALUE_EMBEDDED_OBJECT ->
          throw new IllegalStateException("no value starts with " + token);
    };
  }

  private static Value readInteger(JsonParser parser) throws IOException {
    return switch (parser.getNumberType()) {
      case INT, LONG -> Value.number(parser.getLongValue());
      case BIG_INTEGER -> {
        String text = parser.getText();
        yield GoNumber.integer(text)
            .<Value>map(Value::number)
            .orElseThrow(() -> outOfRange(parser, text));
      }
      case FLOAT, DOUBLE, BIG_DECIMAL -> readFloat(parser);
    };
  }

  private static Value readFloat(JsonParser parser) throws IOException {
    String text = parser.getText();
    double value = Double.parseDouble(text);
    if (Double.isInfinite(value)) {
      throw outOfRange(parser, text);
    }
    return new FloatValue(value);
  }

  private static JsonSyntaxException outOfRange(JsonParser parser, String number) {
    var at = parser.currentTokenLocation();
    return new JsonSyntaxException(
        GoNumber.complaint(number), at.getLineNr(), at.getColumnNr(), null);
  }

  private static MapValue readMap(JsonParser parser) throws IOException {
    var entries = new Entries.Builder<Value>(FEW_ENTRIES);
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      String key = wellFormed(parser.currentName());
      entries.put(key, read(parser, parser.nextToken()));
    }
    return new MapValue(entries.build());
  }

  /// An escape may give half of a surrogate pair, which Go reads as U+FFFD.
  private static String wellFormed(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (Character.isSurrogate(text.charAt(i))) {
        return text.codePoints()
            .map(c -> c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE ? 0xfffd : c)
            .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
            .toString();
      }
    }
    return text;
  }

  private static ListValue readList(JsonParser parser) throws IOException {
    var items = new ArrayList<Value>();
    JsonToken token;
    while ((token = parser.nextToken()) != JsonToken.END_ARRAY) {
      items.add(read(parser, token));
    }
    return new ListValue(items);
  }
}
