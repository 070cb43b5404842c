package dev.japply.plan;

import dev.japply.problem.JapplyException;
import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import dev.japply.tree.Value.BoolValue;
import dev.japply.tree.Value.IntValue;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import dev.japply.tree.Value.StringValue;

/// Reads what stands in a tree that was stored, and has to be there.
final class StoredTree {
  private StoredTree() {}

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

  static JapplyException wrong(String key) {
    String what = "not a plan that was stored: \"" + key + "\" is missing or wrong";
    return new JapplyException(Problem.error(Origin.NONE, what, "plan again"));
  }
}
