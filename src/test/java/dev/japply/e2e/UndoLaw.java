package dev.japply.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.object.LastApplied;
import dev.japply.object.ManagedFields;
import dev.japply.tree.GoJson;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The state of an object after an undo, which follows from three earlier states alone. An object
/// that does not exist is empty.
///
/// @param before the object before the run
/// @param after the object after the run
/// @param since the object after later writes of other clients
record UndoLaw(MapValue before, MapValue after, MapValue since) {

  /// Whether other clients have changed something that the undo would take back.
  boolean conflicts() {
    return isReplaced() || !expected(false).equals(expected(true));
  }

  /// Whether others have deleted or recreated an object that the undo would patch or restore. The
  /// undo of a recreation finds no object if it was killed before, so that is none.
  private boolean isReplaced() {
    boolean gone = since.isEmpty() && areTwo(before, after);
    return isWritten() && !before.isEmpty() && areTwo(after, since) && !gone;
  }

  /// Checks the object after an undo.
  ///
  /// @param take whether the undo takes changes of other clients back, too
  void check(String what, MapValue now, boolean take) {
    assertThat(leaves(now)).as(what).isEqualTo(expected(take));
    if (before.isEmpty()) {
      return;
    }
    if (LiveObjects.written(after).equals(LiveObjects.written(since))) {
      // The order of lists, too, and the annotation.
      assertThat(LiveObjects.written(now)).as(what).isEqualTo(LiveObjects.written(before));
    }
    boolean kept = LastApplied.text(after).equals(LastApplied.text(since));
    if (kept && !after.isEmpty() && !since.isEmpty()) {
      assertThat(LastApplied.text(now)).as(what).isEqualTo(LastApplied.text(before));
    }
  }

  private Map<String, String> expected(boolean take) {
    if (!isWritten()) {
      return leaves(since);
    }
    if (before.isEmpty()) {
      return areTwo(after, since) || (isChanged() && !take) ? leaves(since) : Map.of();
    }
    if (after.isEmpty() || areTwo(before, after)) {
      // The run deleted the object.
      boolean taken = take || since.isEmpty();
      if (taken && (after.isEmpty() || areTwo(after, since))) {
        return leaves(before);
      }
    }
    if (since.isEmpty()) {
      return take ? leaves(before) : Map.of();
    }
    return areTwo(after, since) && !take ? leaves(since) : restored(take);
  }

  /// Whether the run wrote the object.
  private boolean isWritten() {
    return areTwo(before, after)
        || !LiveObjects.written(before).equals(LiveObjects.written(after))
        || !managers(before).equals(managers(after));
  }

  /// The managers of all fields but the status.
  private static Set<Value> managers(MapValue object) {
    return ManagedFields.of(object).entries().stream()
        .filter(entry -> !entry.has("subresource"))
        .map(entry -> entry.without("time"))
        .collect(Collectors.toSet());
  }

  /// Whether these are not two states of one object.
  private static boolean areTwo(MapValue one, MapValue other) {
    return !one.map("metadata").text("uid").equals(other.map("metadata").text("uid"));
  }

  /// Whether others have added, changed or removed a field.
  private boolean isChanged() {
    return !leaves(since).equals(leaves(after));
  }

  /// The fields that the run changed are as before, and all others as they are.
  private Map<String, String> restored(boolean take) {
    Map<String, String> was = leaves(before);
    Map<String, String> written = leaves(after);
    Map<String, String> live = leaves(since);
    var all = new TreeSet<>(was.keySet());
    all.addAll(written.keySet());
    all.addAll(live.keySet());
    var restored = new TreeMap<String, String>();
    for (String leaf : all) {
      String item = wholeItem(leaf, was, written, live);
      boolean back =
          item == null
              ? isTakenBack(was.get(leaf), written.get(leaf), live.get(leaf), take)
              : isTakenBack(within(item, was), within(item, written), within(item, live), take);
      String value = back ? was.get(leaf) : live.get(leaf);
      if (value != null) {
        restored.put(leaf, value);
      }
    }
    return restored;
  }

  private static <T> boolean isTakenBack(
      @Nullable T was, @Nullable T written, @Nullable T live, boolean take) {
    boolean changed = was == null ? written != null : !was.equals(written);
    boolean asWritten = written == null ? live == null : written.equals(live);
    return changed && (asWritten || take);
  }

  /// Returns the item around a leaf that the run or others have added or removed: such an item
  /// stays whole, or goes whole. Null if there is none.
  private static @Nullable String wholeItem(
      String leaf, Map<String, String> was, Map<String, String> written, Map<String, String> live) {
    for (int end = leaf.indexOf(']'); end >= 0; end = leaf.indexOf(']', end + 1)) {
      String item = leaf.substring(0, end + 1);
      if (List.of(was, written, live).stream().anyMatch(state -> within(item, state).isEmpty())) {
        return item;
      }
    }
    return null;
  }

  private static Map<String, String> within(String item, Map<String, String> leaves) {
    return leaves.entrySet().stream()
        .filter(leaf -> leaf.getKey().startsWith(item))
        .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
  }

  /// The leaves of an object by their paths, items of lists by their keys.
  static Map<String, String> leaves(MapValue object) {
    MapValue written = LiveObjects.written(object);
    MapValue metadata = written.map("metadata");
    MapValue annotations = metadata.map("annotations").without(LastApplied.KEY);
    var leaves = new TreeMap<String, String>();
    add("", written.with("metadata", metadata.with("annotations", annotations)), leaves);
    return leaves;
  }

  private static void add(String at, Value value, Map<String, String> leaves) {
    boolean whole = at.endsWith("elector"); // selectors are one value
    if (value instanceof MapValue map && !whole) {
      map.entries().forEach((key, item) -> add(at + "." + key, item, leaves));
    } else if (value instanceof ListValue list
        && !list.isEmpty()
        && list.items().getFirst() instanceof MapValue first
        && (first.has("name") || first.has("port"))) {
      for (Value item : list.items()) {
        add(at + "[" + key((MapValue) item) + "]", item, leaves);
      }
    } else {
      leaves.put(at, GoJson.write(value));
    }
  }

  private static String key(MapValue item) {
    return item.get("port") instanceof Value port
        ? GoJson.write(port) + item.text("protocol")
        : item.text("name");
  }
}
