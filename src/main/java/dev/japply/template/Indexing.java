package dev.japply.template;

import dev.japply.golang.GoConstants;
import dev.japply.golang.GoValue;
import dev.japply.golang.GoValue.Boxed;
import dev.japply.golang.GoValue.Dict;
import dev.japply.golang.GoValue.Invalid;
import dev.japply.golang.GoValue.Octet;
import dev.japply.golang.GoValue.Seq;
import dev.japply.golang.GoValue.Text;
import dev.japply.golang.GoValue.Whole;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/// The functions `index`, `slice` and `exists`.
final class Indexing {
  private Indexing() {}

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
          new Octet(bytes.charAt(inside(place(index, bytes.length()), bytes.length(), "string")));
      case Seq seq ->
          seq.items().get(inside(place(index, seq.items().size()), seq.items().size(), "slice"));
      case Dict dict -> dict.entries().getOrDefault(key(index), GoConstants.NIL);
      default -> throw new CallException("can't index item of type " + item.unboxed().typeName());
    };
  }

  private static String key(GoValue index) {
    return switch (index) {
      case Text(String bytes) -> bytes;
      case Invalid() -> throw new CallException("value is nil; should be of type string");
      default ->
          throw new CallException("value has type " + index.typeName() + "; should be string");
    };
  }

  private static int place(GoValue index, int limit) {
    if (index instanceof Invalid) {
      throw new CallException("cannot index slice/array with nil");
    }
    OptionalLong place = integer(index);
    if (place.isEmpty()) {
      throw new CallException("cannot index slice/array with type " + index.typeName());
    }
    if (place.getAsLong() < 0 || place.getAsLong() > limit) {
      throw new CallException("index out of range: " + place.getAsLong());
    }
    return (int) place.getAsLong();
  }

  private static int inside(int place, int size, String kind) {
    if (place == size) {
      throw new CallException("reflect: " + kind + " index out of range");
    }
    return place;
  }

  private static OptionalLong integer(GoValue value) {
    return switch (value) {
      case Whole whole -> OptionalLong.of(whole.value());
      case Octet(int octet) -> OptionalLong.of(octet);
      default -> OptionalLong.empty();
    };
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
      case Seq seq -> {
        int size = seq.items().size();
        int[] places = places(indexes, size, capacity(size));
        var padded = new ArrayList<>(seq.items());
        while (padded.size() < places[1]) {
          padded.add(GoConstants.NIL);
        }
        yield new Seq(padded.subList(places[0], places[1]));
      }
      default -> throw new CallException("can't slice item of type " + item.typeName());
    };
  }

  /// Unlike `index`, Go's `slice` takes no integers out of maps and lists.
  private static int[] places(List<GoValue> indexes, int size, int capacity) {
    int[] places = {0, size, capacity};
    for (int i = 0; i < indexes.size(); i++) {
      places[i] = place(indexes.get(i), capacity);
    }
    ordered(places[0], places[1]);
    if (indexes.size() == 3) {
      ordered(places[1], places[2]);
    }
    return places;
  }

  private static void ordered(int first, int second) {
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

  /// What is at a place; [GoConstants#INVALID] if nothing is.
  private static GoValue child(GoValue value, GoValue index) {
    GoValue at = value instanceof Boxed(GoValue inner) ? inner : value;
    OptionalLong number = integer(index);
    return switch (at) {
      case Dict dict when index instanceof Text(String key) ->
          dict.entries().getOrDefault(key, GoConstants.INVALID);
      case Dict dict when index instanceof Invalid ->
          dict.entries().getOrDefault("", GoConstants.INVALID);
      case Seq seq when within(number, seq.items().size()) ->
          seq.items().get((int) number.getAsLong());
      case Text(String bytes) when within(number, bytes.length()) ->
          new Octet(bytes.charAt((int) number.getAsLong()));
      default -> GoConstants.INVALID;
    };
  }

  private static boolean within(OptionalLong number, int size) {
    return number.isPresent() && number.getAsLong() >= 0 && number.getAsLong() < size;
  }
}
