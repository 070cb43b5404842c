package dev.japply.tree;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.japply.tree.Value.BigIntValue;
import dev.japply.tree.Value.FloatValue;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class JsonTest {

  static Stream<Arguments> values() {
    return Stream.of(
        Arguments.of("null", Value.NULL),
        Arguments.of(" true ", Value.TRUE),
        Arguments.of("false\n", Value.FALSE),
        Arguments.of("0", Value.number(0)),
        Arguments.of("-0", Value.number(0)),
        Arguments.of("9223372036854775807", Value.number(Long.MAX_VALUE)),
        Arguments.of("-9223372036854775808", Value.number(Long.MIN_VALUE)),
        Arguments.of("9223372036854775808", new BigIntValue(BigInteger.TWO.pow(63))),
        Arguments.of("1.0", new FloatValue(1)),
        Arguments.of("1e2", new FloatValue(100)),
        Arguments.of("-0.0", new FloatValue(-0.0)),
        Arguments.of("1e-400", new FloatValue(0)),
        Arguments.of("\"\"", Value.text("")),
        Arguments.of("\"\\u00e4\\ud83d\\ude00\\/\"", Value.text("ä\ud83d\ude00/")),
        Arguments.of("\"\\ude00\\ud83dx\\ud83d\"", Value.text("\ufffd\ufffdx\ufffd")),
        Arguments.of("[]", ListValue.EMPTY),
        Arguments.of("[null, [1]]", ListValue.of(Value.NULL, ListValue.of(Value.number(1)))),
        Arguments.of("{}", MapValue.EMPTY),
        Arguments.of("{\"a\": {\"b\": null}}", MapValue.of("a", MapValue.of("b", Value.NULL))));
  }

  @ParameterizedTest
  @MethodSource("values")
  void readsEveryKindOfValue(String text, Value value) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    assertThat(Json.parse(text)).isEqualTo(value);
    assertThat(Json.parse(bytes)).isEqualTo(value);
    assertThat(Json.parse(new ByteArrayInputStream(bytes))).isEqualTo(value);
  }

  @Test
  void ofARepeatedKeyTheLastOneCounts() {
    assertThat(Json.parse("{\"a\": 1, \"b\": 2, \"a\": [3]}"))
        .isEqualTo(Json.parse("{\"b\": 2, \"a\": [3]}"));
  }

  static Stream<Arguments> found() {
    return Stream.of(
        Arguments.of("{\"b\":1}", Value.number(1)),
        Arguments.of("{\"a\":{\"b\":[2]},\"c\":\"b\",\"b\":[3]}", ListValue.of(Value.number(3))),
        Arguments.of("{\"a\":\"\\\"b\",\"\\u0062\":null}", Value.NULL),
        Arguments.of("{\"b\":1,\"b\":2}", Value.number(1)),
        Arguments.of("{\"b\":1,,", Value.number(1)));
  }

  @ParameterizedTest
  @MethodSource("found")
  void findsTheValueOfOneKey(String text, Value value) {
    assertThat(Json.find(bytes(text), "b")).isEqualTo(value);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "{}", "[]", "[\"b\"]", "null", "{\"a\":{\"b\":1}}"})
  void findsNothingWhereTheKeyIsNot(String text) {
    assertThat(Json.find(bytes(text), "b")).isEqualTo(Missing.MISSING);
  }

  @Test
  void saysWhereNothingCanBeFound() {
    assertThatThrownBy(() -> Json.find(bytes("{\n\"a\":1]"), "b"))
        .isInstanceOfSatisfying(JsonSyntaxException.class, e -> assertThat(e.line()).isEqualTo(2));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @Test
  void halfSurrogatesInKeysAreOneKey() {
    assertThat(Json.parse("{\"\\ud83d\": 1, \"\\ude00\": 2}"))
        .isEqualTo(MapValue.of("\ufffd", Value.number(2)));
  }

  @Test
  void keepsTheOrderOfKeys() {
    var map = (MapValue) Json.parse("{\"b\": 1, \"a\": 2, \"c\": 3}");
    assertThat(map.entries().keySet()).containsExactly("b", "a", "c");
  }

  @Test
  void readsNestingToADepthThatItsReadersCanBear() {
    String text = "[".repeat(1000) + "]".repeat(1000);
    assertThat(GoJson.write(Json.parse(text))).isEqualTo(text);
    assertThatThrownBy(() -> Json.parse("[" + text + "]"))
        .isInstanceOf(JsonSyntaxException.class)
        .hasMessage("nested more than 1000 deep");
  }

  @Test
  void readsIntegersThatAFloat64CanHold() {
    String most = "17976931348623157" + "0".repeat(292);
    assertThat(Json.parse(most)).isEqualTo(new BigIntValue(new BigInteger(most)));
    assertThat(GoJson.writeRounded(Json.parse("-" + most))).isEqualTo("-1.7976931348623157e+308");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "-"})
  void refusesLargerIntegersAsGoDoes(String sign) {
    for (int digits : new int[] {309, 310, 2_000, 20_000, 3_000_000}) {
      String number = sign + "9".repeat(digits);
      assertThatThrownBy(() -> Json.parse("[\n  " + number + "]"))
          .isInstanceOf(JsonSyntaxException.class)
          .hasMessage(
              "json: cannot unmarshal number %s... (%d characters) into Go value of type float64",
              number.substring(0, 20), number.length())
          .extracting(error -> ((JsonSyntaxException) error).line())
          .isEqualTo(2);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{", "[1,", "[1 2]", "01", "+1", ".5", "1.", "0x10", "NaN", "1e400", "'a'", "\"a",
        "\"\\x\"", "[1,]", "{a: 1}", "{} {}", "1 x", "// c", "tru",
      })
  void refusesWhatIsNoJson(String text) {
    var error = catchThrowableOfType(JsonSyntaxException.class, () -> Json.parse(text));
    assertThat(error).as(text).isNotNull().hasMessageNotContaining("jackson");
    assertThat(error.line()).as(text).isEqualTo(1);
    assertThat(error.column()).as(text).isPositive();
  }

  @Test
  void saysWhereItStoppedReading() {
    var error =
        catchThrowableOfType(
            JsonSyntaxException.class, () -> Json.parse("{\n  \"a\": 1,\n  \"b\": ?\n}"));
    assertThat(List.of(error.line(), error.column())).isEqualTo(List.of(3, 8));
  }

  @Test
  void refusesEmptyText() {
    assertThatThrownBy(() -> Json.parse(" \n"))
        .isInstanceOf(JsonSyntaxException.class)
        .hasMessage("unexpected end of JSON input");
  }

  @Test
  void refusesBytesThatAreNotUtf8() {
    byte[] bytes = {'"', (byte) 0xc3, '"'};
    assertThatThrownBy(() -> Json.parse(bytes)).isInstanceOf(JsonSyntaxException.class);
  }

  @Test
  void refusesBytesThatBeginLikeAnotherEncoding() {
    byte[] bytes = {0, 0, ',', 0};
    assertThatThrownBy(() -> Json.parse(bytes))
        .isInstanceOf(JsonSyntaxException.class)
        .hasMessage("invalid character '\\x00' looking for beginning of value");
  }

  @Test
  void aStreamThatCannotBeReadIsNotASyntaxError() throws IOException {
    InputStream closed = InputStream.nullInputStream();
    closed.close();
    assertThatThrownBy(() -> Json.parse(closed)).isInstanceOf(UncheckedIOException.class);
  }
}
