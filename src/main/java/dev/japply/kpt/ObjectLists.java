package dev.japply.kpt;

import dev.japply.object.KubeObject;
import dev.japply.object.ObjectKey;
import dev.japply.problem.Origin;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Missing;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import dev.japply.yaml.YamlSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/// Documents of kind `List`: their items are objects, known by their names.
final class ObjectLists {
  static final String ITEMS = "items";

  private ObjectLists() {}

  interface ItemMerge {
    /// The merged item.
    ///
    /// @param index the place of the item in the local list
    MapValue merge(Node origin, MapValue updated, MapValue local, int index);
  }

  /// Returns whether `tree` is a list of objects with unique identities.
  static boolean isList(MapValue tree) {
    return tree.text("kind").endsWith("List")
        && tree.get(ITEMS) instanceof ListValue list
        && list.items().stream().allMatch(MapValue.class::isInstance)
        && list.maps().stream().map(ObjectLists::key).distinct().count() == list.size();
  }

  private static ObjectKey key(MapValue item) {
    return KubeObject.of(item, Origin.NONE).key();
  }

  /// An object of a list.
  ///
  /// @param fetched the key when it was fetched, as kpt's comment has it; null if there is no
  ///   comment
  /// @param text its lines, with the comments above it
  /// @param index its place in the list
  record ObjectItem(
      ObjectKey key, @Nullable ObjectKey fetched, MapValue tree, String text, int index) {
    /// The same with another key at the fetch.
    ObjectItem fetchedAs(@Nullable ObjectKey former) {
      return new ObjectItem(key, former, tree, text, index);
    }

    /// The key when it was fetched, if kpt's comment has it; otherwise the key now.
    ObjectKey formerKey() {
      return fetched == null ? key : fetched;
    }
  }

  static FieldPath path(int index) {
    return FieldPath.root().key(ITEMS).index(index);
  }

  static List<ObjectItem> items(YamlSource source) {
    List<String> lines = source.text().lines().toList();
    List<MapValue> trees = ((MapValue) source.value()).maps(ITEMS);
    var items = new ArrayList<ObjectItem>();
    for (int i = 0; i < trees.size(); i++) {
      int end = i + 1 < trees.size() ? start(source, lines, i + 1) : lines.size();
      List<String> own = lines.subList(Math.min(start(source, lines, i), end), end);
      int metadata = source.line(path(i).key("metadata")) - 1;
      ObjectKey key = key(trees.get(i));
      ObjectKey fetched = MergeComments.fetchedKey(key, lines.get(metadata));
      items.add(new ObjectItem(key, fetched, trees.get(i), String.join("\n", own), i));
    }
    return items;
  }

  private static int start(YamlSource source, List<String> lines, int item) {
    int start = source.line(path(item)) - 1;
    while (start > 0 && lines.get(start - 1).strip().startsWith("#")) {
      start--;
    }
    return start;
  }

  /// The merged items.
  ///
  /// @param deletedHere items that were deleted here and changed upstream, by their indexes there
  /// @param deletedUpstream items that were changed here and deleted upstream, by their local
  ///   indexes
  /// @param renamed the versions of each item whose name or place differs
  record Merged(
      ListValue items,
      List<Integer> deletedHere,
      List<Integer> deletedUpstream,
      List<Versions> renamed) {}

  /// The versions of an item that both sides have.
  record Versions(@Nullable ObjectItem origin, ObjectItem updated, ObjectItem local) {}

  /// The merged items: the local ones in their order, then upstream's new ones. An item that
  /// upstream deleted stays if it was edited.
  ///
  /// @param upstreamWins whether it is deleted nevertheless
  static Merged merge(
      Collection<ObjectItem> origin,
      Collection<ObjectItem> updated,
      Collection<ObjectItem> local,
      boolean upstreamWins,
      ItemMerge merge) {
    SequencedMap<ObjectKey, ObjectItem> before = index(origin);
    SequencedMap<ObjectKey, ObjectItem> theirs = index(updated);
    SequencedMap<ObjectKey, ObjectItem> ours = index(local);
    Map<ObjectKey, ObjectKey> former = formerKeys(before, theirs, ours);
    List<Value> items = new ArrayList<>();
    List<Integer> deletedHere = new ArrayList<>();
    List<Integer> deletedUpstream = new ArrayList<>();
    List<Versions> renamed = new ArrayList<>();
    for (ObjectItem mine : ours.values()) {
      ObjectKey key = former.getOrDefault(mine.key(), mine.key());
      ObjectItem old = before.get(key);
      ObjectItem upstream = theirs.get(key);
      if (upstream != null) {
        Node base = old == null ? Missing.MISSING : old.tree();
        items.add(merge.merge(base, upstream.tree(), mine.tree(), mine.index()));
        if (!key.equals(mine.key()) || upstream.index() < 0) {
          renamed.add(new Versions(old, upstream, mine));
        }
      } else if (old == null) {
        items.add(mine.tree());
      } else if (!old.tree().equals(mine.tree())
          || KptMarks.hasMoreComments(mine.text(), old.text())) {
        deletedUpstream.add(mine.index());
        if (!upstreamWins) {
          items.add(mine.tree());
        }
      }
    }
    for (ObjectItem upstream : theirs.values()) {
      ObjectItem old = before.get(upstream.key());
      if (!ours.containsKey(upstream.key()) && !former.containsValue(upstream.key())) {
        if (old == null) {
          items.add(upstream.tree());
        } else if (!old.tree().equals(upstream.tree())
            || KptMarks.hasMoreComments(upstream.text(), old.text())) {
          deletedHere.add(upstream.index());
        }
      }
    }
    return new Merged(new ListValue(items), deletedHere, deletedUpstream, renamed);
  }

  private static SequencedMap<ObjectKey, ObjectItem> index(Collection<ObjectItem> items) {
    var index = new LinkedHashMap<ObjectKey, ObjectItem>();
    items.forEach(item -> index.put(item.key(), item));
    return index;
  }

  /// Returns the original keys of renamed items, by their local keys.
  static Map<ObjectKey, ObjectKey> formerKeys(
      Collection<ObjectItem> origin, Collection<ObjectItem> updated, Collection<ObjectItem> local) {
    return formerKeys(index(origin), index(updated), index(local));
  }

  private static Map<ObjectKey, ObjectKey> formerKeys(
      Map<ObjectKey, ObjectItem> before,
      Map<ObjectKey, ObjectItem> theirs,
      Map<ObjectKey, ObjectItem> ours) {
    var former = new HashMap<ObjectKey, ObjectKey>();
    for (ObjectItem mine : ours.values()) {
      ObjectKey key = mine.formerKey();
      boolean isKnown = before.containsKey(key) || theirs.containsKey(key);
      if (isKnown && !ours.containsKey(key) && !former.containsValue(key)) {
        former.put(mine.key(), key);
      }
    }
    List<ObjectKey> missing =
        before.keySet().stream()
            .filter(key -> !ours.containsKey(key) && !former.containsValue(key))
            .toList();
    List<ObjectKey> unknown =
        ours.keySet().stream()
            .filter(key -> !before.containsKey(key) && !theirs.containsKey(key))
            .filter(key -> !former.containsKey(key))
            .toList();
    RenamedObjects.find(named(missing, before), named(unknown, ours))
        .forEach((old, now) -> former.put(unknown.get(now), missing.get(old)));
    return former;
  }

  private static List<RenamedObjects.Named> named(
      List<ObjectKey> keys, Map<ObjectKey, ObjectItem> items) {
    return keys.stream()
        .map(items::get)
        .map(item -> new RenamedObjects.Named("", item.key(), item.tree()))
        .toList();
  }
}
