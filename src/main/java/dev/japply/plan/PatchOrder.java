package dev.japply.plan;

import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import java.util.ArrayList;
import java.util.HashSet;

/// The directives of a strategic merge patch that put the items of a list into order. They name
/// each live item, also those that neither the manifest nor the plan is about.
final class PatchOrder {
  private static final String DIRECTIVE = "$setElementOrder/";

  private PatchOrder() {}

  /// Returns the patch `now` without the items in its directives that the directives of `planned`
  /// do not name: others have added them since, and the patch leaves them as they are.
  static MapValue asIn(MapValue planned, MapValue now) {
    MapValue result = now;
    for (var entry : now.entries().entrySet()) {
      String key = entry.getKey();
      Value value = entry.getValue();
      if (planned.get(key) instanceof Value known) {
        Value kept = key.startsWith(DIRECTIVE) ? named(known, value) : below(known, value);
        result = kept.equals(value) ? result : result.with(key, kept);
      }
    }
    return result;
  }

  private static Value named(Value planned, Value now) {
    if (!(planned instanceof ListValue known && now instanceof ListValue items)) {
      return now;
    }
    var names = new HashSet<>(known.items());
    return new ListValue(items.items().stream().filter(names::contains).toList());
  }

  /// Returns a value of the patch. The items of both patches are compared by their order, because
  /// equal patches have the same.
  private static Value below(Value planned, Value now) {
    if (planned instanceof MapValue known && now instanceof MapValue map) {
      return asIn(known, map);
    }
    if (!(planned instanceof ListValue known
        && now instanceof ListValue items
        && known.size() == items.size())) {
      return now;
    }
    var result = new ArrayList<Value>();
    for (int i = 0; i < items.size(); i++) {
      result.add(below(known.items().get(i), items.items().get(i)));
    }
    return new ListValue(result);
  }
}
