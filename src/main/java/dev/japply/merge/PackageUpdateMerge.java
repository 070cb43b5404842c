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
    Schema schema = CustomResourceSchema.orThis(request.schema());
    var merge = new Merge(request.options().overwrite(), inferred);
    Node origin = request.lastApplied();
    MapValue result =
        merge.maps(mapOf(origin), request.config(), request.live(), schema, FieldPath.root());
    return new MergeOutcome(JsonMergePatch.diff(request.live(), result), result, merge.conflicts);
  }

  private static MapValue mapOf(Node node) {
    return node instanceof MapValue map ? map : MapValue.EMPTY;
  }

  private static ListValue listOf(Node node) {
    return node instanceof ListValue list ? list : ListValue.EMPTY;
  }

  /// The values at one path in the three documents, all different from each other.
  private record Versions(Node origin, Node updated, Node local, FieldPath path) {
    Conflict conflict() {
      return new Conflict(path, origin, updated, local);
    }
  }

  /// One merge.
  private static final class Merge implements UpdateLists.ItemMerge {
    private final boolean upstreamWins;
    private final InferredKeys inferred;
    private final List<Conflict> conflicts = new ArrayList<>();

    Merge(boolean upstreamWins, InferredKeys inferred) {
      this.upstreamWins = upstreamWins;
      this.inferred = inferred;
    }

    MapValue maps(
        MapValue origin, MapValue updated, MapValue local, @Nullable Schema type, FieldPath path) {
      var result = new LinkedHashMap<String, Value>();
      Set<String> keys = new LinkedHashSet<>(local.entries().keySet());
      keys.addAll(updated.entries().keySet());
      for (String key : keys) {
        if (entry(origin, updated, local, type, key, path) instanceof Value value) {
          result.put(key, value);
        }
      }
      return new MapValue(result);
    }

    private Node entry(
        MapValue origin,
        MapValue updated,
        MapValue local,
        @Nullable Schema type,
        String key,
        FieldPath path) {
      Node before = origin.get(key);
      Node theirs = updated.get(key);
      Node ours = local.get(key);
      if (theirs.equals(before) || ours.equals(theirs)) {
        return ours;
      }
      if (ours.equals(before)) {
        return theirs;
      }
      var versions = new Versions(before, theirs, ours, path.key(key));
      if (areAll(MapValue.class, theirs, ours)) {
        return map(versions, rule(type, key, path, false));
      }
      return areAll(ListValue.class, theirs, ours)
          ? list(versions, rule(type, key, path, true))
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

    /// Returns whether each node is of that kind, or missing, which equals an empty one.
    private static boolean areAll(Class<? extends Value> kind, Node... nodes) {
      for (Node node : nodes) {
        if (!(node instanceof Missing) && !kind.isInstance(node)) {
          return false;
        }
      }
      return true;
    }

    private Node map(Versions versions, TypeRule rule) {
      boolean bothThere = areThere(versions);
      boolean together =
          bothThere
              ? rule.strategy() != Strategy.REPLACE
                  && !(rule.retainKeys() && takesOtherKeys(versions))
              : rule.hasFreeKeys();
      if (!together) {
        return decide(versions);
      }
      MapValue merged =
          maps(
              mapOf(versions.origin()),
              mapOf(versions.updated()),
              mapOf(versions.local()),
              rule.type(),
              versions.path());
      return merged.isEmpty() && !bothThere ? Missing.MISSING : merged;
    }

    private static boolean areThere(Versions versions) {
      return versions.updated() instanceof Value && versions.local() instanceof Value;
    }

    /// Returns whether the value is one of several alternatives and another one was chosen.
    private static boolean takesOtherKeys(Versions versions) {
      Set<String> keys = mapOf(versions.origin()).entries().keySet();
      return !mapOf(versions.updated()).entries().keySet().equals(keys)
          || !mapOf(versions.local()).entries().keySet().equals(keys);
    }

    private Node list(Versions versions, TypeRule described) {
      ListValue origin = listOf(versions.origin());
      ListValue updated = listOf(versions.updated());
      ListValue local = listOf(versions.local());
      TypeRule rule = inferred.rule(described, List.of(origin, updated, local));
      boolean together =
          rule.strategy() == Strategy.MERGE
              && UpdateLists.areToldApart(rule.merging(), origin, updated, local);
      if (!together) {
        return decide(versions);
      }
      ListValue merged =
          new UpdateLists(this, rule.merging()).merge(origin, updated, local, versions.path());
      return merged.isEmpty() && !areThere(versions) ? Missing.MISSING : merged;
    }

    /// Retains edits in a map that is gone upstream: upstream did not intend to delete them.
    private Node decide(Versions versions) {
      conflicts.add(versions.conflict());
      boolean edited =
          versions.updated() instanceof Missing && versions.local() instanceof MapValue;
      return upstreamWins && !edited ? versions.updated() : versions.local();
    }

    @Override
    public Node merge(Node origin, Node updated, Node local, FieldRule rule, FieldPath path) {
      var versions = new Versions(origin, updated, local, path);
      boolean alternatives = rule.retainKeys() && takesOtherKeys(versions);
      if (!(updated instanceof MapValue theirs)
          || !(local instanceof MapValue ours)
          || alternatives) {
        return decide(versions);
      }
      return maps(mapOf(origin), theirs, ours, rule.type(), path);
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
      Optional<String> telling =
          known || lists.stream().allMatch(ListValue::isEmpty)
              ? Optional.empty()
              : keys.stream().filter(key -> tells(key, lists)).findFirst();
      return telling
          .map(key ->
              new TypeRule(
                  described.type(),
                  new FieldRule(
                      CustomResourceSchema.ANYTHING, Strategy.MERGE, false, "", List.of(key))))
          .orElse(described);
    }

    private static boolean tells(String key, List<ListValue> lists) {
      for (ListValue list : lists) {
        var seen = new HashSet<Value>();
        for (Value item : list.items()) {
          boolean told =
              item instanceof MapValue map
                  && map.get(key) instanceof ScalarValue value
                  && seen.add(value);
          if (!told) {
            return false;
          }
        }
      }
      return true;
    }
  }
}
