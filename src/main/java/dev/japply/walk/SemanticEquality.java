package dev.japply.walk;

import dev.japply.schema.Schema;
import dev.japply.tree.Missing;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.BigIntValue;
import dev.japply.tree.Value.BoolValue;
import dev.japply.tree.Value.FloatValue;
import dev.japply.tree.Value.IntValue;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import dev.japply.tree.Value.NullValue;
import dev.japply.tree.Value.StringValue;
import java.math.BigDecimal;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// Compares two values as the API server does: quantities and numbers are equal in any form, and in
/// maps a null equals a missing entry.
public final class SemanticEquality {
  private SemanticEquality() {}

  /// Compares two values; missing and null are equal.
  public static boolean same(Node a, Node b, @Nullable Schema type) {
    if (isNothing(a) || isNothing(b)) {
      return isNothing(a) && isNothing(b);
    }
    if (a.equals(b)) {
      return true;
    }
    if (a instanceof MapValue left && b instanceof MapValue right) {
      return covers(left, right, type) && covers(right, left, type);
    }
    if (a instanceof ListValue left && b instanceof ListValue right) {
      return lists(left, right, type);
    }
    return numbers((Value) a, (Value) b)
        || (type != null && type.isQuantity() && Quantity.same((Value) a, (Value) b));
  }

  /// Returns whether `whole` contains all of `part`: its maps may have more entries.
  public static boolean holds(Node whole, Node part, @Nullable Schema type) {
    if (part instanceof MapValue map && whole instanceof MapValue more) {
      return map.entries().entrySet().stream()
          .allMatch(entry ->
              isNothing(entry.getValue())
                  || holds(
                      more.get(entry.getKey()),
                      entry.getValue(),
                      FieldType.of(type).key(entry.getKey()).type()));
    }
    if (part instanceof ListValue left && whole instanceof ListValue right) {
      Schema items = FieldType.of(type).item().type();
      return left.size() == right.size()
          && IntStream.range(0, left.size())
              .allMatch(i -> holds(right.items().get(i), left.items().get(i), items));
    }
    return same(whole, part, type);
  }

  /// Returns whether a value is missing or null.
  public static boolean isNothing(Node node) {
    return node instanceof Missing || node.equals(Value.NULL);
  }

  private static boolean covers(MapValue left, MapValue right, @Nullable Schema type) {
    return left.entries().entrySet().stream()
        .allMatch(entry ->
            same(
                entry.getValue(),
                right.get(entry.getKey()),
                FieldType.of(type).key(entry.getKey()).type()));
  }

  private static boolean lists(ListValue left, ListValue right, @Nullable Schema type) {
    if (left.size() != right.size()) {
      return false;
    }
    Schema items = FieldType.of(type).item().type();
    for (int i = 0; i < left.size(); i++) {
      if (!same(left.items().get(i), right.items().get(i), items)) {
        return false;
      }
    }
    return true;
  }

  private static boolean numbers(Value a, Value b) {
    if (a instanceof BigIntValue big && b instanceof FloatValue(double number)) {
      // The server stores numbers beyond 64 bits as float64.
      return big.value().doubleValue() == number;
    }
    if (a instanceof FloatValue && b instanceof BigIntValue) {
      return numbers(b, a);
    }
    if (!(a instanceof FloatValue) && !(b instanceof FloatValue)) {
      // Integers have one form, and these differ.
      return false;
    }
    Optional<BigDecimal> left = number(a);
    Optional<BigDecimal> right = number(b);
    return left.isPresent() && right.isPresent() && left.get().compareTo(right.get()) == 0;
  }

  private static Optional<BigDecimal> number(Value value) {
    return switch (value) {
      case IntValue(long number) -> Optional.of(BigDecimal.valueOf(number));
      case FloatValue(double number) -> Optional.of(BigDecimal.valueOf(number));
      default -> Optional.empty();
    };
  }

  /// Whether the value means the same as no value.
  public static boolean isEmpty(Value value) {
    return switch (value) {
      case NullValue none -> true;
      case BoolValue(boolean flag) -> !flag;
      case IntValue(long number) -> number == 0;
      case FloatValue(double number) -> number == 0;
      case StringValue(String text) -> text.isEmpty();
      case MapValue map -> map.entries().values().stream().allMatch(SemanticEquality::isEmpty);
      case ListValue list -> list.items().stream().allMatch(SemanticEquality::isEmpty);
      case Value.BigIntValue big -> false;
    };
  }
}
