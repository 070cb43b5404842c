package dev.japply.tree;

import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.SequencedMap;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// The entries of a [Value.MapValue], or of a map like it: immutable, in the order of the text.
///
/// Objects consist of thousands of small maps. Two arrays hold one in a fraction of the memory that
/// a `LinkedHashMap` takes, and are built and read faster. A table of hashes finds a key among many
/// entries; a few are compared one by one. An attacker may choose keys that all have one hash; the
/// order of the keys finds those.
public final class Entries<V> extends AbstractMap<String, V> implements SequencedMap<String, V> {
  private static final int FEW = 8;
  private static final int[] NO_TABLE = {};

  /// Number of keys in the way of each other, on average, that makes a table useless.
  private static final int CROWDED = 8;

  private final String[] keys;
  private final Object[] values;

  /// Open addressing: 0, or one more than the place of a key. As long as the keys are many, it is
  /// their places in the order of the keys; it has no slots when they are few.
  private final int[] table;

  private Entries(String[] keys, Object[] values, int[] table) {
    this.keys = keys;
    this.values = values;
    this.table = table;
  }

  /// These entries, in the order of their iteration.
  static <V> Entries<V> copyOf(Map<String, V> entries) {
    if (entries instanceof Entries<V> same) {
      return same;
    }
    var builder = new Builder<V>(entries.size());
    for (Map.Entry<String, V> entry : entries.entrySet()) {
      builder.put(entry.getKey(), entry.getValue());
    }
    return builder.build();
  }

  /// Collects entries, once. Of a key that is put again the last value counts, in the first place.
  public static final class Builder<V> {
    private String[] keys;
    private Object[] values;
    private int[] table = NO_TABLE;
    private int size;
    private int passed;

    /// Position of each key, once the table is crowded.
    private @Nullable Map<String, Integer> places;

    /// @param capacity the expected number of entries
    public Builder(int capacity) {
      keys = new String[capacity];
      values = new Object[capacity];
    }

    private int find(String key) {
      return places == null ? Entries.find(keys, size, table, key) : places.getOrDefault(key, -1);
    }

    /// Puts an entry. Returns the value that it replaces; null if the key is a new one.
    @SuppressWarnings("unchecked")
    public @Nullable V put(String key, V value) {
      int at = find(key);
      if (at < 0) {
        add(key, value);
        return null;
      }
      var before = (V) values[at];
      values[at] = value;
      return before;
    }

    /// Adds an entry whose key is a new one.
    private void add(String key, V value) {
      if (size == keys.length) {
        keys = Arrays.copyOf(keys, Math.max(4, 2 * size));
        values = Arrays.copyOf(values, keys.length);
      }
      keys[size] = key;
      values[size] = value;
      size++;
      if (places != null) {
        places.put(key, size - 1);
      } else if (size > FEW) {
        enterLast();
      }
    }

    /// Enters the last key, or all into a table with room for as many keys again.
    private void enterLast() {
      if (size > table.length / 2) {
        table = new int[Integer.highestOneBit(size) * 4];
        for (int i = 0; i < size; i++) {
          enter(i);
        }
      } else {
        enter(size - 1);
      }
      if (passed > CROWDED * size) {
        places = new HashMap<>();
        for (int i = 0; i < size; i++) {
          places.put(keys[i], i);
        }
      }
    }

    private void enter(int at) {
      int slot = slot(keys, table, keys[at]);
      passed += (slot - home(table, keys[at])) & (table.length - 1);
      table[slot] = at + 1;
    }

    /// Returns the number of keys that were in the way of others so far.
    int passed() {
      return passed;
    }

    /// Returns the entries. The builder cannot be used any more.
    public Entries<V> build() {
      String[] exactly = size == keys.length ? keys : Arrays.copyOf(keys, size);
      return new Entries<>(
          exactly,
          size == values.length ? values : Arrays.copyOf(values, size),
          places == null ? table : sorted(exactly));
    }
  }

  /// Returns these entries with `value` at `key`; the same object if they have that object there.
  @SuppressWarnings("ReferenceEquality") // equal values may be written differently
  Entries<V> with(String key, V value) {
    int at = find(key);
    if (at >= 0) {
      if (values[at] == value) {
        return this;
      }
      Object[] changed = values.clone();
      changed[at] = value;
      return new Entries<>(keys, changed, table);
    }
    Builder<V> builder = builder(1);
    builder.add(key, value);
    return builder.build();
  }

  /// Returns these entries and `more`, whose values replace others at the same keys.
  Entries<V> with(Map<String, V> more) {
    Builder<V> builder = builder(more.size());
    for (var entry : more.entrySet()) {
      builder.put(entry.getKey(), entry.getValue());
    }
    return builder.build();
  }

  /// Returns a builder with these entries, and with room for others.
  private Builder<V> builder(int more) {
    var builder = new Builder<V>(keys.length + more);
    for (int i = 0; i < keys.length; i++) {
      builder.add(keys[i], value(i));
    }
    return builder;
  }

  /// Returns these entries without the one at `key`; the same object if there is none.
  Entries<V> without(String key) {
    int at = find(key);
    if (at < 0) {
      return this;
    }
    Object[] changed = values.clone();
    changed[at] = Missing.MISSING;
    return new Entries<V>(keys, changed, table).withoutMissing();
  }

  /// Returns the results of `change` for all entries, at the same keys.
  public <T> Entries<T> map(Function<V, T> change) {
    var changed = new Object[values.length];
    for (int i = 0; i < values.length; i++) {
      changed[i] = change.apply(value(i));
    }
    return new Entries<>(keys, changed, table);
  }

  /// Returns these entries with the results of `change`, and without the entries whose result is
  /// [Missing]; the same object if all values stay the same objects.
  @SuppressWarnings("ReferenceEquality") // equal values may be written differently
  Entries<V> replaced(BiFunction<String, V, ?> change) {
    Object[] changed = values;
    boolean removes = false;
    for (int i = 0; i < keys.length; i++) {
      Object after = change.apply(keys[i], value(i));
      if (after != values[i]) {
        changed = changed == values ? values.clone() : changed;
        changed[i] = after;
        removes |= after instanceof Missing;
      }
    }
    if (changed == values) {
      return this;
    }
    var replaced = new Entries<V>(keys, changed, table);
    return removes ? replaced.withoutMissing() : replaced;
  }

  private Entries<V> withoutMissing() {
    var builder = new Builder<V>(keys.length);
    for (int i = 0; i < keys.length; i++) {
      if (!(values[i] instanceof Missing)) {
        builder.add(keys[i], value(i));
      }
    }
    return builder.build();
  }

  /// The places of the keys, in the order of the keys.
  private static int[] sorted(String[] keys) {
    return IntStream.range(0, keys.length)
        .boxed()
        .sorted(Comparator.comparing(at -> keys[at]))
        .mapToInt(Integer::intValue)
        .toArray();
  }

  /// The slot that the key has, or would get.
  private static int slot(String[] keys, int[] table, Object key) {
    int slot = home(table, key);
    while (table[slot] != 0 && !keys[table[slot] - 1].equals(key)) {
      slot = (slot + 1) & (table.length - 1);
    }
    return slot;
  }

  /// The slot of the key when no other is in the way.
  private static int home(int[] table, Object key) {
    int hash = key.hashCode();
    return (hash ^ (hash >>> 16)) & (table.length - 1);
  }

  /// Returns the index of the key among the first `size`; -1 if it does not exist.
  private static int find(String[] keys, int size, int[] table, Object key) {
    if (table.length == 0) {
      int hash = key.hashCode(); // which strings keep
      for (int i = 0; i < size; i++) {
        if (keys[i].hashCode() == hash && keys[i].equals(key)) {
          return i;
        }
      }
      return -1;
    }
    return table.length == size ? search(keys, table, key) : table[slot(keys, table, key)] - 1;
  }

  /// Returns the index of the key by binary search in the sorted keys; -1 if it does not exist.
  private static int search(String[] keys, int[] sorted, Object key) {
    int low = 0;
    int high = key instanceof String ? sorted.length : 0;
    while (low < high) {
      int middle = (low + high) >>> 1;
      int order = keys[sorted[middle]].compareTo((String) key);
      if (order == 0) {
        return sorted[middle];
      }
      low = order < 0 ? middle + 1 : low;
      high = order < 0 ? high : middle;
    }
    return -1;
  }

  private int find(Object key) {
    return find(keys, keys.length, table, key);
  }

  /// The value in a place; only [Builder#put] puts one there.
  @SuppressWarnings("unchecked")
  private V value(int at) {
    return (V) values[at];
  }

  @Override
  public int size() {
    return keys.length;
  }

  @Override
  public @Nullable V get(Object key) {
    int at = find(key);
    return at < 0 ? null : value(at);
  }

  @Override
  public boolean containsKey(Object key) {
    return find(key) >= 0;
  }

  @Override
  @SuppressWarnings("unchecked")
  public Collection<V> values() {
    return (List<V>) Collections.unmodifiableList(Arrays.asList(values));
  }

  @Override
  public void forEach(BiConsumer<? super String, ? super V> action) {
    for (int i = 0; i < keys.length; i++) {
      action.accept(keys[i], value(i));
    }
  }

  @Override
  public Set<Map.Entry<String, V>> entrySet() {
    return new AbstractSet<>() {
      @Override
      public int size() {
        return keys.length;
      }

      @Override
      public Iterator<Map.Entry<String, V>> iterator() {
        return new Walk();
      }
    };
  }

  private final class Walk implements Iterator<Map.Entry<String, V>> {
    private int next;

    @Override
    public boolean hasNext() {
      return next < keys.length;
    }

    @Override
    public Map.Entry<String, V> next() {
      if (!hasNext()) {
        throw new NoSuchElementException();
      }
      var entry = Map.entry(keys[next], value(next));
      next++;
      return entry;
    }
  }

  @Override
  public SequencedMap<String, V> reversed() {
    var reversed = new LinkedHashMap<String, V>();
    forEach(reversed::putFirst);
    return copyOf(reversed);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    if (this == other || !(other instanceof Entries<?> that)) {
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
