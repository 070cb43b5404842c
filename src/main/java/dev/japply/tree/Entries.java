package dev.japply.tree;

import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.SequencedMap;
import java.util.Set;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/// The entries of a [Value.MapValue]: immutable, in the order in which their keys were written.
///
/// Objects consist of thousands of small maps. Two arrays hold one in a fraction of the memory that
/// a `LinkedHashMap` takes, and are built and read faster; many entries are found by a table of
/// hashes, few by looking at each.
final class Entries extends AbstractMap<String, Value> implements SequencedMap<String, Value> {
  private static final int FEW = 8;
  private static final int[] NO_TABLE = {};

  private final String[] keys;
  private final Value[] values;
  private final int[] table;

  private Entries(String[] keys, Value[] values, int[] table) {
    this.keys = keys;
    this.values = values;
    this.table = table;
  }

  /// These entries, in the order of their iteration.
  static Entries copyOf(Map<String, Value> entries) {
    if (entries instanceof Entries same) {
      return same;
    }
    var builder = new Builder(entries.size());
    entries.forEach(builder::put);
    return builder.build();
  }

  /// Collects entries, once. Of a key that is put again the last value counts, in the first place.
  static final class Builder {
    private String[] keys;
    private Value[] values;
    private int[] table = NO_TABLE;
    private int size;

    Builder(int capacity) {
      keys = new String[capacity];
      values = new Value[capacity];
    }

    void put(String key, Value value) {
      int at = find(keys, size, table, key);
      if (at >= 0) {
        values[at] = value;
        return;
      }
      if (size == keys.length) {
        keys = Arrays.copyOf(keys, Math.max(4, 2 * size));
        values = Arrays.copyOf(values, keys.length);
      }
      keys[size] = key;
      values[size] = value;
      size++;
      if (size > table.length / 2 && size > FEW) {
        table = table(keys, size);
      } else if (size > FEW) {
        enter(table, key, size);
      }
    }

    Entries build() {
      return size == keys.length
          ? new Entries(keys, values, table)
          : new Entries(Arrays.copyOf(keys, size), Arrays.copyOf(values, size), table);
    }
  }

  /// A table with room for as many keys again.
  private static int[] table(String[] keys, int size) {
    var table = new int[Integer.highestOneBit(size) * 4];
    for (int i = 0; i < size; i++) {
      enter(table, keys[i], i + 1);
    }
    return table;
  }

  private static void enter(int[] table, String key, int number) {
    int slot = slot(table, key);
    while (table[slot] != 0) {
      slot = (slot + 1) & (table.length - 1);
    }
    table[slot] = number;
  }

  private static int slot(int[] table, Object key) {
    int hash = key.hashCode();
    return (hash ^ (hash >>> 16)) & (table.length - 1);
  }

  /// Where the key is among the first `size`; -1 when it is not there.
  private static int find(String[] keys, int size, int[] table, Object key) {
    if (table.length == 0) {
      for (int i = 0; i < size; i++) {
        if (keys[i].equals(key)) {
          return i;
        }
      }
      return -1;
    }
    int slot = slot(table, key);
    while (table[slot] != 0) {
      int at = table[slot] - 1;
      if (keys[at].equals(key)) {
        return at;
      }
      slot = (slot + 1) & (table.length - 1);
    }
    return -1;
  }

  private int find(Object key) {
    return find(keys, keys.length, table, key);
  }

  @Override
  public int size() {
    return keys.length;
  }

  @Override
  public @Nullable Value get(Object key) {
    int at = find(key);
    return at < 0 ? null : values[at];
  }

  @Override
  public boolean containsKey(Object key) {
    return find(key) >= 0;
  }

  @Override
  public void forEach(BiConsumer<? super String, ? super Value> action) {
    for (int i = 0; i < keys.length; i++) {
      action.accept(keys[i], values[i]);
    }
  }

  @Override
  public Set<Map.Entry<String, Value>> entrySet() {
    return new AbstractSet<>() {
      @Override
      public int size() {
        return keys.length;
      }

      @Override
      public Iterator<Map.Entry<String, Value>> iterator() {
        return new Walk();
      }
    };
  }

  private final class Walk implements Iterator<Map.Entry<String, Value>> {
    private int next;

    @Override
    public boolean hasNext() {
      return next < keys.length;
    }

    @Override
    public Map.Entry<String, Value> next() {
      if (!hasNext()) {
        throw new NoSuchElementException();
      }
      var entry = Map.entry(keys[next], values[next]);
      next++;
      return entry;
    }
  }

  @Override
  public SequencedMap<String, Value> reversed() {
    var reversed = new LinkedHashMap<String, Value>();
    forEach(reversed::putFirst);
    return copyOf(reversed);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    if (this == other || !(other instanceof Entries that)) {
      return this == other || super.equals(other);
    }
    if (keys.length != that.keys.length) {
      return false;
    }
    for (int i = 0; i < keys.length; i++) {
      int at = keys[i].equals(that.keys[i]) ? i : that.find(keys[i]);
      if (at < 0 || !values[i].equals(that.values[at])) {
        return false;
      }
    }
    return true;
  }

  @Override
  public int hashCode() {
    int sum = 0;
    for (int i = 0; i < keys.length; i++) {
      sum += keys[i].hashCode() ^ values[i].hashCode();
    }
    return sum;
  }
}
