package dev.japply.merge;

import dev.japply.merge.FieldReason.Stay;
import dev.japply.merge.FieldReason.Stays;
import dev.japply.merge.FieldReason.Values;
import dev.japply.schema.Schema;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import dev.japply.walk.FieldType;
import dev.japply.walk.ItemNames;
import dev.japply.walk.Place;
import dev.japply.walk.SemanticEquality;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The live fields that a merge leaves unchanged, with reasons.
///
/// Walks the live object together with the manifest and the last applied object, and skips fields
/// that have an entry in the patch.
final class UntouchedFields {
  private static final int LIVE = 0;
  private static final int CONFIG = 1;
  private static final int OWNED = 2;

  private final Set<FieldPath> sent = new HashSet<>();
  private final List<Stays> kept = new ArrayList<>();

  private UntouchedFields() {}

  /// Returns the unchanged fields, which are those without a record in `recorder`.
  static List<Stays> outside(ReasonRecorder recorder, @Nullable Schema type) {
    var fields = new UntouchedFields();
    recorder.sent().stream()
        .filter(reason -> reason.change().isOfField())
        .forEach(reason -> fields.sent.add(reason.path()));
    if (!fields.sent.contains(FieldPath.root())) {
      fields.walkMap(Place.of(type, recorder.live(), recorder.config(), recorder.owned()));
    }
    return fields.kept;
  }

  private void walkMap(Place map) {
    map.entriesOf(LIVE).stream()
        .filter(field -> !sent.contains(field.path()))
        .forEach(field -> walkField(map.type().type(), field));
  }

  private void walkField(@Nullable Schema map, Place at) {
    if (isKnown(map, at.type()) && meets(at, MapValue.class) && !at.type().replaces()) {
      walkMap(at);
    } else if (isKnown(map, at.type()) && meets(at, ListValue.class) && at.type().merges()) {
      walkList(at);
    } else {
      keep(at);
    }
  }

  /// Returns whether merging has a rule for the field. A field that its type does not describe has
  /// none, and requires none if it is unchanged.
  private static boolean isKnown(@Nullable Schema map, FieldType field) {
    return map == null || !map.isStrategic() || TypeRule.isFreeForm(map) || field.type() != null;
  }

  private void walkList(Place list) {
    boolean empty = list.at(LIVE).equals(ListValue.EMPTY);
    if (empty && !list.isSame(LIVE, CONFIG)) {
      return; // its items come in new
    }
    ItemNames names = ItemNames.ofAll(list.type(), list.only(LIVE, CONFIG).nodes());
    if (empty || names == null) {
      keep(list);
      return;
    }
    list.items(names).all().stream()
        .filter(item -> item.at(LIVE) instanceof Value && !sent.contains(item.path()))
        .forEach(item -> {
          if (item.at(LIVE) instanceof MapValue && isNamed(item)) {
            walkMap(item);
          } else {
            keep(item);
          }
        });
  }

  /// Returns whether the value in the manifest or in the last applied object is of the same kind,
  /// so that its parts are compared.
  private static boolean meets(Place at, Class<? extends Value> kind) {
    return kind.isInstance(at.at(LIVE))
        && (kind.isInstance(at.at(CONFIG)) || kind.isInstance(at.at(OWNED)));
  }

  private static boolean isNamed(Place at) {
    return !SemanticEquality.isNothing(at.at(CONFIG)) || !SemanticEquality.isNothing(at.at(OWNED));
  }

  private void keep(Place at) {
    Node live = at.at(LIVE);
    Node config = at.at(CONFIG);
    Stay stay =
        SemanticEquality.isNothing(config)
            ? Stay.NOT_IN_MANIFEST
            : live instanceof ListValue && !SemanticEquality.same(config, live, null)
                ? Stay.IN_PART
                : Stay.AS_MANIFEST;
    kept.add(new Stays(at.path(), new Values(at.at(OWNED), config, live, live), stay));
  }
}
