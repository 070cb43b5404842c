package dev.japply.tree;

import java.math.BigInteger;
import java.util.Optional;

/// The numbers that Go's `encoding/json` reads.
public final class GoNumber {
  /// Integers of more digits are beyond what a float64 can hold.
  private static final int DIGITS = 309;

  /// Numbers up to this length are shown as a whole.
  private static final int SHOWN = 40;

  private GoNumber() {}

  /// The integer that `text` is, decimal digits without leading zeros and perhaps a sign; nothing
  /// when it is beyond what a float64 can hold, which Go does not read. Too many digits are not
  /// converted, which would take a time that grows with their square.
  public static Optional<BigInteger> integer(String text) {
    return text.length() > DIGITS + 1
        ? Optional.empty()
        : Optional.of(new BigInteger(text)).filter(GoNumber::holds);
  }

  /// Whether a float64 can hold `value`, but for its last digits.
  public static boolean holds(BigInteger value) {
    return Double.isFinite(value.doubleValue());
  }

  /// Returns the message about the number `text`, which Go does not read.
  public static String complaint(String text) {
    String shown =
        text.length() <= SHOWN
            ? text
            : "%s... (%d characters)".formatted(text.substring(0, SHOWN / 2), text.length());
    return "json: cannot unmarshal number " + shown + " into Go value of type float64";
  }
}
