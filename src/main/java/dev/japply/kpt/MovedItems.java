package dev.japply.kpt;

import dev.japply.kpt.ManifestFiles.PackageResource;
import dev.japply.kpt.ResourceMatcher.ThreeWayObject;
import dev.japply.kpt.YamlFile.YamlDocumentText;
import dev.japply.object.ObjectKey;
import dev.japply.problem.Origin;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import dev.japply.yaml.YamlEditor;
import dev.japply.yaml.YamlSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Objects that a side moved into a `List`, out of one, or into another one. They are merged where
/// they are here. One that is as it was fetched moves with upstream; one that was deleted here does
/// not come back.
final class MovedItems {
  /// An object of one version: a document, or an item of one.
  private record Placed(PackageResource document, ObjectLists.@Nullable ObjectItem item) {
    ObjectKey key() {
      return item == null ? document.key() : item.key();
    }

    @Nullable ObjectKey fetched() {
      return item == null ? document.fetchedKey() : item.fetched();
    }

    MapValue tree() {
      return item == null ? document.tree() : item.tree();
    }

    String text() {
      return item == null ? document.segment().body() : item.text();
    }

    boolean isIn(PackageResource list) {
      return item != null && document.equals(list);
    }

    Origin place() {
      return item == null ? document.place() : document.placeOf(ObjectLists.path(item.index()));
    }

    /// Whether it is as `other`, but for its place and kpt's marks.
    boolean isLike(Placed other) {
      return KptMarks.without(tree()).equals(KptMarks.without(other.tree()))
          && !KptMarks.hasMoreComments(text(), other.text());
    }
  }

  /// The objects of one version, by their keys.
  ///
  /// @param placed the objects of each document: itself, or its items
  private record Version(
      List<PackageResource> all,
      Map<ObjectKey, List<Placed>> objects,
      IdentityHashMap<PackageResource, List<Placed>> placed) {
    static Version of(List<PackageResource> all) {
      var objects = new LinkedHashMap<ObjectKey, List<Placed>>();
      var placed = new IdentityHashMap<PackageResource, List<Placed>>();
      for (PackageResource document : all) {
        List<Placed> found = find(document);
        placed.put(document, found);
        found.forEach(
            each -> objects.computeIfAbsent(each.key(), none -> new ArrayList<>()).add(each));
      }
      return new Version(all, objects, placed);
    }

    private static List<Placed> find(PackageResource document) {
      if (isList(document)) {
        return ObjectLists.items(document.segment().document()).stream()
            .map(item -> new Placed(document, item))
            .toList();
      }
      boolean isObject = document.segment().isResource() && !isOfListKind(document);
      return isObject ? List.of(new Placed(document, null)) : List.of();
    }

    List<Placed> itemsOf(@Nullable PackageResource list) {
      return list != null && isList(list) ? placed.getOrDefault(list, List.of()) : List.of();
    }

    List<Placed> at(ObjectKey key) {
      return objects.getOrDefault(key, List.of());
    }

    /// The only object with that key; null if there is none.
    @Nullable Placed get(ObjectKey key) {
      List<Placed> found = at(key);
      return found.size() == 1 ? found.getFirst() : null;
    }

    List<PackageResource> documents() {
      return all.stream().filter(each -> !isOfListKind(each)).toList();
    }

    List<PackageResource> lists() {
      return all.stream().filter(MovedItems::isOfListKind).toList();
    }
  }

  private final Version origin;
  private final Version updated;
  private final Version local;
  private final List<ThreeWayObject> lists;

  /// The versions of each list.
  private final IdentityHashMap<PackageResource, ThreeWayObject> versions = new IdentityHashMap<>();

  /// Local objects by their keys at the fetch, and the reverse. Several local objects that may be
  /// one fetched object are in neither.
  private final Map<ObjectKey, Placed> here = new HashMap<>();

  private final IdentityHashMap<Placed, ObjectKey> former = new IdentityHashMap<>();
  private final Set<ObjectKey> ambiguous = new HashSet<>();

  /// The keys of objects that are merged where they are here.
  private final Map<ObjectKey, Placed> kept = new LinkedHashMap<>();

  /// The keys of objects that upstream moved, and that are as they were fetched.
  private final Set<ObjectKey> leaving = new HashSet<>();

  /// The keys of objects that upstream moved, and that were deleted here.
  private final Set<ObjectKey> gone = new LinkedHashSet<>();

  MovedItems(
      List<PackageResource> before, List<PackageResource> theirs, List<PackageResource> ours) {
    origin = Version.of(before);
    updated = Version.of(theirs);
    local = Version.of(ours);
    lists = ResourceMatcher.of(origin.lists(), updated.lists(), local.lists());
    for (ThreeWayObject each : lists) {
      Stream.of(each.origin(), each.updated(), each.local())
          .filter(Objects::nonNull)
          .forEach(list -> versions.put(list, each));
    }
    findHere();
    Stream.concat(origin.objects().keySet().stream(), updated.objects().keySet().stream())
        .distinct()
        .filter(key -> origin.at(key).size() <= 1 && updated.at(key).size() <= 1)
        .filter(key -> !ambiguous.contains(key))
        .forEach(this::follow);
  }

  private static boolean isOfListKind(PackageResource resource) {
    return resource.segment().isResource() && resource.tree().text("kind").endsWith("List");
  }

  static boolean isList(PackageResource resource) {
    return resource.segment().isResource() && ObjectLists.isList(resource.tree());
  }

  /// The key of a local object at the fetch; null if that is unknown.
  @FunctionalInterface
  private interface Former {
    @Nullable ObjectKey of(Placed local);
  }

  /// Finds the local objects that were fetched. Comments come first, then names. The others are
  /// paired as [ResourceMatcher] does it.
  private void findHere() {
    find(each -> each.key().equals(each.fetched()) ? each.key() : null);
    find(Placed::fetched);
    find(Placed::key);
    var documents = new IdentityHashMap<PackageResource, ObjectKey>();
    for (ThreeWayObject each :
        ResourceMatcher.of(
            origin.documents().stream().filter(document -> !isItemHere(document.key())).toList(),
            updated.documents().stream().filter(document -> !isItemHere(document.key())).toList(),
            local.documents().stream().filter(document -> !wasItem(document)).toList())) {
      if (each.origin() != null && each.local() != null) {
        documents.put(each.local(), each.origin().key());
      }
    }
    var items = new IdentityHashMap<PackageResource, Map<ObjectKey, ObjectKey>>();
    for (ThreeWayObject each : lists) {
      if (each.local() != null) {
        items.put(
            each.local(),
            ObjectLists.formerKeys(
                items(origin, each.origin(), each.local()),
                items(updated, each.updated(), each.local()),
                local.itemsOf(each.local()).stream()
                    .map(Placed::item)
                    .filter(Objects::nonNull)
                    .toList()));
      }
    }
    find(each ->
        each.item() == null
            ? documents.get(each.document())
            : items.getOrDefault(each.document(), Map.of()).get(each.key()));
  }

  private void find(Former name) {
    var found = new LinkedHashMap<ObjectKey, List<Placed>>();
    for (List<Placed> those : local.objects().values()) {
      for (Placed each : those) {
        ObjectKey key = former.containsKey(each) ? null : name.of(each);
        boolean isFetched = key != null && !(origin.at(key).isEmpty() && updated.at(key).isEmpty());
        if (isFetched && !here.containsKey(key) && !ambiguous.contains(key)) {
          found.computeIfAbsent(key, none -> new ArrayList<>()).add(each);
        }
      }
    }
    found.forEach((key, those) -> {
      if (those.size() == 1) {
        here.put(key, those.getFirst());
        former.put(those.getFirst(), key);
      } else {
        ambiguous.add(key);
      }
    });
  }

  private boolean isItemHere(ObjectKey key) {
    Placed mine = here.get(key);
    return mine != null && mine.item() != null;
  }

  private boolean wasItem(PackageResource document) {
    return local.placed().getOrDefault(document, List.of()).stream()
        .map(former::get)
        .anyMatch(
            key -> key != null && origin.at(key).stream().anyMatch(old -> old.item() != null));
  }

  /// Returns the items of a list, without those that are not in `list` here.
  private List<ObjectLists.ObjectItem> items(
      Version version, @Nullable PackageResource fetched, PackageResource list) {
    return version.itemsOf(fetched).stream()
        .filter(each -> isIn(list, here.get(each.key())))
        .map(Placed::item)
        .filter(Objects::nonNull)
        .toList();
  }

  private static boolean isIn(PackageResource list, @Nullable Placed mine) {
    return mine == null || mine.isIn(list);
  }

  private void follow(ObjectKey key) {
    Placed before = origin.get(key);
    Placed theirs = updated.get(key);
    Placed mine = here.get(key);
    if (mine == null) {
      if (before != null && theirs != null && !isInPlaceOf(before, theirs)) {
        gone.add(key);
      }
    } else if (!isInPlaceOf(before, mine) || !isInPlaceOf(theirs, mine)) {
      boolean isUnedited =
          before != null
              && isInPlaceOf(before, mine)
              && before.document().path().equals(mine.document().path())
              && mine.isLike(before);
      if (isUnedited && theirs != null && isPlaceHere(theirs)) {
        leaving.add(key);
      } else {
        kept.put(key, mine);
      }
    }
  }

  /// Whether both are documents, in whatever file, or items of one list; or there is none.
  private boolean isInPlaceOf(@Nullable Placed fetched, Placed other) {
    if (fetched == null) {
      return true;
    }
    boolean isItem = fetched.item() != null;
    return isItem == (other.item() != null) && (!isItem || listOf(fetched).equals(listOf(other)));
  }

  private Optional<ThreeWayObject> listOf(Placed object) {
    return Optional.ofNullable(versions.get(object.document()));
  }

  /// Whether the list was not deleted here.
  private boolean isPlaceHere(Placed theirs) {
    return listOf(theirs).filter(list -> list.local() == null && list.origin() != null).isEmpty();
  }

  /// Returns the documents of the three versions. An item that is a document here is one in all of
  /// them.
  List<ThreeWayObject> objects() {
    List<ThreeWayObject> all = new ArrayList<>(lists);
    all.addAll(
        ResourceMatcher.of(
            remaining(origin),
            remaining(updated),
            local.documents().stream().filter(each -> !isKept(each)).toList()));
    kept.forEach((key, mine) -> {
      if (mine.item() == null) {
        PackageResource document = mine.document();
        all.add(
            new ThreeWayObject(
                document(origin.get(key), document),
                document(updated.get(key), document),
                document));
      }
    });
    return all;
  }

  private List<PackageResource> remaining(Version fetched) {
    return fetched.documents().stream()
        .filter(each -> !kept.containsKey(each.key()) && !gone.contains(each.key()))
        .toList();
  }

  /// Returns an object as a document at the place of `local`.
  private static @Nullable PackageResource document(
      @Nullable Placed object, PackageResource local) {
    if (object == null) {
      return null;
    }
    YamlDocumentText segment = object.document().segment();
    if (object.item() != null) {
      // The lines of an item may not be all of it.
      YamlSource source =
          YamlSource.parse(lines(object.item()))
              .filter(each -> each.value().equals(object.tree()))
              .orElseGet(() -> written(object.tree(), local.segment().document()));
      segment = new YamlDocumentText("", source.text(), source, local.segment().line());
    }
    var document = new PackageResource(local.path(), local.index(), segment);
    return object.item() == null ? document : MergeComments.like(document, local);
  }

  private static String lines(ObjectLists.ObjectItem item) {
    return item.text().replaceFirst("(?m)^( *)-( +[^\\s#])", "$1 $2").stripIndent() + "\n";
  }

  private static YamlSource written(MapValue tree, YamlSource style) {
    return YamlSource.parse(YamlEditor.edit(style, tree, null)).orElse(style);
  }

  /// Whether a list has objects that moved.
  boolean areIn(PackageResource list) {
    return Stream.of(origin, updated)
            .flatMap(version -> version.itemsOf(list).stream())
            .anyMatch(each -> kept.containsKey(each.key()) || gone.contains(each.key()))
        || local.itemsOf(list).stream()
            .map(former::get)
            .anyMatch(key -> key != null && (kept.containsKey(key) || leaving.contains(key)));
  }

  /// Returns the items of a local list; those that moved have their names at the fetch.
  List<ObjectLists.ObjectItem> itemsHere(PackageResource list) {
    var items = new ArrayList<ObjectLists.ObjectItem>();
    for (Placed each : local.itemsOf(list)) {
      if (each.item() != null) {
        items.add(isKept(each) ? each.item().fetchedAs(former.get(each)) : each.item());
      }
    }
    return items;
  }

  private boolean isKept(PackageResource document) {
    return local.placed().getOrDefault(document, List.of()).stream().anyMatch(this::isKept);
  }

  private boolean isKept(Placed mine) {
    ObjectKey key = former.get(mine);
    return key != null && kept.containsKey(key);
  }

  /// Returns upstream's items for a list that only the user has: its own, but for those that moved.
  List<ObjectLists.ObjectItem> itemsAlone(PackageResource list) {
    var items = new ArrayList<ObjectLists.ObjectItem>();
    for (Placed each : local.itemsOf(list)) {
      if (each.item() != null && !isKept(each)) {
        items.add(each.item());
      }
    }
    items.addAll(items(null, list, /* isOrigin= */ false));
    return items;
  }

  /// Returns the items of a fetched list as the local list has them: with those that are items of
  /// it here, and without those that are elsewhere.
  ///
  /// @param fetched null if there is no such list
  /// @param isOrigin whether it is the common version, and not upstream's
  List<ObjectLists.ObjectItem> items(
      @Nullable PackageResource fetched, PackageResource list, boolean isOrigin) {
    Version version = isOrigin ? origin : updated;
    var items = new LinkedHashMap<ObjectKey, ObjectLists.ObjectItem>();
    for (Placed each : version.itemsOf(fetched)) {
      if (each.item() != null && !gone.contains(each.key()) && isIn(list, kept.get(each.key()))) {
        items.put(each.key(), each.item());
      }
    }
    for (Placed mine : local.itemsOf(list)) {
      ObjectKey key = former.get(mine);
      if (key != null && kept.containsKey(key)) {
        Placed other = version.get(key);
        if (other != null) {
          items.putIfAbsent(
              key, new ObjectLists.ObjectItem(key, null, other.tree(), other.text(), -1));
        }
      }
    }
    return List.copyOf(items.values());
  }

  /// Returns the text of a list that only upstream has, without objects that are elsewhere here;
  /// empty if there are no others.
  Optional<String> text(PackageResource list) {
    if (!areIn(list)) {
      return Optional.of(list.segment().body());
    }
    List<Value> rest =
        updated.itemsOf(list).stream()
            .filter(each -> !kept.containsKey(each.key()) && !gone.contains(each.key()))
            .<Value>map(Placed::tree)
            .toList();
    MapValue tree = list.tree().with(ObjectLists.ITEMS, new ListValue(rest));
    return rest.isEmpty()
        ? Optional.empty()
        : Optional.of(YamlEditor.edit(list.segment().document(), tree, null));
  }

  /// Returns the changes of objects that upstream moved, and that were deleted here.
  List<UpdateConflict> deletedHere() {
    var conflicts = new ArrayList<UpdateConflict>();
    for (ObjectKey key : gone) {
      Placed before = origin.get(key);
      Placed theirs = updated.get(key);
      if (before != null && theirs != null && !theirs.isLike(before)) {
        conflicts.add(UpdateConflict.deletedHere(theirs.place(), key.subject()));
      }
    }
    return conflicts;
  }
}
