package dev.japply.kpt;

import dev.japply.object.ObjectKey;
import dev.japply.yaml.YamlSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Objects that were fetched as documents and are items of a `List` here, or the reverse. They are
/// merged where they are here.
final class MovedItems {
  /// The objects of one version.
  ///
  /// @param documents the documents, by their keys
  /// @param items the items of lists, by their keys
  private record Version(Map<ObjectKey, PackageResource> documents, Map<ObjectKey, Placed> items) {
    static Version of(List<PackageResource> resources) {
      var documents = new LinkedHashMap<ObjectKey, PackageResource>();
      var items = new LinkedHashMap<ObjectKey, Placed>();
      for (PackageResource each : resources) {
        if (isList(each)) {
          ObjectLists.items(each.segment().document())
              .forEach(item -> items.putIfAbsent(item.key(), new Placed(each, item)));
        } else {
          documents.putIfAbsent(each.key(), each);
        }
      }
      return new Version(documents, items);
    }

    boolean has(ObjectKey key, boolean isItem) {
      return isItem ? items.containsKey(key) : documents.containsKey(key);
    }
  }

  /// An item in its list.
  private record Placed(PackageResource list, ObjectLists.Item item) {}

  private final List<PackageResource> before;
  private final List<PackageResource> theirs;
  private final List<PackageResource> ours;
  private final Version origin;
  private final Version updated;

  /// The keys of objects at the fetch that are items here, or documents.
  private final Set<ObjectKey> intoLists = new HashSet<>();

  private final Map<ObjectKey, PackageResource> outOfLists = new HashMap<>();

  MovedItems(
      List<PackageResource> before, List<PackageResource> theirs, List<PackageResource> ours) {
    this.before = before;
    this.theirs = theirs;
    this.ours = ours;
    origin = Version.of(before);
    updated = Version.of(theirs);
    var documents = new LinkedHashMap<ObjectKey, PackageResource>();
    var items = new HashSet<ObjectKey>();
    for (PackageResource each : ours) {
      if (isList(each)) {
        ObjectLists.items(each.segment().document()).stream()
            .map(item -> former(item.key(), item.fetched()))
            .forEach(items::add);
      } else {
        documents.putIfAbsent(former(each.key(), each.fetchedKey()), each);
      }
    }
    origin.documents().keySet().stream()
        .filter(key -> !origin.has(key, /* isItem= */ true))
        .filter(key -> items.contains(key) && !documents.containsKey(key))
        .forEach(intoLists::add);
    for (Map.Entry<ObjectKey, Placed> old : origin.items().entrySet()) {
      PackageResource mine = documents.get(old.getKey());
      if (mine != null
          && !origin.has(old.getKey(), /* isItem= */ false)
          && !items.contains(old.getKey())
          && document(old.getValue(), mine).isPresent()) {
        outOfLists.put(old.getKey(), mine);
      }
    }
  }

  /// Returns the key of a local object when it was fetched. A comment about an unknown object does
  /// not count.
  private ObjectKey former(ObjectKey key, @Nullable ObjectKey fetched) {
    return fetched != null
            && (origin.has(fetched, /* isItem= */ true) || origin.has(fetched, /* isItem= */ false))
        ? fetched
        : key;
  }

  static boolean isList(PackageResource resource) {
    return resource.segment().isResource() && ObjectLists.isList(resource.tree());
  }

  /// Returns the documents of the three versions, the local ones first. An item of a fetched list
  /// that is a document here is one in all of them.
  List<ThreeWayObject> objects() {
    var all =
        new ArrayList<ThreeWayObject>(
            ResourceMatcher.of(
                remaining(before),
                remaining(theirs),
                ours.stream().filter(each -> !outOfLists.containsValue(each)).toList()));
    outOfLists.forEach((key, mine) -> {
      PackageResource upstream = updated.documents().get(key);
      Placed item = updated.items().get(key);
      if (upstream == null && item != null) {
        upstream = document(item, mine).orElse(null);
      }
      Placed old = origin.items().get(key);
      PackageResource before = old == null ? null : document(old, mine).orElse(null);
      all.add(new ThreeWayObject(before, upstream, mine));
    });
    return all;
  }

  private List<PackageResource> remaining(List<PackageResource> fetched) {
    return fetched.stream()
        .filter(each -> !intoLists.contains(each.key()) && !outOfLists.containsKey(each.key()))
        .toList();
  }

  /// Returns an item as a document at the place of `local`; empty if its lines are not all of it.
  private static Optional<PackageResource> document(Placed item, PackageResource local) {
    String lines = item.item().text().replaceFirst("(?m)^( *)-( +[^\\s#])", "$1 $2");
    return YamlSource.parse(lines.stripIndent() + "\n")
        .filter(source -> source.value().equals(item.item().tree()))
        .map(source -> {
          int line = local.segment().line();
          var segment = new YamlDocumentText("", source.text(), source, line);
          return new PackageResource(local.path(), local.index(), segment);
        });
  }

  /// Whether a local list has objects that were documents.
  boolean areIn(PackageResource list) {
    return isList(list)
        && ObjectLists.items(list.segment().document()).stream().anyMatch(this::isFormerDocument);
  }

  private boolean isFormerDocument(ObjectLists.Item item) {
    return intoLists.contains(former(item.key(), item.fetched()));
  }

  /// Returns upstream's items for a list that only the user has: its own, but for those that were
  /// documents.
  List<ObjectLists.Item> itemsAlone(Collection<ObjectLists.Item> local) {
    var items = new ArrayList<ObjectLists.Item>();
    local.stream().filter(item -> !isFormerDocument(item)).forEach(items::add);
    items.addAll(items(null, local, /* isOrigin= */ false));
    return items;
  }

  /// Returns the items of a fetched list, as the local list has them: with those that were
  /// documents, and without those that are documents here.
  ///
  /// @param fetched null if there is no such list
  /// @param isOrigin whether it is the common version, and not upstream's
  List<ObjectLists.Item> items(
      @Nullable PackageResource fetched, Collection<ObjectLists.Item> local, boolean isOrigin) {
    Version version = isOrigin ? origin : updated;
    var items = new LinkedHashMap<ObjectKey, ObjectLists.Item>();
    if (fetched != null && isList(fetched)) {
      ObjectLists.items(fetched.segment().document()).stream()
          .filter(item -> !outOfLists.containsKey(item.key()))
          .forEach(item -> items.put(item.key(), item));
    }
    for (ObjectLists.Item mine : local) {
      ObjectKey key = former(mine.key(), mine.fetched());
      PackageResource document = version.documents().get(key);
      if (intoLists.contains(key) && document != null) {
        items.putIfAbsent(
            key, new ObjectLists.Item(key, null, document.tree(), document.segment().body(), -1));
      }
    }
    return List.copyOf(items.values());
  }
}
