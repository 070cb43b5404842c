package dev.japply.plan;

import dev.japply.diff.Secrets;
import dev.japply.object.FieldManagers;
import dev.japply.object.FieldManagers.Manager;
import dev.japply.object.LastApplied;
import dev.japply.object.ManagedFields;
import dev.japply.object.SecretCopies;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Missing;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The field managers of a live object and the time of their last write, from `managedFields`.
public final class LastWriter {
  private static final int MOST_KEYS = 4;

  private LastWriter() {}

  /// A field that is owned as a whole.
  ///
  /// @param managers its owners, the latest first
  /// @param applied whether it is in the last-applied annotation
  public record Owned(FieldPath path, Node value, List<Manager> managers, boolean applied) {
    public Owned {
      managers = List.copyOf(managers);
    }
  }

  /// Returns the owned fields of `live`, in the order of their paths.
  public static List<Owned> of(MapValue live, Secrets secrets) {
    Map<FieldPath, List<Manager>> owners = new LinkedHashMap<>();
    for (MapValue entry : ManagedFields.of(live).entries()) {
      Manager manager = FieldManagers.manager(entry);
      ManagedFields.fields(entry).stream()
          .flatMap(set -> set.leaves().stream())
          .forEach(path -> owners.computeIfAbsent(path, none -> new ArrayList<>()).add(manager));
    }
    Node shown = secrets.shown(live, live, SecretCopies.NONE).before();
    Node applied = LastApplied.read(live).config();
    var owned = new ArrayList<Owned>();
    owners.forEach((path, managers) -> {
      if (path.in(shown) instanceof Value value) {
        managers.sort((a, b) -> b.time().compareTo(a.time()));
        owned.add(new Owned(path, value, managers, in(path, applied) instanceof Value));
      }
    });
    owned.sort(Comparator.comparing(one -> one.path().toString()));
    return owned;
  }

  /// Returns the value at `path` in a manifest, which may omit a key with a default, as a port's
  /// `protocol`.
  static Node in(FieldPath path, Node manifest) {
    Node at = manifest;
    for (var steps = path.steps(); steps.hasNext(); ) {
      FieldPath step = steps.next();
      if (step instanceof FieldPath.Key(FieldPath map, String key)) {
        at = at instanceof MapValue entries ? entries.get(key) : Missing.MISSING;
      } else if (step instanceof FieldPath.Item(FieldPath list, Value identity)) {
        at = item(at, identity);
      } else if (step instanceof FieldPath.Index(FieldPath list, int index)) {
        at = FieldPath.root().index(index).in(at);
      }
    }
    return at;
  }

  private static Node item(Node list, Value identity) {
    if (!(list instanceof ListValue all)) {
      return Missing.MISSING;
    }
    List<Integer> exact = all.places(identity);
    if (!exact.isEmpty()) {
      return all.items().get(exact.getFirst());
    }
    return identity instanceof MapValue keys ? withoutDefaults(all, keys) : Missing.MISSING;
  }

  /// Returns the first item that lacks some of the keys, and has the values of the others.
  private static Node withoutDefaults(ListValue list, MapValue identity) {
    int first = list.size();
    for (MapValue some : parts(identity)) {
      for (int place : list.places(some)) {
        if (names(list.items().get(place), identity)) {
          first = Math.min(first, place);
          break;
        }
      }
    }
    return first < list.size() ? list.items().get(first) : Missing.MISSING;
  }

  /// Returns the identity without some of its keys, in all ways. Types have two or three.
  private static List<MapValue> parts(MapValue identity) {
    List<String> keys = List.copyOf(identity.entries().keySet());
    var parts = new ArrayList<MapValue>();
    int all = (1 << Math.min(keys.size(), MOST_KEYS)) - 1;
    for (int gone = 1; gone < all; gone++) {
      MapValue part = identity;
      for (int i = 0; i < keys.size(); i++) {
        part = (gone >> i & 1) == 1 ? part.without(keys.get(i)) : part;
      }
      parts.add(part);
    }
    return parts;
  }

  /// Whether the item has these keys; one with a default may be missing.
  static boolean names(Value item, Value identity) {
    if (!(item instanceof MapValue map && identity instanceof MapValue keys)) {
      return item.equals(identity);
    }
    return keys.entries().keySet().stream().anyMatch(map::has)
        && keys.entries().entrySet().stream()
            .allMatch(
                key -> !map.has(key.getKey()) || map.get(key.getKey()).equals(key.getValue()));
  }
}
