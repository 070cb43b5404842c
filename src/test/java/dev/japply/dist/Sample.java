package dev.japply.dist;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.CharBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;

/// All that the compiler makes of records and of switches over types, with a description of what it
/// does.
public final class Sample {
  private Sample() {}

  sealed interface Shape {
    /// In an interface, with types that are nested in it.
    static String name(Shape shape) {
      return switch (shape) {
        case Dot() -> "dot";
        case Circle(double radius) when radius > 10 -> "big";
        case Circle circle -> "circle " + circle.radius();
        case Pair<?, ?>(Circle(double radius), Dot dot) when radius < 0 -> "negative" + dot;
        case Pair<?, ?>(Circle left, Circle right) -> "circles" + left + right;
        case Pair<?, ?>(Shape left, Shape right) -> "(" + name(left) + " " + right.own() + ")";
      };
    }

    default String own() {
      return switch (this) {
        case Dot dot -> "own " + dot;
        case Shape other -> "else " + name(other);
      };
    }
  }

  record Dot() implements Shape {}

  record Circle(double radius) implements Shape {}

  record Pair<L extends Shape, R extends Shape>(L left, R right) implements Shape {}

  enum Colour {
    RED,
    GREEN
  }

  /// One component of each kind.
  @SuppressWarnings("ArrayRecordComponent")
  record All(
      boolean truth,
      byte small,
      char letter,
      short two,
      int four,
      long eight,
      float half,
      double whole,
      String text,
      int[] array,
      List<Dot> list) {}

  /// With methods of its own, and a static field.
  record Own(String name, int ignored) {
    static final Own FIRST = new Own("first", 1);

    @Override
    public boolean equals(Object other) {
      return other instanceof Own(String theirs, int number) && name.equals(theirs);
    }

    @Override
    public int hashCode() {
      return name.length();
    }
  }

  private static String mixed(Object value) {
    return switch (value) {
      case null -> "null";
      case String text when text.isEmpty() -> "empty";
      case String text when text.length() > 3 && text.startsWith("l") -> "long " + text;
      case String text -> "text " + text;
      case Integer number when number > 5 -> "big " + number;
      case Integer number -> "int " + number;
      case Colour colour -> "colour " + colour;
      case int[] numbers -> "ints " + numbers.length;
      case Object[] objects -> "objects " + objects.length;
      case List<?> list when list.size() == 1 ->
          switch (list.getFirst()) {
            case Integer inner -> "of int " + inner;
            case CharSequence inner -> "of " + inner;
            default -> "of something";
          };
      case List<?> list -> "list " + list.size();
      default -> "other";
    };
  }

  /// Null ends it, and so it does in the middle of a pattern that wants a part.
  private static String strict(Object value) {
    try {
      return switch (value) {
        case CharSequence text -> "text " + text;
        case Number number -> {
          Function<Object, String> inner =
              other ->
                  switch (other) {
                    case Long big -> "long " + big;
                    case Number any -> "number " + any;
                    default -> "none";
                  };
          yield inner.apply(number);
        }
        default -> "other";
      };
    } catch (NullPointerException e) {
      return "null pointer";
    }
  }

  @SuppressWarnings("StatementSwitchToExpressionSwitch")
  private static int statement(Object value) {
    int sum = 0;
    switch (value) {
      case Integer number
      when number == 1:
        sum += 1;
        break;
      case Integer number:
        sum += 10 * number;
        break;
      case Colour colour
      when colour == Colour.RED:
        sum += 100;
        break;
      default:
        sum += 1000;
    }
    return sum;
  }

  private static String colour(Colour colour) {
    return switch (colour) {
      case RED -> "r";
      case GREEN -> "g";
    };
  }

  private static float[] floats() {
    return new float[] {0f, 1f, 1.5f, Float.NaN, -0f, Float.NaN};
  }

  private static double[] doubles() {
    return new double[] {0.0, 1.0, 1.5, Double.NaN, -0.0, Double.POSITIVE_INFINITY};
  }

  private static All all(int seed, int[] array) {
    return new All(
        seed % 2 == 0,
        (byte) seed,
        (char) ('a' + seed),
        (short) (3 * seed),
        seed * 5,
        (seed * 7L) << 33,
        floats()[seed],
        doubles()[seed],
        seed == 5 ? null : "text" + seed,
        array,
        List.of(new Dot()));
  }

  /// What all of it does, the same at each call.
  public static List<String> described() {
    var said = new ArrayList<String>();
    var dot = new Dot();
    for (Shape shape :
        List.of(
            dot,
            new Circle(11),
            new Circle(1),
            new Pair<>(new Circle(-1), dot),
            new Pair<>(new Circle(1), dot),
            new Pair<>(new Circle(1), new Circle(2)),
            new Pair<>(dot, new Pair<>(dot, dot)))) {
      said.add(Shape.name(shape) + " / " + shape.own());
    }
    for (Object value : values()) {
      said.add(mixed(value) + " / " + strict(value));
      if (value != null) {
        said.add("statement " + statement(value));
      }
    }
    said.add(colour(Colour.RED) + colour(Colour.GREEN));
    records(said);
    return said;
  }

  private static List<Object> values() {
    return Arrays.asList(
        null,
        "",
        "long one",
        "lo",
        "xyz",
        5,
        6,
        1,
        7L,
        Colour.RED,
        Colour.GREEN,
        new int[2],
        new String[3],
        List.of(1),
        List.of("a"),
        List.of(2.5),
        List.of(),
        1.5,
        new BigDecimal("2.50").setScale(1, RoundingMode.DOWN),
        CharBuffer.wrap("built"));
  }

  private static void records(List<String> said) {
    int[] array = {1};
    for (int i = 0; i < 6; i++) {
      All one = all(i, null);
      said.add(one.hashCode() + " " + one);
      for (int j = 0; j < 6; j++) {
        said.add(i + "=" + j + " " + all(i, array).equals(all(j, array)));
      }
    }
    said.add("arrays " + all(1, array).equals(all(1, new int[] {1})));
    var zero = new Circle(0.0);
    for (Object other : Arrays.asList(zero, new Circle(0.0), new Circle(-0.0), null, "x")) {
      said.add("zero " + zero.equals(other));
    }
    said.add("own " + Own.FIRST.equals(new Own("first", 2)) + Own.FIRST.hashCode());
    said.add("none " + new Dot().equals(new Dot()) + new Dot().hashCode());
    said.add("generic " + new Pair<>(zero, zero).hashCode());
  }
}
