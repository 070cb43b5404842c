package dev.japply.tree;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ValueTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"a\": 1, \"b\": 2}  | {\"b\": 2, \"a\": 1}         | true",
        "{\"a\": 1}            | {\"a\": 1, \"b\": null}      | false",
        "{\"a\": {}}           | {\"a\": null}                | false",
        "{}                    | []                           | false",
        "[1, 2]                | [2, 1]                       | false",
        "1                     | 1.0                          | false",
        "1e2                   | 100.0                        | true",
        "\"1\"                 | 1                            | false",
        "\"true\"              | true                         | false",
        "[[1], {\"a\": \"\"}]  | [ [1],{\"a\":\"\"} ]         | true",
        "9223372036854775808   | 9223372036854775808.0        | false",
        "9223372036854775808   | 9223372036854775808          | true",
      })
  void isEqualByContent(String a, String b, boolean equal) {
    Value left = Json.parse(a);
    Value right = Json.parse(b);
    assertThat(left.equals(right)).isEqualTo(equal);
    if (equal) {
      assertThat(left).hasSameHashCodeAs(right);
    }
  }

  @Test
  void integersTakeTheirSmallestForm() {
    assertThat(Value.number(BigInteger.valueOf(Long.MIN_VALUE)))
        .isEqualTo(Value.number(Long.MIN_VALUE));
    assertThat(Value.number(BigInteger.valueOf(Long.MAX_VALUE).add(BigInteger.ONE)))
        .isInstanceOf(Value.BigIntValue.class);
  }

  @Test
  void mapsTellMissingFromNull() {
    MapValue map = MapValue.of("a", Value.NULL);
    assertThat(map.get("a")).isEqualTo(Value.NULL);
    assertThat(map.get("b")).isEqualTo(Missing.MISSING);
    assertThat(map.has("a")).isTrue();
    assertThat(map.has("b")).isFalse();
  }

  @Test
  void readsThroughWhatIsNotThere() {
    MapValue map = MapValue.of("a", Value.text("x")).with("m", MapValue.of("k", Value.TRUE));
    assertThat(map.text("a")).isEqualTo("x");
    assertThat(map.text("m")).isEmpty();
    assertThat(map.text("none")).isEmpty();
    assertThat(map.map("m").get("k")).isEqualTo(Value.TRUE);
    assertThat(map.map("a").map("none")).isEqualTo(MapValue.EMPTY);
  }

  @Test
  void changesAreMadeToACopy() {
    MapValue map = MapValue.of("a", Value.TRUE);
    assertThat(map.with("b", Value.FALSE).without("a")).isEqualTo(MapValue.of("b", Value.FALSE));
    assertThat(map.without("none")).isSameAs(map);
    assertThat(map).isEqualTo(MapValue.of("a", Value.TRUE));
  }

  @Test
  void aReplacedEntryKeepsItsPlace() {
    MapValue map = MapValue.of("a", Value.TRUE).with("b", Value.TRUE).with("a", Value.NULL);
    assertThat(map.entries().sequencedKeySet()).containsExactly("a", "b");
  }

  @Test
  void nullsAreLeftOutOfMapsAtAnyDepth() {
    var map =
        (MapValue) Json.parse("{\"a\":null,\"b\":{\"c\":null},\"d\":[null,{\"e\":null,\"f\":1}]}");
    assertThat(map.withoutNulls()).isEqualTo(Json.parse("{\"b\":{},\"d\":[null,{\"f\":1}]}"));
  }

  @Test
  void doesNotSeeWhatHappensToWhatItWasMadeOf() {
    var entries = new LinkedHashMap<String, Value>();
    var items = new ArrayList<Value>();
    var map = new MapValue(entries);
    var list = new ListValue(items);
    entries.put("a", Value.TRUE);
    items.add(Value.TRUE);
    assertThat(map.isEmpty()).isTrue();
    assertThat(list.isEmpty()).isTrue();
    assertThatThrownBy(() -> map.entries().put("a", Value.TRUE))
        .isInstanceOf(UnsupportedOperationException.class);
    assertThatThrownBy(() -> list.items().add(Value.TRUE))
        .isInstanceOf(UnsupportedOperationException.class);
  }

  @Test
  void entriesSortAsGoSortsThem() {
    var map = (MapValue) Json.parse("{\"b\":0,\"\ud83d\ude00\":0,\"\uffff\":0,\"a\":0,\"B\":0}");
    assertThat(map.sortedEntries().stream().map(entry -> entry.getKey()))
        .isEqualTo(List.of("B", "a", "b", "\uffff", "\ud83d\ude00"));
  }
}
