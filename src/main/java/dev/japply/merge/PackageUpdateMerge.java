package dev.japply.merge;

import dev.japply.merge.FieldRule.Strategy;
import dev.japply.merge.MergeOutcome.Conflict;
import dev.japply.schema.Schema;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Missing;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import dev.japply.tree.Value.ScalarValue;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The rules of package updates. For an original, upstream's version and the local version, an
/// entry becomes:
///
/// | upstream changed it | changed here | it becomes |
/// |---|---|---|
/// | no | any | as it is here |
/// | yes | no | upstream's |
/// | yes | the same | as both have it |
/// | maps, and lists with identified items | otherwise | merged, entry by entry |
/// | gone | a map or an item, edited | as it is here: a conflict |
/// | to another value | otherwise | upstream's, or the local one, by option: a conflict |
///
/// An entry that was deleted locally and changed upstream is a conflict, too. It is restored as a
/// whole or not at all, since a part of it could be meaningless. In maps with free keys, such as
/// labels, each entry is decided separately.
///
/// @param inferred the keys that identify items of lists without a schema
record PackageUpdateMerge(PackageUpdateMerge.InferredKeys inferred) {

  MergeOutcome merge(MergeRequest request) {
    var merge = new Merge(request.options().overwrite(), inferred);
    var versions =
        new Versions(request.lastApplied(), request.config(), request.live(), FieldPath.root());
    MapValue result = merge.maps(versions, CustomResourceSchema.orThis(request.schema()));
    return new MergeOutcome(JsonMergePatch.diff(request.live(), result), result, merge.conflicts);
  }

  private static MapValue mapOf(Node node) {
    return node instanceof MapValue map ? map : MapValue.EMPTY;
  }

  private static ListValue listOf(Node node) {
    return node instanceof ListValue list ? list : ListValue.EMPTY;
  }

  /// The values at one path in the three documents; `Missing` if a document does not contain it.
  record Versions(Node origin, Node updated, Node local, FieldPath path) {
    private Versions field(String key) {
      return new Versions(
          mapOf(origin).get(key), mapOf(updated).get(key), mapOf(local).get(key), path.key(key));
    }

    /// Returns the keys of all fields, the local ones first.
    private Set<String> keys() {
      Set<String> keys = new LinkedHashSet<>(mapOf(local).entries().keySet());
      keys.addAll(mapOf(updated).entries().keySet());
      return keys;
    }

    /// Returns the result if at most one side changed the value, or both in the same way; null if
    /// there is no such result.
    private @Nullable Node unopposed() {
      if (updated.equals(origin) || local.equals(updated)) {
        return local;
      }
      return local.equals(origin) ? updated : null;
    }

    private boolean areBothThere() {
      return updated instanceof Value && local instanceof Value;
    }

    /// Returns whether each side has a value of that kind, or none, which equals an empty one.
    private boolean are(Class<? extends Value> kind) {
      return Stream.of(updated, local)
          .allMatch(node -> node instanceof Missing || kind.isInstance(node));
    }

    /// Returns whether the value is one of several alternatives and another one was chosen.
    private boolean takesOtherKeys() {
      Set<String> keys = mapOf(origin).entries().keySet();
      return Stream.of(updated, local)
          .anyMatch(node -> !mapOf(node).entries().keySet().equals(keys));
    }
  }

  /// One merge.
  private static final class Merge {
    private final boolean upstreamWins;
    private final InferredKeys inferred;
    private final List<Conflict> conflicts = new ArrayList<>();

    Merge(boolean upstreamWins, InferredKeys inferred) {
      this.upstreamWins = upstreamWins;
      this.inferred = inferred;
    }

    MapValue maps(Versions versions, @Nullable Schema type) {
      var result = new LinkedHashMap<String, Value>();
      for (String key : versions.keys()) {
        if (entry(versions.field(key), type, key) instanceof Value value) {
          result.put(key, value);
        }
      }
      return new MapValue(result);
    }

    /// @param parent the type of the map with the entry
    private Node entry(Versions versions, @Nullable Schema parent, String key) {
      Node result = versions.unopposed();
      if (result != null) {
        return result;
      }
      FieldPath path = versions.path().parentPath();
      if (versions.are(MapValue.class)) {
        return map(versions, rule(parent, key, path, false));
      }
      return versions.are(ListValue.class)
          ? list(versions, rule(parent, key, path, true))
          : decide(versions);
    }

    /// Returns the rule of a field; without type information if the schema does not contain the
    /// field.
    private static TypeRule rule(@Nullable Schema type, String key, FieldPath path, boolean list) {
      boolean lacks =
          type != null
              && type.isStrategic()
              && type.field(key).isEmpty()
              && type.additional().isEmpty();
      if (lacks) {
        return new TypeRule(null, null);
      }
      return list ? TypeRule.ofList(type, key, path) : TypeRule.ofMap(type, key, path);
    }

    private Node map(Versions versions, TypeRule rule) {
      boolean bothThere = versions.areBothThere();
      boolean together =
          bothThere
              ? rule.strategy() != Strategy.REPLACE
                  && !(rule.retainKeys() && versions.takesOtherKeys())
              : rule.hasFreeKeys();
      if (!together) {
        return decide(versions);
      }
      MapValue merged = maps(versions, rule.type());
      return merged.isEmpty() && !bothThere ? Missing.MISSING : merged;
    }

    private Node list(Versions versions, TypeRule described) {
      List<ListValue> lists =
          Stream.of(versions.origin(), versions.updated(), versions.local())
              .map(PackageUpdateMerge::listOf)
              .toList();
      TypeRule rule = inferred.rule(described, lists);
      if (rule.strategy() != Strategy.MERGE || !UpdateLists.areIdentified(rule.merging(), lists)) {
        return decide(versions);
      }
      var items = new UpdateLists(rule.merging(), lists);
      var merged = new LinkedHashMap<String, Value>();
      for (String id : items.ids()) {
        if (item(items.item(id, versions.path()), rule.merging()) instanceof Value value) {
          merged.put(id, value);
        }
      }
      ListValue result = items.inOrder(merged);
      return result.isEmpty() && !versions.areBothThere() ? Missing.MISSING : result;
    }

    private Node item(Versions versions, FieldRule rule) {
      Node result = versions.unopposed();
      if (result != null) {
        return result;
      }
      boolean maps = versions.updated() instanceof MapValue && versions.local() instanceof MapValue;
      return maps && !(rule.retainKeys() && versions.takesOtherKeys())
          ? maps(versions, rule.type())
          : decide(versions);
    }

    /// Retains edits in a map that is gone upstream: upstream did not intend to delete them.
    private Node decide(Versions versions) {
      conflicts.add(
          new Conflict(versions.path(), versions.origin(), versions.updated(), versions.local()));
      boolean edited =
          versions.updated() instanceof Missing && versions.local() instanceof MapValue;
      return upstreamWins && !edited ? versions.updated() : versions.local();
    }
  }

  /// Keys that identify the items of a list without a schema: the first that all items have, and
  /// that is unique in each list.
  ///
  /// @param keys in the order of preference
  record InferredKeys(List<String> keys) {
    InferredKeys {
      keys = List.copyOf(keys);
    }

    /// Returns the rule of a list; `described` if a schema describes it, or no key identifies its
    /// items.
    TypeRule rule(TypeRule described, List<ListValue> lists) {
      boolean known = described.type() != null && described.type().def().kind().equals("array");
      Optional<String> identifying =
          known || lists.stream().allMatch(ListValue::isEmpty)
              ? Optional.empty()
              : keys.stream().filter(key -> identifies(key, lists)).findFirst();
      return identifying
          .map(key ->
              new TypeRule(
                  described.type(),
                  new FieldRule(
                      CustomResourceSchema.ANYTHING, Strategy.MERGE, false, "", List.of(key))))
          .orElse(described);
    }

    private static boolean identifies(String key, List<ListValue> lists) {
      for (ListValue list : lists) {
        var seen = new HashSet<Value>();
        for (Value item : list.items()) {
          boolean identified =
              item instanceof MapValue map
                  && map.get(key) instanceof ScalarValue value
                  && seen.add(value);
          if (!identified) {
            return false;
          }
        }
      }
      return true;
    }
  }
}
