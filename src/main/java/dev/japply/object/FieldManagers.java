package dev.japply.object;

import dev.japply.tree.FieldPath;
import dev.japply.tree.Json;
import dev.japply.tree.JsonSyntaxException;
import dev.japply.tree.Missing;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/// The managers of the fields of a live object, from `metadata.managedFields`. In the form
/// `FieldsV1`, `f:name` is an entry of a map, `k:{…}` the item of a list with these keys, `v:…` an
/// item that equals this value, and `i:2` an index of a list. An entry with nothing below it is
/// owned as a whole.
///
/// <https://kubernetes.io/docs/reference/using-api/server-side-apply/#managed-fields>
public final class FieldManagers {
  private final List<MapValue> entries;

  /// The items of lists so far: all items of a list need the same.
  private final IdentityHashMap<MapValue, ItemFields> items = new IdentityHashMap<>();

  private FieldManagers(List<MapValue> entries) {
    this.entries = entries;
  }

  /// A writer and its last write.
  ///
  /// @param name the field manager: usually the program
  /// @param operation `Apply` or `Update`
  /// @param subresource the part of the object that was written, as `status`; empty for the object
  /// @param time as the server has it; may be empty
  public record Manager(String name, String operation, String subresource, String time) {
    /// The name, with the subresource that it wrote: `kube-controller-manager/status`.
    public String title() {
      return subresource.isEmpty() ? name : name + "/" + subresource;
    }

    /// Whether it is `manager`, by server-side apply of the object itself.
    public boolean applies(String manager) {
      return name.equals(manager) && operation.equals("Apply") && subresource.isEmpty();
    }

    /// `kubectl-edit (Update, 2026-01-02T03:04:05Z)`.
    @Override
    public String toString() {
      String what = subresource.isEmpty() ? operation : operation + " of " + subresource;
      return name + " (" + what + (time.isEmpty() ? ")" : ", " + time + ")");
    }
  }

  /// The writers of `live`.
  public static FieldManagers of(MapValue live) {
    return new FieldManagers(ManagedFields.of(live).entries());
  }

  /// The writers of the field at `path` or of something below it, the latest first.
  ///
  /// @param tree the document of `path`: its items identify items of lists, which may have another
  ///   order in the live object
  public List<Manager> of(FieldPath path, MapValue tree) {
    var steps = new ArrayList<FieldPath>();
    path.steps().forEachRemaining(steps::add);
    var owners = new TreeMap<Integer, List<Manager>>();
    for (MapValue entry : entries) {
      int depth = depth(entry.map("fieldsV1"), steps, tree);
      if (depth > 0) {
        owners.computeIfAbsent(depth, key -> new ArrayList<>()).add(manager(entry));
      }
    }
    return owners.isEmpty() ? List.of() : latestFirst(owners.lastEntry().getValue());
  }

  private static List<Manager> latestFirst(List<Manager> managers) {
    return managers.stream().sorted((a, b) -> b.time().compareTo(a.time())).toList();
  }

  /// Whose entry that is.
  public static Manager manager(MapValue entry) {
    return new Manager(
        entry.text("manager"),
        entry.text("operation"),
        entry.text("subresource"),
        entry.text("time"));
  }

  /// Returns the number of `steps` that lead to an entry of `fields`, or to its end; negative if
  /// none do.
  private int depth(MapValue fields, List<FieldPath> steps, Node at) {
    if (fields.isEmpty() || steps.isEmpty()) {
      return 0;
    }
    List<FieldPath> rest = steps.subList(1, steps.size());
    return switch (steps.getFirst()) {
      case FieldPath.Root root -> depth(fields, rest, at);
      case FieldPath.Key(FieldPath parent, String key) ->
          fields.get("f:" + key) instanceof MapValue below
              ? more(depth(below, rest, entry(at, key)))
              : -1;
      case FieldPath.Index(FieldPath parent, int index) ->
          ofItem(fields, rest, item(at, index), index);
      case FieldPath.Item(FieldPath parent, Value identity) -> {
        Node item = FieldPath.root().item(identity).in(at);
        String key =
            identity instanceof MapValue keys ? FieldSet.item(keys) : FieldSet.item(identity);
        yield fields.get(key) instanceof MapValue below
            ? more(depth(below, rest, item))
            : ofItem(fields, rest, item, -1);
      }
    };
  }

  private int ofItem(MapValue fields, List<FieldPath> rest, Node item, int index) {
    return items
        .computeIfAbsent(fields, ItemFields::of)
        .named(item, index)
        .mapToInt(below -> more(depth(below, rest, item)))
        .max()
        .orElse(-1);
  }

  /// The items of a list that a manager has, by their keys and values.
  ///
  /// @param keys the keys of items; the fields of each are in `below`
  /// @param names the names of keys that occur
  /// @param byValue the fields of items that are named by their values
  private record ItemFields(
      MapValue fields,
      ListValue keys,
      List<MapValue> below,
      Set<Set<String>> names,
      Map<Value, List<MapValue>> byValue) {

    static ItemFields of(MapValue fields) {
      var keys = new ArrayList<Value>();
      var below = new ArrayList<MapValue>();
      var names = new LinkedHashSet<Set<String>>();
      var byValue = new HashMap<Value, List<MapValue>>();
      fields
          .entries()
          .forEach((key, fieldsBelow) -> {
            if (fieldsBelow instanceof MapValue map && key.startsWith("v:")) {
              parsed(key)
                  .ifPresent(
                      value -> byValue.computeIfAbsent(value, none -> new ArrayList<>()).add(map));
            } else if (fieldsBelow instanceof MapValue map
                && key.startsWith("k:")
                && parsed(key).orElse(Value.NULL) instanceof MapValue of) {
              keys.add(of);
              below.add(map);
              names.add(Set.copyOf(of.entries().keySet()));
            }
          });
      return new ItemFields(fields, new ListValue(keys), below, names, byValue);
    }

    private static Optional<Value> parsed(String key) {
      try {
        return Optional.of(Json.parse(key.substring(2)));
      } catch (JsonSyntaxException e) {
        return Optional.empty();
      }
    }

    Stream<MapValue> named(Node item, int index) {
      Stream<MapValue> numbered =
          fields.get("i:" + index) instanceof MapValue map ? Stream.of(map) : Stream.of();
      Stream<MapValue> same =
          item instanceof Value value
              ? byValue.getOrDefault(value, List.of()).stream()
              : Stream.of();
      Stream<MapValue> keyed =
          item instanceof MapValue map
              ? names.stream().flatMap(some -> keyed(map, some))
              : Stream.of();
      return Stream.of(numbered, same, keyed).flatMap(found -> found);
    }

    /// A manifest may leave out a key that has a default, as a port's `protocol`.
    private Stream<MapValue> keyed(MapValue item, Set<String> some) {
      MapValue known =
          item.mapEntries((key, value) -> some.contains(key) ? value : Missing.MISSING);
      return known.isEmpty()
          ? Stream.of()
          : keys.places(known).stream()
              .filter(place -> ((MapValue) keys.items().get(place)).entries().keySet().equals(some))
              .map(below::get);
    }
  }

  private static int more(int depth) {
    return depth < 0 ? depth : depth + 1;
  }

  private static Node entry(Node at, String key) {
    return at instanceof MapValue map ? map.get(key) : Missing.MISSING;
  }

  private static Node item(Node at, int index) {
    return at instanceof ListValue list && index < list.size()
        ? list.items().get(index)
        : Missing.MISSING;
  }
}
