package dev.japply.merge;

import dev.japply.schema.Schema;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import java.util.Map;

/// Maps whose entries the API does not describe one by one: maps with free keys, embedded JSON.
///
/// The API server finds no merge rule for a map or list in such a map, so a patch can set and
/// remove its entries, but not reach into them.
final class Opaque {
  private Opaque() {}

  /// Whether a type describes no fields.
  static boolean is(Schema type) {
    return type.def().fields().isEmpty();
  }

  /// Whether turning `from` into `to` means to reach into an entry, or to set data that a server
  /// takes for directives.
  static boolean needsReplacing(Schema type, MapValue from, MapValue to) {
    return is(type)
        && (from.entries().entrySet().stream().anyMatch(entry -> reaches(entry, to))
            || to.entries().entrySet().stream().anyMatch(entry -> isMisread(entry, from)));
  }

  private static boolean isMisread(Map.Entry<String, Value> after, MapValue from) {
    return !after.getValue().equals(from.get(after.getKey()))
        && (Directives.isDirective(after.getKey()) || Directives.isMarkedWithin(after.getValue()));
  }

  private static boolean reaches(Map.Entry<String, Value> before, MapValue to) {
    Value value = before.getValue();
    return switch (to.get(before.getKey())) {
      case MapValue map -> value instanceof MapValue && !map.equals(value);
      case ListValue list -> value instanceof ListValue && !list.equals(value);
      default -> false;
    };
  }
}
