package dev.japply.tree;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.japply.tree.Value.MapValue;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EntriesTest {

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 7, 8, 9, 16, 17, 200})
  void areThoseOfALinkedHashMap(int count) {
    var random = new SplittableRandom(count);
    var expected = new LinkedHashMap<String, Value>();
    var builder = new Entries.Builder<Value>(0);
    for (int i = 0; i < count; i++) {
      String key = "k" + random.nextInt(Math.max(1, count * 3 / 4)); // some come again
      expected.put(key, Value.number(i));
      builder.put(key, Value.number(i));
    }
    for (Entries<Value> entries : List.of(builder.build(), Entries.copyOf(expected))) {
      assertThat(List.copyOf(entries.entrySet())).isEqualTo(List.copyOf(expected.entrySet()));
      assertThat(entries).isEqualTo(expected).hasSameHashCodeAs(expected).hasSize(expected.size());
      assertThat(expected).isEqualTo(entries);
      assertThat(List.copyOf(entries.reversed().keySet()))
          .isEqualTo(List.copyOf(expected.sequencedKeySet()).reversed());
      for (int i = 0; i < count; i++) {
        assertThat(entries.get("k" + i)).isEqualTo(expected.get("k" + i));
        assertThat(entries.containsKey("k" + i)).isEqualTo(expected.containsKey("k" + i));
      }
    }
  }

  @Test
  void keysWithOneHashAreToldApart() {
    var builder = new Entries.Builder<Value>(0);
    var keys = List.of("AaAaAaAa", "AaAaBBBB", "BBBBAaAa", "BBBBBBBB", "AaBBAaBB");
    keys.forEach(key -> builder.put(key, Value.text(key)));
    "abcdefgh".chars().forEach(c -> builder.put(Character.toString(c), Value.NULL));
    Entries<Value> entries = builder.build();
    assertThat(keys).allSatisfy(key -> assertThat(entries.get(key)).isEqualTo(Value.text(key)));
    assertThat(entries.get("BBAaAaBB")).isNull();
  }

  /// Words of this many syllables, all with one hash.
  private static List<String> colliding(int syllables) {
    return IntStream.range(0, 1 << syllables)
        .mapToObj(Integer::toBinaryString)
        .map(bits -> "0".repeat(syllables - bits.length()) + bits)
        .map(bits -> bits.replace("0", "Aa").replace("1", "BB"))
        .toList();
  }

  @Test
  void thousandsOfKeysWithOneHashAreNotComparedWithEachOther() {
    var builder = new Entries.Builder<Value>(0);
    var expected = new LinkedHashMap<String, Value>();
    for (String key : colliding(12)) {
      builder.put(key, Value.text(key));
      builder.put(key, Value.text(key + "!"));
      expected.put(key, Value.text(key + "!"));
    }
    assertThat(builder.passed()).isLessThan(20 * expected.size());
    Entries<Value> entries = builder.build();
    assertThat(List.copyOf(entries.entrySet())).isEqualTo(List.copyOf(expected.entrySet()));
    assertThat(entries).isEqualTo(expected).isEqualTo(entries.reversed());
    assertThat(entries.get("AaBB")).isNull();
  }

  @ParameterizedTest
  @ValueSource(strings = {"k%d", "example.com/%d", "%d", "config-%05d.yaml", "%x"})
  void ordinaryKeysAreSeldomInTheWay(String form) {
    var builder = new Entries.Builder<Value>(0);
    for (int i = 0; i < 10_000; i++) {
      builder.put(form.formatted(i), Value.NULL);
    }
    assertThat(builder.passed()).isLessThan(4 * 10_000);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 7, 8, 9, 17, 100})
  void changesAreThoseOfALinkedHashMap(int count) {
    checkChanges(IntStream.range(0, count).mapToObj(i -> "k" + i).toList());
  }

  @Test
  void changesOfKeysWithOneHashAreThoseOfALinkedHashMap() {
    checkChanges(colliding(7));
  }

  private static void checkChanges(List<String> keys) {
    var entries = new LinkedHashMap<String, Value>();
    keys.forEach(key -> entries.put(key, Value.text(key)));
    var map = new MapValue(entries);
    assertThat(map.mapValues(value -> value)).isSameAs(map);
    assertThat(map.without("other")).isSameAs(map);
    check(map.with("other", Value.TRUE), changed(entries, all -> all.put("other", Value.TRUE)));
    for (String key : keys) {
      assertThat(map.with(key, (Value) map.get(key))).isSameAs(map);
      check(map.with(key, Value.TRUE), changed(entries, all -> all.put(key, Value.TRUE)));
      check(map.without(key), changed(entries, all -> all.remove(key)));
    }
    var more = new LinkedHashMap<String, Value>(Map.of("other", Value.NULL));
    keys.stream().limit(2).forEach(key -> more.put(key, Value.FALSE));
    check(map.with(more), changed(entries, all -> all.putAll(more)));
  }

  private static Map<String, Value> changed(
      Map<String, Value> entries, Consumer<Map<String, Value>> change) {
    var changed = new LinkedHashMap<>(entries);
    change.accept(changed);
    return changed;
  }

  private static void check(MapValue map, Map<String, Value> expected) {
    assertThat(List.copyOf(map.entries().entrySet())).isEqualTo(List.copyOf(expected.entrySet()));
    assertThat(map.entries()).containsAllEntriesOf(expected);
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 20})
  void theirOrderDoesNotCount(int count) {
    var forward = new Entries.Builder<Value>(count);
    var backward = new Entries.Builder<Value>(count);
    for (int i = 0; i < count; i++) {
      forward.put("k" + i, Value.number(i));
      backward.put("k" + (count - 1 - i), Value.number(count - 1 - i));
    }
    Entries<Value> entries = forward.build();
    assertThat(entries).isEqualTo(backward.build()).hasSameHashCodeAs(backward.build());
    assertThat(entries).isNotEqualTo(Entries.copyOf(Map.of("k0", Value.number(0))));
    var other = new LinkedHashMap<>(entries);
    other.put("k0", Value.NULL);
    assertThat(entries).isNotEqualTo(Entries.copyOf(other));
  }

  @Test
  void cannotBeChanged() {
    SequencedMap<String, Value> entries = Entries.copyOf(Map.of("a", Value.TRUE));
    assertThatThrownBy(() -> entries.put("b", Value.TRUE)).isInstanceOf(RuntimeException.class);
    assertThatThrownBy(() -> entries.remove("a")).isInstanceOf(RuntimeException.class);
    assertThatThrownBy(entries::clear).isInstanceOf(RuntimeException.class);
    assertThatThrownBy(entries::pollFirstEntry).isInstanceOf(RuntimeException.class);
    assertThat(entries).hasSize(1);
  }
}
