package dev.japply.json;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.japply.json.InvalidJson.Fault;
import dev.japply.json.JsonReader.NumberKind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JsonReaderTest {
  private static void readAll(byte[] text) {
    var reader = new JsonReader(text);
    read(reader);
    reader.finish();
  }

  private static void read(JsonReader reader) {
    switch (reader.peek()) {
      case '{' -> {
        reader.enter();
        for (boolean more = reader.first('}'); more; more = reader.next('}')) {
          reader.key();
          read(reader);
        }
      }
      case '[' -> {
        reader.enter();
        for (boolean more = reader.first(']'); more; more = reader.next(']')) {
          read(reader);
        }
      }
      case '"' -> reader.string();
      default -> reader.skip();
    }
  }

  /// The messages of Go's `encoding/json`, and the offset of the byte.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "?       | 0 | invalid character '?' looking for beginning of value",
        "[1 2]   | 3 | invalid character '2' after array element",
        "[1,]    | 3 | invalid character ']' looking for beginning of value",
        "[,1]    | 1 | invalid character ',' looking for beginning of value",
        "{a:1}   | 1 | invalid character 'a' looking for beginning of object key string",
        "{\"a\" 1} | 5 | invalid character '1' after object key",
        "{\"a\":1,}| 7 | invalid character '}' looking for beginning of object key string",
        "{\"a\":1 2}| 7 | invalid character '2' after object key:value pair",
        "{\"a\":1]| 6 | invalid character ']' after object key:value pair",
        "[1}     | 2 | invalid character '}' after array element",
        "01      | 1 | invalid character '1' after top-level value",
        "1 x     | 2 | invalid character 'x' after top-level value",
        "-x      | 1 | invalid character 'x' in numeric literal",
        "1.x     | 2 | invalid character 'x' after decimal point in numeric literal",
        "1ex     | 2 | invalid character 'x' in exponent of numeric literal",
        "1e+x    | 3 | invalid character 'x' in exponent of numeric literal",
        "trux    | 3 | invalid character 'x' in literal true (expecting 'e')",
        "falsy   | 4 | invalid character 'y' in literal false (expecting 'e')",
        "nil     | 1 | invalid character 'i' in literal null (expecting 'u')",
        "\"\\x\" | 2 | invalid character 'x' in string escape code",
        "\"\\u00g0\"| 5 | invalid character 'g' in \\u hexadecimal character escape",
        "'a'     | 0 | invalid character '\\'' looking for beginning of value",
      })
  void anErrorHasTheByteAndItsPlace(String text, int offset, String message) {
    var error = catchThrowableOfType(InvalidJson.class, () -> readAll(text.getBytes(UTF_8)));
    assertThat(error).hasMessage(message);
    assertThat(error.offset()).isEqualTo(offset);
    assertThat(error.fault()).isEqualTo(Fault.BYTE);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "[",
        "[1",
        "[1,",
        "{",
        "{\"a",
        "{\"a\"",
        "{\"a\":",
        "{\"a\":1",
        "\"",
        "\"\\",
        "\"\\u",
        "\"\\u00",
        "\"\\ud83d\\u",
        "-",
        "1.",
        "1e",
        "1e-",
        "t",
        "fals",
        "\"\u00e4",
      })
  void textThatEndsTooEarlyIsReported(String text) {
    var error = catchThrowableOfType(InvalidJson.class, () -> readAll(text.getBytes(UTF_8)));
    assertThat(error).hasMessage("unexpected end of JSON input");
    assertThat(error.fault()).isEqualTo(Fault.END);
    assertThat(error.offset()).isEqualTo(text.getBytes(UTF_8).length);
  }

  @Test
  void controlCharactersInStringsAreInvalid() {
    for (char c = 0; c < ' '; c++) {
      String text = "\"a" + c + "\"";
      assertThatThrownBy(() -> readAll(text.getBytes(UTF_8)))
          .isInstanceOf(InvalidJson.class)
          .hasMessageEndingWith("in string literal");
    }
  }

  /// Cut, overlong, of a surrogate, beyond Unicode, and continuation bytes alone.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "\u00c3",
        "\u00c3(",
        "\u00e2\u0082",
        "\u00e2(\u00a1",
        "\u00f0\u009f\u0098",
        "\u00c0\u0080",
        "\u00c1\u00bf",
        "\u00e0\u0080\u0080",
        "\u00e0\u009f\u00bf",
        "\u00f0\u0080\u0080\u0080",
        "\u00ed\u00a0\u0080",
        "\u00ed\u00bf\u00bf",
        "\u00f4\u0090\u0080\u0080",
        "\u00f5\u0080\u0080\u0080",
        "\u00ff",
        "\u00fe",
        "\u0080",
        "\u00bf",
      })
  void bytesThatAreNotUtf8AreInvalid(String bytes) {
    for (String text : new String[] {"\"" + bytes + "\"", "{\"" + bytes + "\":1}"}) {
      assertThatThrownBy(() -> readAll(text.getBytes(ISO_8859_1)))
          .isInstanceOf(InvalidJson.class)
          .hasMessage("invalid UTF-8 in string literal");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\u007f",
        "\u0080",
        "\u07ff",
        "\u0800",
        "\ud7ff",
        "\ue000",
        "\uffff",
        "\ud800\udc00",
        "\udbff\udfff",
        "a\u00e4\u20ac\ud83d\ude00z",
      })
  void allCharactersAreRead(String text) {
    byte[] bytes = ("\"" + text + "\"").getBytes(UTF_8);
    assertThat(new JsonReader(bytes).string()).isEqualTo(text);
    var escaped = new StringBuilder("\"\\n");
    text.chars().forEach(c -> escaped.append("\\u%04x".formatted(c)));
    var reader = new JsonReader(escaped.append('"').toString().getBytes(UTF_8));
    assertThat(reader.string()).isEqualTo("\n" + text);
  }

  @Test
  void longStringsOfEscapesAreRead() {
    String text = "\\\"\u00e4\ud83d\ude00".repeat(5_000);
    byte[] bytes = ("\"" + text + "\"").getBytes(UTF_8);
    assertThat(new JsonReader(bytes).string()).isEqualTo(text.replace("\\", ""));
  }

  @ParameterizedTest
  @CsvSource({
    "0, LONG, 0",
    "-0, LONG, 0",
    "-12, LONG, -12",
    "999999999999999999, LONG, 999999999999999999",
    "-999999999999999999, LONG, -999999999999999999",
    "1000000000000000000, LONG_TEXT, 0",
    "1.5, FLOAT, 0",
    "1E5, FLOAT, 0",
  })
  void numbersHaveTheirKind(String text, NumberKind kind, long value) {
    var reader = new JsonReader(text.getBytes(UTF_8));
    assertThat(reader.number()).isEqualTo(kind);
    assertThat(reader.numberText()).isEqualTo(text);
    if (kind == NumberKind.LONG) {
      assertThat(reader.longValue()).isEqualTo(value);
    }
  }

  @Test
  void depthIsLimitedForReadingAndForSkipping() {
    int most = JsonReader.MAX_DEPTH;
    readAll(("[".repeat(most) + "]".repeat(most)).getBytes(UTF_8));
    for (String text : new String[] {"[".repeat(most + 1), "{\"a\":".repeat(1_000_000)}) {
      byte[] bytes = text.getBytes(UTF_8);
      assertThat(catchThrowableOfType(InvalidJson.class, () -> readAll(bytes)).fault())
          .isEqualTo(Fault.DEPTH);
      var skipped = catchThrowableOfType(InvalidJson.class, () -> new JsonReader(bytes).skip());
      assertThat(skipped.fault()).isEqualTo(Fault.DEPTH);
    }
  }

  @Test
  void keysWithOneHashAreToldApart() {
    String text = "{\"Aa\":1,\"BB\":2,\"Aa\":3}";
    var reader = new JsonReader(text.getBytes(UTF_8));
    reader.enter();
    var keys = new StringBuilder();
    for (boolean more = reader.first('}'); more; more = reader.next('}')) {
      keys.append(reader.key()).append(' ');
      reader.skip();
    }
    assertThat(keys).hasToString("Aa BB Aa ");
  }

  @ParameterizedTest
  @CsvSource({"0,1,1,0", "1,1,2,1", "3,2,1,3", "4,2,2,4", "5,3,1,5", "9,3,3,7", "10,3,4,8"})
  void positionsCountLinesAndUtf16Characters(int offset, int line, int column, int character) {
    var at = new Position("a\r\nb\n\ud83d\ude00x".getBytes(UTF_8)).moveTo(offset);
    assertThat(at.line()).isEqualTo(line);
    assertThat(at.column()).isEqualTo(column);
    assertThat(at.character()).isEqualTo(character);
  }
}
