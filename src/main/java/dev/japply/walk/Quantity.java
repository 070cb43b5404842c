package dev.japply.walk;

import dev.japply.tree.GoJson;
import dev.japply.tree.Value;
import dev.japply.tree.Value.FloatValue;
import dev.japply.tree.Value.IntValue;
import dev.japply.tree.Value.StringValue;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Amounts such as `500m` and `0.5`, which are one amount in two forms.
///
/// Follows the grammar of `k8s.io/apimachinery/pkg/api/resource.Quantity`.
public final class Quantity {
  private static final Pattern FORM =
      Pattern.compile(
          "([+-]?(?:\\d+(?:\\.\\d*)?|\\.\\d+))([numkMGTPE]|[KMGTPE]i|[eE][+-]?\\d{1,3})?");
  private static final Map<String, BigDecimal> SUFFIXES =
      Map.ofEntries(
          Map.entry("n", BigDecimal.ONE.movePointLeft(9)),
          Map.entry("u", BigDecimal.ONE.movePointLeft(6)),
          Map.entry("m", BigDecimal.ONE.movePointLeft(3)),
          Map.entry("k", BigDecimal.ONE.movePointRight(3)),
          Map.entry("M", BigDecimal.ONE.movePointRight(6)),
          Map.entry("G", BigDecimal.ONE.movePointRight(9)),
          Map.entry("T", BigDecimal.ONE.movePointRight(12)),
          Map.entry("P", BigDecimal.ONE.movePointRight(15)),
          Map.entry("E", BigDecimal.ONE.movePointRight(18)),
          Map.entry("Ki", BigDecimal.valueOf(1L << 10)),
          Map.entry("Mi", BigDecimal.valueOf(1L << 20)),
          Map.entry("Gi", BigDecimal.valueOf(1L << 30)),
          Map.entry("Ti", BigDecimal.valueOf(1L << 40)),
          Map.entry("Pi", BigDecimal.valueOf(1L << 50)),
          Map.entry("Ei", BigDecimal.valueOf(1L << 60)));
  private static final int SMALLEST_SCALE = 9;

  private Quantity() {}

  /// Returns whether two values are the same amount.
  public static boolean same(Value a, Value b) {
    Optional<BigDecimal> left = amount(a);
    Optional<BigDecimal> right = amount(b);
    return left.isPresent() && right.isPresent() && left.get().compareTo(right.get()) == 0;
  }

  private static Optional<BigDecimal> amount(Value value) {
    return switch (value) {
      case StringValue(String text) -> amount(text);
      case IntValue number -> amount(GoJson.write(number));
      case FloatValue number -> amount(GoJson.write(number));
      default -> Optional.empty();
    };
  }

  private static Optional<BigDecimal> amount(String text) {
    Matcher form = FORM.matcher(text);
    if (!form.matches()) {
      return Optional.empty();
    }
    BigDecimal number = new BigDecimal(form.group(1));
    String suffix = form.group(2) == null ? "" : form.group(2);
    BigDecimal factor = SUFFIXES.get(suffix);
    if (factor == null) {
      factor =
          suffix.isEmpty()
              ? BigDecimal.ONE
              : BigDecimal.ONE.scaleByPowerOfTen(Integer.parseInt(suffix.substring(1)));
    }
    // Amounts smaller than a billionth are rounded up, as in the API server.
    BigDecimal amount = number.multiply(factor);
    return Optional.of(
        amount.scale() > SMALLEST_SCALE
            ? amount.setScale(SMALLEST_SCALE, RoundingMode.UP)
            : amount);
  }
}
