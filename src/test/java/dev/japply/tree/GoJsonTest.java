package dev.japply.tree;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.tree.Value.FloatValue;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import java.math.BigInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class GoJsonTest {

  static Stream<Arguments> values() {
    return Stream.of(
        Arguments.of(Value.NULL, "null"),
        Arguments.of(Value.TRUE, "true"),
        Arguments.of(Value.FALSE, "false"),
        Arguments.of(Value.number(Long.MIN_VALUE), "-9223372036854775808"),
        Arguments.of(new FloatValue(1.0), "1"),
        Arguments.of(ListValue.EMPTY, "[]"),
        Arguments.of(MapValue.EMPTY, "{}"),
        Arguments.of(ListValue.of(Value.NULL, ListValue.EMPTY), "[null,[]]"),
        Arguments.of(
            MapValue.of("b", Value.NULL).with("a", MapValue.EMPTY), "{\"a\":{},\"b\":null}"),
        Arguments.of(MapValue.of("<\n>", Value.TRUE), "{\"\\u003c\\n\\u003e\":true}"));
  }

  @ParameterizedTest
  @MethodSource("values")
  void writesCompactly(Value value, String text) {
    assertThat(GoJson.write(value)).isEqualTo(text);
    assertThat(GoJson.writeRounded(value)).isEqualTo(text);
  }

  static Stream<Arguments> strings() {
    return Stream.of(
        Arguments.of("", ""),
        Arguments.of("a b/c'", "a b/c'"),
        Arguments.of("\"\\", "\\\"\\\\"),
        Arguments.of("\n\r\t\b\f", "\\n\\r\\t\\b\\f"),
        Arguments.of("\u0000\u001f\u007f", "\\u0000\\u001f\u007f"),
        Arguments.of("<a&b>", "\\u003ca\\u0026b\\u003e"),
        Arguments.of("\u2027\u2028\u2029\u202a", "\u2027\\u2028\\u2029\u202a"),
        Arguments.of("äöü€", "äöü€"),
        Arguments.of("\ud83d\ude00", "\ud83d\ude00"),
        Arguments.of("\ud83d", "\ufffd"),
        Arguments.of("\ude00\ud83d", "\ufffd\ufffd"),
        Arguments.of("\ud83dx", "\ufffdx"));
  }

  @ParameterizedTest
  @MethodSource("strings")
  void escapesAsGoDoes(String value, String text) {
    assertThat(GoJson.write(Value.text(value))).isEqualTo("\"" + text + "\"");
  }

  @Test
  void keepsOrRoundsIntegersBeyondSixtyFourBits() {
    Value value = Value.number(new BigInteger("9223372036854775808"));
    assertThat(GoJson.write(value)).isEqualTo("9223372036854775808");
    assertThat(GoJson.writeRounded(value)).isEqualTo("9223372036854776000");
    Value larger = Value.number(new BigInteger("-123456789012345678901234567890"));
    assertThat(GoJson.write(larger)).isEqualTo("-123456789012345678901234567890");
    assertThat(GoJson.writeRounded(larger)).isEqualTo("-1.2345678901234568e+29");
  }

  @Test
  void sortsKeysByBytesAtEveryLevel() {
    Value value =
        Json.parse("{\"\ud83d\ude00\":1,\"\uffff\":{\"b\":1,\"a\":2,\"B\":3},\"z\":1,\"\":0}");
    assertThat(GoJson.write(value))
        .isEqualTo("{\"\":0,\"z\":1,\"\uffff\":{\"B\":3,\"a\":2,\"b\":1},\"\ud83d\ude00\":1}");
  }
}
