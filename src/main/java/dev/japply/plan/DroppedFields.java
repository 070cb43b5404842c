package dev.japply.plan;

import dev.japply.tree.FieldPath;
import dev.japply.tree.Missing;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import dev.japply.walk.Place;
import dev.japply.walk.SemanticEquality;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// Fields of a write that the server accepts and does not store, because a feature gate is off.
/// Only the response shows that they are missing.
public final class DroppedFields {
  /// Fields that belong to the server, or that it stores elsewhere.
  private static final Set<String> OTHERS =
      Set.of("apiVersion", "kind", "metadata", "status", "stringData");

  private static final int SENT = 0;
  private static final int BEFORE = 1;
  private static final int AFTER = 2;

  private final List<FieldPath> found = new ArrayList<>();

  private DroppedFields() {}

  /// Returns the fields that the response does not have.
  ///
  /// @param before the object before the write, or missing
  /// @param after the response
  public static List<FieldPath> of(Action action, Node before, MapValue after) {
    MapValue sent =
        switch (action) {
          case Action.Create(MapValue body) -> body;
          case Action.Patch patch -> patch.result();
          case Action.Apply apply when apply.subresource().isEmpty() -> apply.manifest();
          case Action other -> MapValue.EMPTY;
        };
    var fields = new DroppedFields();
    for (Place field : Place.of(null, sent, before, after).entriesOf(SENT)) {
      if (!OTHERS.contains(field.path().toString())) {
        fields.compare(field);
      }
    }
    return List.copyOf(fields.found);
  }

  private void compare(Place at) {
    Place stored = at.only(SENT, AFTER);
    if (at.at(AFTER) instanceof Missing) {
      // A field that was stored once is known to the server: another writer has removed it.
      if (at.at(BEFORE) instanceof Missing
          && at.at(SENT) instanceof Value sent
          && !SemanticEquality.isEmpty(sent)) {
        found.add(at.path());
      }
    } else if (stored.are(MapValue.class)) {
      at.entriesOf(SENT).forEach(this::compare);
    } else if (stored.areOfOneLength()) {
      for (Place row : at.rows()) {
        if (isNamed(row.only(SENT, AFTER))) {
          compare(isNamed(row.only(BEFORE, AFTER)) ? row : row.with(BEFORE, Missing.MISSING));
        }
      }
    }
  }

  /// Whether an item has the same name in both documents.
  private static boolean isNamed(Place item) {
    return item.are(MapValue.class) && item.key("name").isSame(0, 1);
  }
}
