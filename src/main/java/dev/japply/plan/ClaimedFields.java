package dev.japply.plan;

import dev.japply.schema.Schema;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import dev.japply.walk.Place;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The fields that a configuration claims: keys of maps, and entries of lists that merge. A list
/// that is replaced as a whole is one field; values do not count.
final class ClaimedFields {
  private ClaimedFields() {}

  /// Checks whether `one` and `other` claim the same fields.
  ///
  /// @param type the schema of both; null if it is not known
  static boolean same(Node one, Node other, @Nullable Schema type) {
    return areSame(Place.of(type, one, other));
  }

  private static boolean areSame(Place at) {
    if (at.are(MapValue.class)) {
      return areInBoth(at.entries());
    }
    if (at.are(ListValue.class)) {
      return !at.type().merges() || areInBoth(at.itemsInOrder().all());
    }
    boolean map = at.at(0) instanceof MapValue || at.at(1) instanceof MapValue;
    return !map && at.at(0) instanceof Value == at.at(1) instanceof Value;
  }

  private static boolean areInBoth(List<Place> fields) {
    for (Place field : fields) {
      if (!field.are(Value.class) || !areSame(field)) {
        return false;
      }
    }
    return true;
  }
}
