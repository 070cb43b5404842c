package dev.japply.plan;

import dev.japply.schema.Schema;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import dev.japply.walk.Place;
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
      return at.entries().allMatch(ClaimedFields::isInBoth);
    }
    if (at.are(ListValue.class)) {
      return !at.type().merges()
          || at.itemsInOrder().all().stream().allMatch(ClaimedFields::isInBoth);
    }
    return at.nodes().stream().noneMatch(MapValue.class::isInstance)
        && at.at(0) instanceof Value == at.at(1) instanceof Value;
  }

  private static boolean isInBoth(Place at) {
    return at.are(Value.class) && areSame(at);
  }
}
