package dev.japply.kyaml;

import dev.japply.merge.MergeException;
import dev.japply.merge.MergeException.Reason;
import dev.japply.schema.Schema;
import dev.japply.schema.Topology;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Missing;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import dev.japply.tree.Value.NullValue;
import dev.japply.tree.Value.ScalarValue;
import dev.japply.yaml.PlainScalar;
import dev.japply.yaml.ScalarStyle;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Finds, replaces and removes the items of a merge list, as kyaml does. Corresponds to its
/// `ElementMatcher`, `ElementSetter` and `appendListNode`, with their effect on items that lack a
/// key.
record KyamlItems(ScalarStyle spelling, FieldPath path) {
  /// The keys and values that identify an item; the key of a scalar is `""`.
  record Identity(List<String> keys, List<String> values) {}

  /// The identities of all items, in their order.
  ///
  /// @param keys the keys of the items; none for scalars
  List<Identity> identities(List<List<Value>> lists, List<String> keys) {
    Set<List<String>> found = new LinkedHashSet<>();
    for (List<Value> list : lists) {
      for (Value item : list) {
        found.add(keys.isEmpty() ? List.of(spelling.text(item)) : values(item, keys));
      }
    }
    List<String> by = keys.isEmpty() ? List.of("") : keys;
    List<List<String>> all = new ArrayList<>(found);
    List<List<String>> filled = by.size() > 1 ? filledUp(all) : all;
    Set<String> used = used(filled, by);
    return filled.stream().map(values -> valid(used, values, by)).toList();
  }

  /// Returns the keys that identify the items of a list; empty if the items are not maps.
  static List<String> keys(Schema.Field field) {
    if (field.type().def().topology() instanceof Topology.Keyed(List<String> keys)) {
      return keys;
    }
    String key = field.rule().mergeKey();
    return key.isEmpty() ? List.of() : List.of(key);
  }

  private List<String> values(Value item, List<String> keys) {
    var values = new ArrayList<String>();
    for (String key : keys) {
      Node value = item instanceof MapValue map ? map.get(key) : Missing.MISSING;
      values.add(value instanceof Value known ? spelling.text(known) : "");
      if (value instanceof NullValue) {
        values.set(values.size() - 1, "");
      }
    }
    return values;
  }

  /// Returns the item with its missing keys added, in kyaml's written form.
  Value withKeys(Value value, Identity identity) {
    Value filled = value;
    for (int i = 0; i < identity.keys().size(); i++) {
      String key = identity.keys().get(i);
      if (filled instanceof MapValue map && !map.has(key) && !identity.values().get(i).isEmpty()) {
        String text = identity.values().get(i);
        filled =
            map.with(key, PlainScalar.isString(text) ? Value.text(text) : spelling.quoted(text));
      }
    }
    return filled;
  }

  /// The keys that have a value anywhere.
  private static Set<String> used(List<List<String>> identities, List<String> keys) {
    var used = new HashSet<String>();
    for (List<String> values : identities) {
      for (int i = 0; i < values.size(); i++) {
        if (!values.get(i).isEmpty()) {
          used.add(keys.get(i));
        }
      }
    }
    return used;
  }

  /// Returns the identity for lookups, without the keys that have no value.
  static Identity lookup(Identity identity) {
    Set<String> used = used(List.of(identity.values()), identity.keys());
    return valid(used, identity.values(), identity.keys());
  }

  private static Identity valid(Set<String> used, List<String> values, List<String> keys) {
    if (used.isEmpty()) {
      return new Identity(keys, values);
    }
    var validKeys = new ArrayList<String>();
    var validValues = new ArrayList<String>();
    for (int i = 0; i < keys.size(); i++) {
      if (used.contains(keys.get(i))) {
        validKeys.add(keys.get(i));
      }
    }
    for (int i = 0; i < values.size(); i++) {
      if (!values.get(i).isEmpty() || used.contains(keys.get(i))) {
        validValues.add(values.get(i));
      }
    }
    return new Identity(validKeys, validValues);
  }

  /// Identities that have a key in common, and no other that differs, become one: the patch may
  /// leave out the protocol of a port.
  private static List<List<String>> filledUp(List<List<String>> identities) {
    for (int i = 0; i < identities.size(); i++) {
      List<String> one = identities.get(i);
      for (int j = 0; j < identities.size(); j++) {
        List<String> joined = joined(one, identities.get(j));
        if (!joined.isEmpty()) {
          identities.set(i, joined);
          identities.set(j, joined);
        }
      }
    }
    return identities;
  }

  private static List<String> joined(List<String> one, List<String> other) {
    boolean common = false;
    var joined = new ArrayList<String>();
    for (int i = 0; i < one.size(); i++) {
      String a = one.get(i);
      String b = other.get(i);
      common |= a.equals(b);
      if (!a.equals(b) && !a.isEmpty() && !b.isEmpty()) {
        return List.of();
      }
      joined.add(a.isEmpty() ? b : a);
    }
    return common ? joined : List.of();
  }

  /// The place of the first item that the identity finds; -1 when there is none.
  int indexOf(List<Value> items, Identity identity) {
    for (int i = 0; i < items.size(); i++) {
      if (matches(items.get(i), identity)) {
        return i;
      }
    }
    return -1;
  }

  private boolean matches(Value item, Identity identity) {
    if (identity.keys().getFirst().isEmpty()) {
      return spelling.text(item).equals(identity.values().getFirst());
    }
    if (!(item instanceof MapValue map)) {
      return false;
    }
    for (int i = 0; i < identity.keys().size(); i++) {
      boolean same =
          map.get(identity.keys().get(i)) instanceof Value value
              && spelling.text(value).equals(identity.values().get(i));
      if (!same) {
        return false;
      }
    }
    return true;
  }

  /// `into` with the items of `from`: in the place of those that have their keys, or behind them
  /// all.
  List<Value> appended(List<Value> into, List<Value> from, List<String> keys) {
    for (Value item : List.copyOf(from)) {
      var values = new ArrayList<String>();
      if (keys.getFirst().isEmpty()) {
        values.add(spelling.text(item));
      }
      for (String key : keys.contains("") ? List.<String>of() : keys) {
        Node value = item instanceof MapValue map ? map.get(key) : notMap(item);
        if (value instanceof Value known) {
          values.add(spelling.text(known));
        } else {
          into.add(item);
        }
      }
      if (keys.size() > 1) {
        set(into, null, new Identity(keys, values));
      }
      set(into, item, new Identity(keys, values));
    }
    return into;
  }

  private Node notMap(Value item) {
    if (!(item instanceof NullValue)) {
      throw new MergeException(
          Reason.OTHER, path, "wrong node kind at %s: an item is no map".formatted(path));
    }
    return Missing.MISSING;
  }

  /// Puts `element` in the place of the items that the identity finds, or behind all; without an
  /// element they go. Empty items go, too.
  void set(List<Value> items, @Nullable Value element, Identity identity) {
    boolean named =
        !identity.keys().getFirst().isEmpty()
            && !identity.values().isEmpty()
            && !identity.values().getFirst().isEmpty();
    var kept = new ArrayList<Value>();
    boolean found = false;
    for (Value item : items) {
      if (item instanceof NullValue || item.equals(MapValue.EMPTY)) {
        continue;
      }
      boolean matched = (item instanceof MapValue || !named) && finds(item, identity);
      if (!matched && (!identity.values().isEmpty() || (named && !(item instanceof MapValue)))) {
        kept.add(item);
      } else if (matched) {
        found = true;
        if (element != null) {
          kept.add(element);
        }
      }
    }
    if (element != null && !(element instanceof NullValue) && !found) {
      kept.add(element);
    }
    items.clear();
    items.addAll(kept);
  }

  /// Whether the identity finds an item; one without a value finds all that have its key.
  private boolean finds(Value item, Identity identity) {
    boolean any = false;
    for (int i = 0; i < identity.keys().size(); i++) {
      if (i < identity.values().size()) {
        any = finds(item, identity.keys().get(i), identity.values().get(i));
      }
      if (!any) {
        return false;
      }
    }
    return true;
  }

  private boolean finds(Value item, String key, String value) {
    if (key.isEmpty()) {
      if (!(item instanceof ScalarValue)) {
        throw new MergeException(
            Reason.OTHER,
            path,
            "wrong node kind at %s: an item is no single value".formatted(path));
      }
      return spelling.text(item).equals(value);
    }
    if (!(item instanceof MapValue map)) {
      notMap(item);
      return false;
    }
    return map.get(key) instanceof Value known
        && (value.isEmpty() || spelling.text(known).equals(value));
  }
}
