package dev.japply.merge;

import dev.japply.merge.FieldReason.Stay;
import dev.japply.merge.FieldReason.Stays;
import dev.japply.merge.FieldReason.Values;
import dev.japply.merge.FieldRule.Strategy;
import dev.japply.schema.Schema;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The live fields that a merge leaves unchanged, with reasons.
///
/// Walks the live object together with the manifest and the last applied object, and skips fields
/// that have an entry in the patch.
final class UntouchedFields {
  private final ReasonRecorder recorder;
  private final Set<FieldPath> sent = new HashSet<>();
  private final List<Stays> kept = new ArrayList<>();

  private UntouchedFields(ReasonRecorder recorder) {
    this.recorder = recorder;
    recorder.sent().stream()
        .filter(reason -> reason.change().isOfField())
        .forEach(reason -> sent.add(reason.path()));
  }

  /// Returns the unchanged fields, which are those without a record in `recorder`.
  static List<Stays> outside(ReasonRecorder recorder, @Nullable Schema type) {
    var fields = new UntouchedFields(recorder);
    if (!fields.sent.contains(FieldPath.root())) {
      fields.walkMap(recorder.live(), type, FieldPath.root());
    }
    return fields.kept;
  }

  private void walkMap(MapValue live, @Nullable Schema type, FieldPath path) {
    live.entries()
        .forEach((key, value) -> {
          FieldPath at = path.key(key);
          if (!sent.contains(at)) {
            walkField(value, type, key, at);
          }
        });
  }

  private void walkField(Value live, @Nullable Schema parent, String key, FieldPath path) {
    boolean known = parent == null || isKnown(parent, key);
    if (!isNamed(path)) {
      keep(path, live);
    } else if (live instanceof MapValue map && known && meets(path, MapValue.class)) {
      TypeRule rule = TypeRule.ofMap(parent, key, path.parentPath());
      if (rule.strategy() == Strategy.REPLACE && parent != null && parent.isStrategic()) {
        keep(path, live);
      } else {
        walkMap(map, rule.type(), path);
      }
    } else if (live instanceof ListValue list && known && meets(path, ListValue.class)) {
      TypeRule rule = TypeRule.ofList(parent, key, path.parentPath());
      if (rule.strategy() == Strategy.MERGE) {
        walkList(list, rule.merging(), path);
      } else {
        keep(path, live);
      }
    } else {
      keep(path, live);
    }
  }

  /// Returns whether merging has a rule for the field. A field that its type does not describe has
  /// none, and requires none if it is unchanged.
  private static boolean isKnown(Schema parent, String key) {
    return !parent.isStrategic()
        || TypeRule.isFreeForm(parent)
        || TypeRule.child(parent, key) != null;
  }

  private void walkList(ListValue live, FieldRule rule, FieldPath path) {
    Node config = path.in(recorder.config());
    if (live.isEmpty() && !live.equals(config)) {
      return; // its items come in new
    }
    List<String> keys = rule.mergeKey().isEmpty() ? rule.listMapKeys() : List.of(rule.mergeKey());
    if (!(identify(live, keys) && identify(config, keys)) && !rule.listMapKeys().isEmpty()) {
      keys = rule.listMapKeys(); // such as one port number for TCP and UDP
    }
    if (live.isEmpty() || !(identify(live, keys) && identify(config, keys))) {
      keep(path, live);
      return;
    }
    for (Value item : new LinkedHashSet<>(live.items())) {
      boolean keyed = item instanceof MapValue && !keys.isEmpty();
      FieldPath at = path.item(keyed ? ReasonRecorder.identity((MapValue) item, keys) : item);
      if (sent.contains(at)) {
        continue;
      }
      if (keyed && isNamed(at)) {
        walkMap((MapValue) item, rule.type(), at);
      } else {
        keep(at, item);
      }
    }
  }

  /// Returns whether the keys identify the items of a list; without keys, whether the items are no
  /// maps.
  private static boolean identify(Node list, List<String> keys) {
    var seen = new HashSet<Value>();
    return !(list instanceof ListValue(List<Value> items))
        || items.stream()
            .allMatch(item ->
                item instanceof MapValue map
                    ? !keys.isEmpty()
                        && keys.stream().allMatch(map::has)
                        && seen.add(ReasonRecorder.identity(map, keys))
                    : keys.isEmpty());
  }

  /// Returns whether the value in the manifest or in the last applied object is of the same kind,
  /// so that its parts are compared.
  private boolean meets(FieldPath path, Class<? extends Value> kind) {
    return kind.isInstance(path.in(recorder.config()))
        || kind.isInstance(path.in(recorder.owned()));
  }

  private boolean isNamed(FieldPath path) {
    return !SemanticEquality.isNothing(path.in(recorder.config()))
        || !SemanticEquality.isNothing(path.in(recorder.owned()));
  }

  private void keep(FieldPath path, Value live) {
    Node config = path.in(recorder.config());
    Stay stay =
        SemanticEquality.isNothing(config)
            ? Stay.NOT_IN_MANIFEST
            : live instanceof ListValue && !SemanticEquality.same(config, live, null)
                ? Stay.IN_PART
                : Stay.AS_MANIFEST;
    kept.add(new Stays(path, new Values(path.in(recorder.owned()), config, live, live), stay));
  }
}
