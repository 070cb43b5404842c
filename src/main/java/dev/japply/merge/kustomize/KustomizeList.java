package dev.japply.merge.kustomize;

import dev.japply.manifest.document.Spelling;
import dev.japply.merge.MergeException;
import dev.japply.merge.MergeException.Reason;
import dev.japply.schema.PatchRule;
import dev.japply.schema.Schema;
import dev.japply.schema.Topology;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Missing;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import dev.japply.tree.Value.NullValue;
import dev.japply.tree.Value.ScalarValue;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The merge of one list whose items are told apart, in the dialect of [KustomizePatch].
///
/// Follows kyaml's `walkAssociativeSequence`: the items of the patch come first, then those of the
/// list. kyaml changes the items in place while it looks them up, so that what has changed is seen
/// by the look-ups that follow; the lists here are changed in the same order.
final class KustomizeList {
  private final Walk walk;
  private final Spelling spelling;
  private final Schema.Field field;
  private final FieldPath path;

  KustomizeList(Walk walk, Spelling spelling, Schema.Field field, FieldPath path) {
    this.walk = walk;
    this.spelling = spelling;
    this.field = field;
    this.path = path;
  }

  /// Keys and the values by which they find an item.
  private record Identity(List<String> keys, List<String> values) {}

  Node merge(Node into, Node patch) {
    List<Value> items;
    List<Value> by;
    if (!(into instanceof ListValue list)) {
      items = items(patch);
      by = items;
    } else if (patch instanceof NullValue) {
      return Missing.MISSING;
    } else {
      items = new ArrayList<>(list.items());
      by = items(patch);
      switch (directive(by)) {
        case DELETE -> {
          return Missing.MISSING;
        }
        case REPLACE -> items = by;
        case MERGE, UNKNOWN -> {}
      }
    }
    ListValue result = new ListValue(merge(items, by, patch instanceof Missing));
    return result.equals(into) && isSame(result, (ListValue) into) ? into : result;
  }

  @SuppressWarnings("ReferenceEquality") // what stays as it is is the same object
  private static boolean isSame(ListValue one, ListValue other) {
    for (int i = 0; i < one.size(); i++) {
      if (one.items().get(i) != other.items().get(i)) {
        return false;
      }
    }
    return true;
  }

  private static List<Value> items(Node list) {
    return list instanceof ListValue(List<Value> items)
        ? new ArrayList<>(items)
        : new ArrayList<>();
  }

  /// The directive for the whole list, which stands in an item of its own and is taken out of it.
  private Directive directive(List<Value> patch) {
    for (Value item : patch) {
      if (item instanceof MapValue map && map.get(Directive.KEY) instanceof Value value) {
        if (map.entries().size() > 1) {
          return Directive.MERGE;
        }
        Directive directive = Directive.of(value, spelling, path);
        set(patch, null, new Identity(List.of(Directive.KEY), List.of(spelling.text(value))));
        return directive;
      }
    }
    return Directive.MERGE;
  }

  private List<String> keys() {
    if (field.type().def().topology() instanceof Topology.Keyed(List<String> keys)) {
      return keys;
    }
    String key = field.rule().mergeKey();
    return key.isEmpty() ? List.of() : List.of(key);
  }

  private List<Value> merge(List<Value> items, List<Value> by, boolean unpatched) {
    List<String> keys = keys();
    Set<List<String>> identities = new LinkedHashSet<>();
    for (List<Value> source : unpatched ? List.of(items) : List.of(by, items)) {
      for (Value item : source) {
        identities.add(keys.isEmpty() ? List.of(spelling.text(item)) : values(item, keys));
      }
    }
    var all = new ArrayList<>(identities);
    return keys.isEmpty()
        ? mergeBy(all, List.of(""), items, by)
        : mergeBy(keys.size() > 1 ? filledUp(all) : all, keys, items, by);
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

  private List<Value> mergeBy(
      List<List<String>> identities, List<String> keys, List<Value> items, List<Value> by) {
    var merged = new ArrayList<Value>();
    Identity last = new Identity(keys, List.of());
    Set<String> used = used(identities, keys);
    for (List<String> values : identities) {
      last = valid(used, values, keys);
      mergeOne(last, items, by, merged);
    }
    return identities.isEmpty() ? items : appended(merged, items, last.keys());
  }

  @SuppressWarnings("ReferenceEquality") // what stays as it is is the same object
  private void mergeOne(Identity identity, List<Value> items, List<Value> by, List<Value> merged) {
    Identity own = valid(used(List.of(identity.values()), identity.keys()), identity);
    int at = indexOf(items, own);
    int patched = indexOf(by, own);
    Node old = at < 0 ? Missing.MISSING : items.get(at);
    Node patch = patched < 0 ? Missing.MISSING : by.get(patched);
    Schema.Field type =
        field.type().items().map(item -> new Schema.Field(item, PatchRule.NONE)).orElse(null);
    Node result = walk.walk(old, patch, type, path.index(Math.max(at, 0)));
    if (!(result instanceof Value made)
        || made instanceof NullValue
        || made.equals(MapValue.EMPTY)) {
      set(items, null, identity);
      return;
    }
    Value value = withKeys(made, identity);
    boolean replaced =
        items != by
            && patch instanceof MapValue map
            && Directive.tolerant(map.get(Directive.KEY), spelling) == Directive.REPLACE;
    if (at >= 0 && !replaced && value instanceof MapValue) {
      items.set(at, value);
    }
    set(merged, value, identity);
  }

  private static Value withKeys(Value value, Identity identity) {
    Value filled = value;
    for (int i = 0; i < identity.keys().size(); i++) {
      String key = identity.keys().get(i);
      if (filled instanceof MapValue map && !map.has(key) && !identity.values().get(i).isEmpty()) {
        filled = map.with(key, Value.text(identity.values().get(i)));
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

  private static Identity valid(Set<String> used, Identity identity) {
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

  private int indexOf(List<Value> items, Identity identity) {
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

  /// The merged items with those of the old list in the place of those that have their keys, or
  /// behind them all.
  private List<Value> appended(List<Value> merged, List<Value> items, List<String> keys) {
    for (Value item : List.copyOf(items)) {
      var values = new ArrayList<String>();
      if (keys.getFirst().isEmpty()) {
        values.add(spelling.text(item));
      }
      for (String key : keys.contains("") ? List.<String>of() : keys) {
        Node value = item instanceof MapValue map ? map.get(key) : notMap(item);
        if (value instanceof Value known) {
          values.add(spelling.text(known));
        } else {
          merged.add(item);
        }
      }
      if (keys.size() > 1) {
        set(merged, null, new Identity(keys, values));
      }
      set(merged, item, new Identity(keys, values));
    }
    return merged;
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
  private void set(List<Value> items, @Nullable Value element, Identity identity) {
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
      return item instanceof ScalarValue && spelling.text(item).equals(value);
    }
    if (!(item instanceof MapValue map)) {
      notMap(item);
      return false;
    }
    return map.get(key) instanceof Value known
        && (value.isEmpty() || spelling.text(known).equals(value));
  }
}
