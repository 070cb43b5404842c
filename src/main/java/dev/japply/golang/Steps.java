package dev.japply.golang;

import dev.japply.golang.GoValue.Basic;
import dev.japply.golang.GoValue.Boxed;
import dev.japply.golang.GoValue.Invalid;
import dev.japply.golang.GoValue.Slice;
import dev.japply.golang.GoValue.Text;
import dev.japply.golang.GoValue.Uint8;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/// The steps down into values. Maps are walked in the order of their keys, where kubectl's order
/// changes from run to run.
///
/// @param allowMissing whether a field that is not there is empty and no error
record Steps(boolean allowMissing) {

  List<GoValue> field(List<GoValue> input, String name) {
    var results = new ArrayList<GoValue>();
    for (GoValue value : input) {
      if (value.unboxed() instanceof GoValue.Map map && map.entries().containsKey(name)) {
        results.add(map.entries().get(name));
      }
    }
    if (results.isEmpty() && !input.isEmpty() && !allowMissing) {
      throw new JsonPathException(ByteText.decode(name) + " is not found");
    }
    return results;
  }

  List<GoValue> slice(List<GoValue> input, JsonPathNode.Slice slice) {
    var results = new ArrayList<GoValue>();
    for (GoValue value : input) {
      if (value instanceof Boxed(Invalid())) {
        continue;
      }
      if (!(value.unboxed() instanceof Slice(List<GoValue> items))) {
        throw new JsonPathException(value.unboxed().typeName() + " is not array or slice");
      }
      int from = from(slice, items.size());
      int to = to(slice, items.size());
      if (from == to) {
        return results;
      }
      check(from, to, items.size());
      int step = slice.step();
      if (step <= 0) {
        throw new JsonPathException("step must be > 0");
      }
      for (int i = from; i < to; i += step) {
        results.add(items.get(i));
      }
    }
    return results;
  }

  private static int from(JsonPathNode.Slice slice, int size) {
    int from = slice.from();
    return from < 0 ? from + size : from;
  }

  private static int to(JsonPathNode.Slice slice, int size) {
    int to = Objects.requireNonNullElse(slice.to(), size);
    return to < 0 || (to == 0 && slice.single()) ? to + size : to;
  }

  private static void check(int from, int to, int size) {
    if (from >= size || from < 0) {
      throw new JsonPathException(bounds(from, size));
    }
    if (to > size || to < 0) {
      throw new JsonPathException(bounds(to - 1, size));
    }
    if (from > to) {
      throw new JsonPathException("starting index " + from + " is greater than ending index " + to);
    }
  }

  private static String bounds(int index, int size) {
    return "array index out of bounds: index " + index + ", length " + size;
  }

  static List<GoValue> wildcard(List<GoValue> input) {
    var results = new ArrayList<GoValue>();
    input.forEach(value -> results.addAll(children(value)));
    return results;
  }

  static List<GoValue> descent(List<GoValue> input) {
    var results = new ArrayList<GoValue>();
    for (GoValue value : input) {
      List<GoValue> children = children(value);
      if (!children.isEmpty()) {
        results.add(value.unboxed());
        results.addAll(descent(children));
      }
    }
    return results;
  }

  private static List<GoValue> children(GoValue value) {
    return switch (value.unboxed()) {
      case GoValue.Map map -> List.copyOf(map.entries().values());
      case Slice slice -> slice.items();
      case Text(String bytes) -> bytes.chars().<GoValue>mapToObj(Uint8::new).toList();
      case Basic basic -> List.of();
      case Invalid() -> List.of();
      case Boxed boxed -> List.of();
    };
  }

  /// The items that a filter chooses from.
  static List<GoValue> items(GoValue value) {
    if (value.unboxed() instanceof Slice(List<GoValue> items)) {
      return items;
    }
    throw new JsonPathException(
        value.unboxed().typeName() + " is not array or slice and cannot be filtered");
  }
}
