package dev.japply.merge;

import dev.japply.merge.MergeOutcome.Conflict;
import dev.japply.merge.ThreeWayMerge.CustomResourceSchema;
import dev.japply.merge.TypeRule.FieldRule;
import dev.japply.merge.TypeRule.FieldRule.Strategy;
import dev.japply.schema.Schema;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Missing;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import dev.japply.tree.Value.ScalarValue;
import dev.japply.walk.Place;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
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
  /// The numbers of the documents at a place.
  static final int LOCAL = 0;

  static final int UPDATED = 1;
  static final int ORIGIN = 2;

  MergeOutcome merge(MergeRequest request) {
    var merge = new Merge(request.options().overwrite(), inferred);
    Place versions = Place.of(null, request.live(), request.config(), request.lastApplied());
    MapValue result = merge.maps(versions, CustomResourceSchema.orThis(request.schema()));
    return new MergeOutcome(JsonMergePatch.diff(request.live(), result), result, merge.conflicts);
  }

  private static ListValue listOf(Node node) {
    return node instanceof ListValue list ? list : ListValue.EMPTY;
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

    MapValue maps(Place versions, @Nullable Schema type) {
      var result = new LinkedHashMap<String, Value>();
      for (String key : versions.keys()) {
        if (entry(versions.key(key), type, key) instanceof Value value) {
          result.put(key, value);
        }
      }
      return new MapValue(result);
    }

    /// @param parent the type of the map with the entry
    private Node entry(Place versions, @Nullable Schema parent, String key) {
      Node result = unopposed(versions);
      if (result != null) {
        return result;
      }
      FieldPath path = versions.path().parentPath();
      if (versions.only(LOCAL, UPDATED).areOrMissing(MapValue.class)) {
        return map(versions, rule(parent, key, path, false));
      }
      return versions.only(LOCAL, UPDATED).areOrMissing(ListValue.class)
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

    private Node map(Place versions, TypeRule rule) {
      boolean bothThere = versions.only(LOCAL, UPDATED).are(Value.class);
      boolean together =
          bothThere
              ? rule.strategy() != Strategy.REPLACE
                  && !(rule.retainKeys() && takesOtherKeys(versions))
              : rule.hasFreeKeys();
      if (!together) {
        return decide(versions);
      }
      MapValue merged = maps(versions, rule.type());
      return merged.isEmpty() && !bothThere ? Missing.MISSING : merged;
    }

    private Node list(Place versions, TypeRule described) {
      List<ListValue> lists =
          Stream.of(ORIGIN, UPDATED, LOCAL)
              .map(versions::at)
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
      return result.isEmpty() && !versions.only(LOCAL, UPDATED).are(Value.class)
          ? Missing.MISSING
          : result;
    }

    private Node item(Place versions, FieldRule rule) {
      Node result = unopposed(versions);
      if (result != null) {
        return result;
      }
      boolean maps = versions.only(LOCAL, UPDATED).are(MapValue.class);
      return maps && !(rule.retainKeys() && takesOtherKeys(versions))
          ? maps(versions, rule.type())
          : decide(versions);
    }

    /// Returns the result if at most one side changed the value, or both in the same way; null if
    /// there is no such result.
    private static @Nullable Node unopposed(Place versions) {
      if (versions.isSame(UPDATED, ORIGIN) || versions.isSame(LOCAL, UPDATED)) {
        return versions.at(LOCAL);
      }
      return versions.isSame(LOCAL, ORIGIN) ? versions.at(UPDATED) : null;
    }

    /// Returns whether the value is one of several alternatives and another one was chosen.
    private static boolean takesOtherKeys(Place versions) {
      Set<String> keys = versions.only(ORIGIN).keys();
      return !versions.only(UPDATED).keys().equals(keys)
          || !versions.only(LOCAL).keys().equals(keys);
    }

    /// Retains edits in a map that is gone upstream: upstream did not intend to delete them.
    private Node decide(Place versions) {
      conflicts.add(
          new Conflict(
              versions.path(), versions.at(ORIGIN), versions.at(UPDATED), versions.at(LOCAL)));
      boolean edited =
          versions.at(UPDATED) instanceof Missing && versions.at(LOCAL) instanceof MapValue;
      return upstreamWins && !edited ? versions.at(UPDATED) : versions.at(LOCAL);
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
