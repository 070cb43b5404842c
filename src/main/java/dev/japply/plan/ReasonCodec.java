package dev.japply.plan;

import static dev.japply.tree.Missing.MISSING;

import dev.japply.reason.FieldReason;
import dev.japply.reason.FieldReason.Change;
import dev.japply.reason.FieldReason.Entry;
import dev.japply.reason.FieldReason.Extent;
import dev.japply.reason.FieldReason.Sent;
import dev.japply.reason.FieldReason.Stay;
import dev.japply.reason.FieldReason.Stays;
import dev.japply.reason.FieldReason.Values;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.IntValue;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import dev.japply.tree.Value.StringValue;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// Reasons as trees: the part of [PlannedObjectCodec] that stores why.
final class ReasonCodec {
  private ReasonCodec() {}

  static ListValue toTree(List<FieldReason> reasons) {
    return new ListValue(reasons.stream().<Value>map(ReasonCodec::tree).toList());
  }

  static List<FieldReason> read(Value tree) {
    return items(tree, "reasons").stream()
        .map(item -> item instanceof MapValue map ? reason(map) : fail("reasons"))
        .toList();
  }

  private static FieldReason fail(String key) {
    throw StoredTree.wrong(key);
  }

  private static MapValue tree(FieldReason reason) {
    MapValue tree = MapValue.of("path", steps(reason.path())).with("values", tree(reason.values()));
    return switch (reason) {
      case Sent(FieldPath path, Values values, Change change, Entry entry) ->
          tree.with("change", Value.text(change.name()))
              .with("place", steps(entry.place()))
              .with("value", entry.value())
              .with("extent", Value.text(entry.extent().name()));
      case Stays(FieldPath path, Values values, Stay stay) ->
          tree.with("stay", Value.text(stay.name()));
    };
  }

  private static FieldReason reason(MapValue tree) {
    FieldPath path = path(tree, "path");
    Values values = values(StoredTree.map(tree, "values"));
    if (tree.has("stay")) {
      return new Stays(path, values, named(Stay.class, tree, "stay"));
    }
    if (!(tree.get("value") instanceof Value value)) {
      throw StoredTree.wrong("value");
    }
    var entry = new Entry(path(tree, "place"), value, named(Extent.class, tree, "extent"));
    return new Sent(path, values, named(Change.class, tree, "change"), entry);
  }

  private static MapValue tree(Values values) {
    MapValue tree = with(MapValue.EMPTY, "lastApplied", values.lastApplied());
    tree = with(with(tree, "manifest", values.config()), "live", values.live());
    return with(tree, "result", values.result());
  }

  private static Values values(MapValue tree) {
    return new Values(
        tree.get("lastApplied"), tree.get("manifest"), tree.get("live"), tree.get("result"));
  }

  private static MapValue with(MapValue tree, String key, Node node) {
    return node.equals(MISSING) ? tree : tree.with(key, (Value) node);
  }

  /// A key as text, a place in a list as a number, an item as a map of what tells it apart.
  private static ListValue steps(FieldPath path) {
    var steps = new ArrayList<Value>();
    path.steps()
        .forEachRemaining(step ->
            steps.add(
                switch (step) {
                  case FieldPath.Root root -> Value.NULL;
                  case FieldPath.Key(FieldPath parent, String key) -> Value.text(key);
                  case FieldPath.Index(FieldPath parent, int index) -> Value.number(index);
                  case FieldPath.Item(FieldPath parent, Value identity) ->
                      MapValue.of("item", identity);
                }));
    return new ListValue(steps);
  }

  private static FieldPath path(MapValue tree, String key) {
    FieldPath path = FieldPath.root();
    for (Value step : items(tree.get(key), key)) {
      path =
          switch (step) {
            case StringValue(String name) -> path.key(name);
            case IntValue(long index) -> path.index((int) index);
            case MapValue map when map.get("item") instanceof Value identity -> path.item(identity);
            default -> throw StoredTree.wrong(key);
          };
    }
    return path;
  }

  private static List<Value> items(Node tree, String key) {
    if (tree instanceof ListValue(List<Value> items)) {
      return items;
    }
    throw StoredTree.wrong(key);
  }

  private static <E extends Enum<E>> E named(Class<E> type, MapValue tree, String key) {
    String name = StoredTree.text(tree, key);
    return Arrays.stream(type.getEnumConstants())
        .filter(one -> one.name().equals(name))
        .findFirst()
        .orElseThrow(() -> StoredTree.wrong(key));
  }
}
