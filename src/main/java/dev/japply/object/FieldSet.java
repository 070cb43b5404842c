package dev.japply.object;

import dev.japply.tree.KeyOrder;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/// A set of fields, as `fieldsV1` of an entry of `metadata.managedFields` writes it: a tree whose
/// keys are `f:NAME` for a field, `k:{…}` for an item with these keys, `v:…` for an item of this
/// value, and `i:N` for item number N. An inner node that is in the set itself holds `.`.
///
/// <https://kubernetes.io/docs/reference/using-api/server-side-apply/>
public record FieldSet(SortedMap<String, Node> nodes) {
  /// The set without fields.
  public static final FieldSet EMPTY = new FieldSet(Collections.emptySortedMap());

  private static final String ITSELF = ".";
  private static final String SEPARATOR = ":";
  private static final Set<Character> KINDS = Set.of('f', 'k', 'v', 'i');

  public FieldSet {
    nodes = Collections.unmodifiableSortedMap(new TreeMap<>(nodes));
  }

  /// A field.
  ///
  /// @param member whether it is in the set itself
  /// @param below its fields in the set; empty for none
  public record Node(boolean member, FieldSet below) {
    private Node plus(Node other) {
      return new Node(member || other.member, below.union(other.below));
    }
  }

  /// The set that `fieldsV1` holds; empty when it holds none. Keys of a kind that is not known are
  /// left out, as Kubernetes does.
  public static Optional<FieldSet> parse(Value fieldsV1) {
    if (!(fieldsV1 instanceof MapValue map)) {
      return Optional.empty();
    }
    var nodes = new TreeMap<String, Node>();
    for (Map.Entry<String, Value> entry : map.entries().entrySet()) {
      String key = entry.getKey();
      if (key.equals(ITSELF)) {
        continue;
      }
      Optional<FieldSet> below = parse(entry.getValue());
      if (below.isEmpty() || key.indexOf(SEPARATOR) != 1) {
        return Optional.empty();
      }
      if (KINDS.contains(key.charAt(0))) {
        boolean leaf = below.get().nodes().isEmpty();
        boolean member = leaf || ((MapValue) entry.getValue()).has(ITSELF);
        nodes.put(key, new Node(member, below.get()));
      }
    }
    return Optional.of(new FieldSet(nodes));
  }

  /// The set of the one field at `path`, of keys as in the tree.
  static FieldSet of(List<String> path) {
    FieldSet below = path.size() == 1 ? EMPTY : of(path.subList(1, path.size()));
    var nodes = new TreeMap<String, Node>();
    nodes.put(path.getFirst(), new Node(path.size() == 1, below));
    return new FieldSet(nodes);
  }

  /// Whether the field at `path`, of keys as in the tree, is in the set itself.
  public boolean contains(List<String> path) {
    Node node = nodes.get(path.getFirst());
    if (node == null) {
      return false;
    }
    return path.size() == 1 ? node.member() : node.below().contains(path.subList(1, path.size()));
  }

  /// The fields that are in this set or in `other`.
  public FieldSet union(FieldSet other) {
    var all = new TreeMap<>(nodes);
    other.nodes.forEach((key, node) -> all.merge(key, node, Node::plus));
    return new FieldSet(all);
  }

  /// Whether `other` has all fields of this set that have none below them.
  public boolean isWithin(FieldSet other) {
    for (Map.Entry<String, Node> entry : nodes.entrySet()) {
      FieldSet below = entry.getValue().below();
      Node same = other.nodes.get(entry.getKey());
      boolean within =
          below.nodes().isEmpty()
              ? same != null
              : below.isWithin(same == null ? EMPTY : same.below());
      if (!within) {
        return false;
      }
    }
    return true;
  }

  /// The set as `fieldsV1`.
  public MapValue tree() {
    var entries = new TreeMap<String, Value>(KeyOrder.UTF8);
    nodes.forEach((key, node) -> entries.put(key, tree(node)));
    return MapValue.copyOf(entries);
  }

  private static MapValue tree(Node node) {
    if (node.below().nodes().isEmpty()) {
      return MapValue.EMPTY;
    }
    var entries = new LinkedHashMap<String, Value>();
    if (node.member()) {
      entries.put(ITSELF, MapValue.EMPTY);
    }
    entries.putAll(node.below().tree().entries());
    return new MapValue(entries);
  }
}
