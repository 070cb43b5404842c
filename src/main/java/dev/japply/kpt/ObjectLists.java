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
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;

/// Documents of kind `List`: their items are objects, known by their names.
final class ObjectLists {
  static final String ITEMS = "items";

  private ObjectLists() {}

  /// Merges an item that both sides have.
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
        && index(tree).size() == list.size();
  }

  private static SequencedMap<ObjectKey, MapValue> index(MapValue tree) {
    var index = new LinkedHashMap<ObjectKey, MapValue>();
    for (MapValue item : tree.maps(ITEMS)) {
      index.put(KubeObject.of(item, Origin.NONE).key(), item);
    }
    return index;
  }

  /// A list in its file.
  ///
  /// @param texts the lines of each item, with the comments above it
  record Written(MapValue tree, List<String> texts) {
    static final Written NONE = new Written(MapValue.EMPTY, List.of());

    Written {
      texts = List.copyOf(texts);
    }

    static Written of(YamlSource source) {
      var tree = (MapValue) source.value();
      List<String> lines = source.text().lines().toList();
      int count = tree.maps(ITEMS).size();
      var texts = new ArrayList<String>();
      for (int i = 0; i < count; i++) {
        int end = i + 1 < count ? start(source, lines, i + 1) : lines.size();
        texts.add(String.join("\n", lines.subList(Math.min(start(source, lines, i), end), end)));
      }
      return new Written(tree, texts);
    }

    private static int start(YamlSource source, List<String> lines, int item) {
      int start = source.line(FieldPath.root().key(ITEMS).index(item)) - 1;
      while (start > 0 && lines.get(start - 1).strip().startsWith("#")) {
        start--;
      }
      return start;
    }
  }

  /// The merged items.
  ///
  /// @param deletedHere items that were deleted here and changed upstream, by their indexes there
  /// @param deletedUpstream items that were changed here and deleted upstream, by their local
  ///   indexes
  record Merged(ListValue items, List<Integer> deletedHere, List<Integer> deletedUpstream) {}

  /// The merged items: the local ones in their order, then upstream's new ones. An item that
  /// upstream deleted stays if it was edited.
  ///
  /// @param upstreamWins whether it is deleted nevertheless
  static Merged merge(
      Written origin, Written updated, Written local, boolean upstreamWins, ItemMerge merge) {
    SequencedMap<ObjectKey, MapValue> before = index(origin.tree());
    SequencedMap<ObjectKey, MapValue> theirs = index(updated.tree());
    SequencedMap<ObjectKey, MapValue> ours = index(local.tree());
    List<ObjectKey> places = List.copyOf(before.keySet());
    Map<ObjectKey, ObjectKey> former = formerKeys(before, theirs, ours);
    List<Value> items = new ArrayList<>();
    List<Integer> deletedHere = new ArrayList<>();
    List<Integer> deletedUpstream = new ArrayList<>();
    int index = 0;
    for (var entry : ours.entrySet()) {
      ObjectKey key = former.getOrDefault(entry.getKey(), entry.getKey());
      MapValue old = before.get(key);
      MapValue upstream = theirs.get(key);
      MapValue mine = entry.getValue();
      if (upstream != null) {
        items.add(merge.merge(old == null ? Missing.MISSING : old, upstream, mine, index));
      } else if (old == null) {
        items.add(mine);
      } else if (!old.equals(mine)
          || KptMarks.hasMoreComments(
              local.texts().get(index), origin.texts().get(places.indexOf(key)))) {
        deletedUpstream.add(index);
        if (!upstreamWins) {
          items.add(mine);
        }
      }
      index++;
    }
    index = 0;
    for (var entry : theirs.entrySet()) {
      MapValue old = before.get(entry.getKey());
      if (!ours.containsKey(entry.getKey()) && !former.containsValue(entry.getKey())) {
        if (old == null) {
          items.add(entry.getValue());
        } else if (!old.equals(entry.getValue())
            || KptMarks.hasMoreComments(
                updated.texts().get(index), origin.texts().get(places.indexOf(entry.getKey())))) {
          deletedHere.add(index);
        }
      }
      index++;
    }
    return new Merged(new ListValue(items), deletedHere, deletedUpstream);
  }

  /// Returns the original keys of renamed items, by their local keys.
  private static Map<ObjectKey, ObjectKey> formerKeys(
      Map<ObjectKey, MapValue> before,
      Map<ObjectKey, MapValue> theirs,
      Map<ObjectKey, MapValue> ours) {
    List<ObjectKey> missing =
        before.keySet().stream().filter(key -> !ours.containsKey(key)).toList();
    List<ObjectKey> unknown =
        ours.keySet().stream()
            .filter(key -> !before.containsKey(key) && !theirs.containsKey(key))
            .toList();
    var former = new HashMap<ObjectKey, ObjectKey>();
    RenamedObjects.find(named(missing, before), named(unknown, ours))
        .forEach((old, now) -> former.put(unknown.get(now), missing.get(old)));
    return former;
  }

  private static List<RenamedObjects.Named> named(
      List<ObjectKey> keys, Map<ObjectKey, MapValue> items) {
    return keys.stream()
        .map(key -> new RenamedObjects.Named("", key, items.getOrDefault(key, MapValue.EMPTY)))
        .toList();
  }
}
