package dev.japply.golang;

import dev.japply.golang.GoValue.Basic;
import dev.japply.golang.GoValue.Boxed;
import dev.japply.golang.GoValue.Integral;
import dev.japply.golang.GoValue.Invalid;
import dev.japply.golang.GoValue.Slice;
import dev.japply.golang.GoValue.Text;
import dev.japply.golang.GoValue.Uint8;
import java.util.ArrayList;
import java.util.List;

/// The functions `index`, `slice` and `exists`.
final class IndexFunctions {
  private IndexFunctions() {}

  static GoValue index(GoValue item, List<GoValue> indexes) {
    if (item instanceof Invalid) {
      throw new CallException("index of untyped nil");
    }
    GoValue current = item;
    for (GoValue index : indexes) {
      current = index(current, index.unboxed());
    }
    return current;
  }

  private static GoValue index(GoValue item, GoValue index) {
    return switch (item.unboxed()) {
      case Invalid() -> throw new CallException("index of nil pointer");
      case Text(String bytes) ->
          new Uint8(bytes.charAt(inside(place(index, bytes.length()), bytes.length(), "string")));
      case Slice slice ->
          slice
              .items()
              .get(inside(place(index, slice.items().size()), slice.items().size(), "slice"));
      case GoValue.Map map -> map.entries().getOrDefault(key(index), GoConstants.NIL);
      case Basic basic -> throw notIndexable(basic);
      case Boxed boxed -> throw notIndexable(boxed);
    };
  }

  private static CallException notIndexable(GoValue item) {
    return new CallException("can't index item of type " + item.typeName());
  }

  private static String key(GoValue index) {
    return switch (index) {
      case Text(String bytes) -> bytes;
      case Invalid() -> throw new CallException("value is nil; should be of type string");
      case Basic basic -> throw noKey(basic);
      case Boxed boxed -> throw noKey(boxed);
      case GoValue.Map map -> throw noKey(map);
      case Slice slice -> throw noKey(slice);
    };
  }

  private static CallException noKey(GoValue index) {
    return new CallException("value has type " + index.typeName() + "; should be string");
  }

  private static int place(GoValue index, int limit) {
    if (index instanceof Invalid) {
      throw new CallException("cannot index slice/array with nil");
    }
    if (!(index instanceof Integral integer)) {
      throw new CallException("cannot index slice/array with type " + index.typeName());
    }
    if (integer.value() < 0 || integer.value() > limit) {
      throw new CallException("index out of range: " + integer.value());
    }
    return (int) integer.value();
  }

  private static int inside(int place, int size, String kind) {
    if (place == size) {
      throw new CallException("reflect: " + kind + " index out of range");
    }
    return place;
  }

  static GoValue slice(GoValue item, List<GoValue> indexes) {
    if (item instanceof Invalid) {
      throw new CallException("slice of untyped nil");
    }
    if (indexes.size() > 3) {
      throw new CallException("too many slice indexes: " + indexes.size());
    }
    return switch (item) {
      case Text text when indexes.size() == 3 ->
          throw new CallException("cannot 3-index slice a string");
      case Text(String bytes) -> {
        int[] places = places(indexes, bytes.length(), bytes.length());
        yield new Text(bytes.substring(places[0], places[1]));
      }
      case Slice slice -> {
        int size = slice.items().size();
        int[] places = places(indexes, size, capacity(size));
        var padded = new ArrayList<>(slice.items());
        while (padded.size() < places[1]) {
          padded.add(GoConstants.NIL);
        }
        yield new Slice(padded.subList(places[0], places[1]));
      }
      case Invalid() -> throw notSliceable(item);
      case Basic basic -> throw notSliceable(basic);
      case Boxed boxed -> throw notSliceable(boxed);
      case GoValue.Map map -> throw notSliceable(map);
    };
  }

  private static CallException notSliceable(GoValue item) {
    return new CallException("can't slice item of type " + item.typeName());
  }

  /// Unlike `index`, Go's `slice` takes no integers out of maps and lists.
  private static int[] places(List<GoValue> indexes, int size, int capacity) {
    int[] places = {0, size, capacity};
    for (int i = 0; i < indexes.size(); i++) {
      places[i] = place(indexes.get(i), capacity);
    }
    requireOrder(places[0], places[1]);
    if (indexes.size() == 3) {
      requireOrder(places[1], places[2]);
    }
    return places;
  }

  private static void requireOrder(int first, int second) {
    if (first > second) {
      throw new CallException("invalid slice index: " + first + " > " + second);
    }
  }

  /// Up to where Go lets a list be cut: it reads lists into room for the next power of two.
  private static int capacity(int size) {
    return size < 2 ? size : Integer.highestOneBit(size - 1) << 1;
  }

  /// Without indexes all exists, nil too.
  static boolean exists(GoValue item, List<GoValue> indexes) {
    GoValue current = item.unboxed();
    for (GoValue index : indexes) {
      GoValue place = index.unboxed();
      current = child(current, place);
    }
    return indexes.isEmpty() || current.present();
  }

  /// Returns the value at an index or key; [GoConstants#INVALID] if there is none.
  private static GoValue child(GoValue value, GoValue index) {
    long number = index instanceof Integral integer ? integer.value() : -1;
    return switch (value.unboxed()) {
      case GoValue.Map map when index instanceof Text(String key) ->
          map.entries().getOrDefault(key, GoConstants.INVALID);
      case GoValue.Map map when index instanceof Invalid ->
          map.entries().getOrDefault("", GoConstants.INVALID);
      case Slice slice when within(number, slice.items().size()) -> slice.items().get((int) number);
      case Text(String bytes) when within(number, bytes.length()) ->
          new Uint8(bytes.charAt((int) number));
      case Invalid() -> GoConstants.INVALID;
      case Boxed boxed -> GoConstants.INVALID;
      case Basic basic -> GoConstants.INVALID;
      case GoValue.Map map -> GoConstants.INVALID;
      case Slice slice -> GoConstants.INVALID;
    };
  }

  private static boolean within(long number, int size) {
    return number >= 0 && number < size;
  }
}
