package dev.japply.object;

import dev.japply.tree.FieldPath;
import dev.japply.tree.GoJson;
import dev.japply.tree.Json;
import dev.japply.tree.JsonSyntaxException;
import dev.japply.tree.KeyOrder;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

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

    /// Returns the part of a field's `live` value; the whole value if no fields below it are in the
    /// set.
    private Optional<Value> in(Value live) {
      return below.nodes().isEmpty() ? Optional.of(live) : below.in(live);
    }

    /// Returns the part of an item, with its keys.
    private Value item(MapValue live, MapValue keys) {
      if (below.nodes().isEmpty()) {
        return live;
      }
      Value part = below.in(live).orElse(MapValue.EMPTY);
      MapValue fields = part instanceof MapValue map ? map : MapValue.EMPTY;
      var item = new LinkedHashMap<String, Value>();
      live.entries()
          .forEach((key, value) -> {
            if (keys.has(key)) {
              item.put(key, value);
            } else if (fields.get(key) instanceof Value field) {
              item.put(key, field);
            }
          });
      return new MapValue(item);
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

  /// Returns the node of the field at `path`; empty if neither the field nor one below it is in the
  /// set. Items of lists that have keys must have all of them in the path, in a set in its normal
  /// form.
  public Optional<Node> at(FieldPath path) {
    Node node = new Node(false, this);
    for (var steps = path.steps(); steps.hasNext(); ) {
      node = node.below().step(steps.next());
      if (node == null) {
        return Optional.empty();
      }
    }
    return path instanceof FieldPath.Root && nodes.isEmpty() ? Optional.empty() : Optional.of(node);
  }

  /// Whether the set has the field at `path`, a field below it, or one above it as a whole.
  public boolean meets(FieldPath path) {
    FieldSet fields = this;
    for (var steps = path.steps(); steps.hasNext(); ) {
      Node node = fields.step(steps.next());
      if (node == null || node.below().nodes().isEmpty()) {
        return node != null;
      }
      fields = node.below();
    }
    return !fields.nodes.isEmpty();
  }

  /// Returns this set without the field at `path` and those below it, in a set in its normal form.
  public FieldSet without(FieldPath path) {
    var steps = new ArrayList<FieldPath>();
    path.steps().forEachRemaining(steps::add);
    return without(steps);
  }

  private FieldSet without(List<FieldPath> steps) {
    String key = steps.isEmpty() ? "" : key(steps.getFirst());
    Node node = nodes.get(key);
    if (node == null) {
      return this;
    }
    FieldSet below =
        steps.size() == 1 ? EMPTY : node.below().without(steps.subList(1, steps.size()));
    var rest = new TreeMap<>(nodes);
    if (below.nodes().isEmpty() && (steps.size() == 1 || !node.member())) {
      rest.remove(key);
    } else {
      rest.put(key, new Node(node.member(), below));
    }
    return new FieldSet(rest);
  }

  private @Nullable Node step(FieldPath step) {
    return nodes.get(key(step));
  }

  /// Returns the key of the last step of a path. An item can be a map, and a value of a set, too.
  private String key(FieldPath step) {
    return switch (step) {
      case FieldPath.Root root -> ITSELF;
      case FieldPath.Key(FieldPath map, String key) -> "f:" + key;
      case FieldPath.Index(FieldPath list, int index) -> "i:" + index;
      case FieldPath.Item(FieldPath list, MapValue keys) ->
          nodes.containsKey(item(keys)) ? item(keys) : item((Value) keys);
      case FieldPath.Item(FieldPath list, Value value) -> item(value);
    };
  }

  /// The fields that are in this set or in `other`.
  public FieldSet union(FieldSet other) {
    var all = new TreeMap<>(nodes);
    other.nodes.forEach((key, node) -> all.merge(key, node, Node::plus));
    return new FieldSet(all);
  }

  /// Returns this set without the fields that `other` has. A field that has none below it any more
  /// goes, too, if `other` has fields below it.
  FieldSet minus(FieldSet other) {
    var rest = new TreeMap<String, Node>();
    nodes.forEach((key, node) -> {
      Node same = other.nodes.get(key);
      FieldSet below = same == null ? node.below() : node.below().minus(same.below());
      boolean whole = node.below().nodes().isEmpty();
      if (same == null || (whole && !same.member())) {
        rest.put(key, node);
      } else if (!below.nodes().isEmpty()) {
        rest.put(key, new Node(node.member() && !same.member(), below));
      }
    });
    return new FieldSet(rest);
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

  /// Returns the fields without fields below them, in the order of the tree. Keys that cannot be
  /// read are left out.
  public List<FieldPath> leaves() {
    var leaves = new ArrayList<FieldPath>();
    collect(FieldPath.root(), leaves);
    return leaves;
  }

  private void collect(FieldPath at, List<FieldPath> leaves) {
    nodes.forEach((key, node) -> {
      Optional<FieldPath> path = path(at, key);
      if (path.isPresent() && node.below().nodes().isEmpty()) {
        leaves.add(path.get());
      } else if (path.isPresent()) {
        node.below().collect(path.get(), leaves);
      }
    });
  }

  /// Returns the path below `at` that a key of `fieldsV1` names; empty if it is malformed or `.`.
  public static Optional<FieldPath> path(FieldPath at, String key) {
    String rest = key.substring(Math.min(2, key.length()));
    try {
      return switch (key.charAt(0)) {
        case 'f' -> Optional.of(at.key(rest));
        case 'k', 'v' -> Optional.of(at.item(Json.parse(rest)));
        case 'i' -> Optional.of(at.index(Integer.parseInt(rest)));
        default -> Optional.empty();
      };
    } catch (JsonSyntaxException | NumberFormatException e) {
      return Optional.empty();
    }
  }

  /// Returns the key of the item with these keys.
  public static String item(MapValue keys) {
    var sorted = new TreeMap<String, Value>(KeyOrder.UTF8);
    sorted.putAll(keys.entries());
    return "k:" + GoJson.write(MapValue.copyOf(sorted));
  }

  /// Returns the key of the item with this value.
  public static String item(Value value) {
    return "v:" + GoJson.write(value);
  }

  /// Returns the same set with each item's keys in one order and notation, so that equal sets have
  /// equal trees.
  public FieldSet normal() {
    var normal = new TreeMap<String, Node>();
    nodes.forEach((key, node) ->
        normal.merge(normal(key), new Node(node.member(), node.below().normal()), Node::plus));
    return new FieldSet(normal);
  }

  private static String normal(String key) {
    char kind = key.charAt(0);
    if (kind != 'k' && kind != 'v') {
      return key;
    }
    try {
      Value value = Json.parse(key.substring(2));
      return kind == 'k' && value instanceof MapValue keys ? item(keys) : item(value);
    } catch (JsonSyntaxException e) {
      return key;
    }
  }

  /// Returns the part of `live` that has these fields; empty if it has none of them. Items keep
  /// their keys and the order of `live`.
  public Optional<Value> in(Value live) {
    return switch (live) {
      case MapValue map -> {
        var found = new LinkedHashMap<String, Value>();
        map.entries()
            .forEach((key, value) -> {
              Node node = nodes.get("f:" + key);
              Optional<Value> part = node == null ? Optional.empty() : node.in(value);
              part.ifPresent(own -> found.put(key, own));
            });
        yield found.isEmpty() ? Optional.empty() : Optional.of(new MapValue(found));
      }
      case ListValue list -> {
        List<Value> found = items(list);
        yield found.isEmpty() ? Optional.empty() : Optional.of(new ListValue(found));
      }
      default -> Optional.empty();
    };
  }

  private List<Value> items(ListValue list) {
    var parts = new TreeMap<Integer, Value>();
    nodes.forEach((key, node) -> {
      FieldPath path = path(FieldPath.root(), key).orElse(FieldPath.root());
      if (path.numberedIn(list) instanceof FieldPath.Index(FieldPath root, int index)
          && index < list.size()) {
        Value item = list.items().get(index);
        parts.put(index, item instanceof MapValue map ? node.item(map, identity(path)) : item);
      }
    });
    return List.copyOf(parts.values());
  }

  private static MapValue identity(FieldPath item) {
    return item instanceof FieldPath.Item(FieldPath parent, MapValue keys) ? keys : MapValue.EMPTY;
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
