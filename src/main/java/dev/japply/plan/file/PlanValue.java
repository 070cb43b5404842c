package dev.japply.plan.file;

import dev.japply.problem.JapplyException;
import dev.japply.tree.Value.BoolValue;
import dev.japply.tree.Value.IntValue;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import dev.japply.tree.Value.StringValue;
import java.time.DateTimeException;
import java.time.Instant;

/// Reads required fields of a stored tree.
final class PlanValue {
  private PlanValue() {}

  static MapValue map(MapValue tree, String key) {
    if (tree.get(key) instanceof MapValue map) {
      return map;
    }
    throw wrong(key);
  }

  static String text(MapValue tree, String key) {
    if (tree.get(key) instanceof StringValue(String text)) {
      return text;
    }
    throw wrong(key);
  }

  static boolean bool(MapValue tree, String key) {
    if (tree.get(key) instanceof BoolValue(boolean is)) {
      return is;
    }
    throw wrong(key);
  }

  static int number(MapValue tree, String key) {
    if (tree.get(key) instanceof IntValue(long number) && number == (int) number) {
      return (int) number;
    }
    throw wrong(key);
  }

  static ListValue list(MapValue tree, String key) {
    if (tree.get(key) instanceof ListValue list) {
      return list;
    }
    throw wrong(key);
  }

  static Instant time(MapValue tree, String key) {
    try {
      return Instant.parse(text(tree, key));
    } catch (DateTimeException e) {
      throw wrong(key);
    }
  }

  /// Returns the error for a field that is missing or has a wrong value.
  static JapplyException wrong(String key) {
    String what = "not as it was stored: \"" + key + "\" is missing or wrong";
    return new JapplyException(what, "make it again");
  }
}
