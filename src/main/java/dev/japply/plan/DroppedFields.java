package dev.japply.plan;

import static dev.japply.tree.Missing.MISSING;

import dev.japply.tree.FieldPath;
import dev.japply.tree.Missing;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.BoolValue;
import dev.japply.tree.Value.FloatValue;
import dev.japply.tree.Value.IntValue;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import dev.japply.tree.Value.NullValue;
import dev.japply.tree.Value.StringValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// Fields of a write that the server accepts and does not store, because a feature gate is off.
/// Only the response shows that they are missing.
public final class DroppedFields {
  /// Fields that belong to the server, or that it stores elsewhere.
  private static final Set<String> OTHERS =
      Set.of("apiVersion", "kind", "metadata", "status", "stringData");

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
    for (var entry : sent.entries().entrySet()) {
      if (!OTHERS.contains(entry.getKey())) {
        fields.compare(
            FieldPath.root().key(entry.getKey()),
            entry.getValue(),
            before instanceof MapValue map ? map.get(entry.getKey()) : MISSING,
            after.get(entry.getKey()));
      }
    }
    return List.copyOf(fields.found);
  }

  private void compare(FieldPath path, Value sent, Node before, Node after) {
    switch (after) {
      case Missing missing -> {
        // A field that was stored once is known to the server: another writer has removed it.
        if (before instanceof Missing && !isEmpty(sent)) {
          found.add(path);
        }
      }
      case MapValue stored when sent instanceof MapValue map ->
          map.entries()
              .forEach((key, value) ->
                  compare(
                      path.key(key),
                      value,
                      before instanceof MapValue old ? old.get(key) : MISSING,
                      stored.get(key)));
      case ListValue stored when sent instanceof ListValue list && list.size() == stored.size() -> {
        for (int i = 0; i < list.size(); i++) {
          if (list.items().get(i) instanceof MapValue item
              && stored.items().get(i) instanceof MapValue there
              && item.get("name").equals(there.get("name"))) {
            compare(path.index(i), item, counterpart(before, i, there), there);
          }
        }
      }
      default -> {}
    }
  }

  private static Node counterpart(Node before, int index, MapValue stored) {
    return before instanceof ListValue old
            && index < old.size()
            && old.items().get(index) instanceof MapValue item
            && item.get("name").equals(stored.get("name"))
        ? old.items().get(index)
        : MISSING;
  }

  /// Returns whether the value means the same as no value: servers leave out zero values.
  private static boolean isEmpty(Value value) {
    return switch (value) {
      case NullValue none -> true;
      case BoolValue(boolean flag) -> !flag;
      case IntValue(long number) -> number == 0;
      case FloatValue(double number) -> number == 0;
      case StringValue(String text) -> text.isEmpty();
      case MapValue map -> map.entries().values().stream().allMatch(DroppedFields::isEmpty);
      case ListValue list -> list.items().stream().allMatch(DroppedFields::isEmpty);
      case Value.BigIntValue big -> false;
    };
  }
}
