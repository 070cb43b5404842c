package dev.japply.golang;

import dev.japply.golang.GoValue.Basic;
import dev.japply.golang.GoValue.Bool;

/// The comparisons of filters: of two strings, two booleans, two integers or two fractions.
final class JsonPathComparison {
  private static final String INCOMPARABLE = "invalid type for comparison";

  private JsonPathComparison() {}

  static boolean holds(GoValue left, String operator, GoValue right) {
    return switch (operator) {
      case "==" -> equal(left, right);
      case "!=" -> !equal(left, right);
      case "<" -> order(left, right) < 0;
      case ">" -> order(left, right) > 0;
      case "<=" -> order(left, right) <= 0;
      case ">=" -> order(left, right) >= 0;
      default ->
          throw new JsonPathException("unrecognized filter operator " + ByteText.decode(operator));
    };
  }

  private static boolean equal(GoValue left, GoValue right) {
    if (left instanceof Bool(boolean a) && right instanceof Bool(boolean b)) {
      return a == b;
    }
    return compare(left, right) == 0;
  }

  private static int order(GoValue left, GoValue right) {
    if (left instanceof Bool && right instanceof Bool) {
      throw new JsonPathException(INCOMPARABLE);
    }
    return compare(left, right);
  }

  private static int compare(GoValue left, GoValue right) {
    return KindComparison.compare(left, right)
        .orElseThrow(() ->
            new JsonPathException(
                left instanceof Basic && right instanceof Basic
                    ? "incompatible types for comparison"
                    : INCOMPARABLE));
  }
}
