package dev.japply.tree;

import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Makes JSON texts at random, in forms that few people write: the same seed makes the same texts.
final class JsonTexts {
  private static final List<String> PIECES =
      List.of(
          "a",
          "Z",
          "0",
          " ",
          "\\n",
          "\\t",
          "\\b",
          "\\f",
          "\\r",
          "\\/",
          "\\\\",
          "\\\"",
          "<",
          "&",
          ">",
          "\\u003c",
          "\\u0000",
          "\\u001f",
          "\u007f",
          "\\u00e4",
          "ä",
          "€",
          "\u2028",
          "\\u2029",
          "\ufffd",
          "\uffff",
          "\ud83d\ude00",
          "\\ud83d\\ude00",
          "\\ud83d",
          "\\ude00",
          "$",
          "-");
  private static final int MAX_DEPTH = 4;

  private final SplittableRandom random;

  JsonTexts(long seed) {
    this.random = new SplittableRandom(seed);
  }

  /// A value of any kind.
  String value() {
    return value(0);
  }

  private String value(int depth) {
    return switch (random.nextInt(depth < MAX_DEPTH ? 8 : 5)) {
      case 0 -> List.of("null", "true", "false").get(random.nextInt(3));
      case 1 -> string();
      case 2 -> integer();
      case 3 -> decimal();
      case 4 -> bits();
      case 5 -> repeat(",", () -> value(depth + 1), "[%s]");
      default -> repeat(",", () -> string() + ": " + value(depth + 1), "{%s}");
    };
  }

  private String repeat(String separator, Supplier<String> part, String form) {
    return form.formatted(
        Stream.generate(part).limit(random.nextInt(4)).collect(Collectors.joining(separator)));
  }

  private String string() {
    return repeat("", () -> PIECES.get(random.nextInt(PIECES.size())), "\"%s\"");
  }

  /// Up to 25 digits, so that many are beyond 64 bits.
  private String integer() {
    String digits = digits(1 + random.nextInt(25)).replaceFirst("^0+(?=.)", "");
    return (random.nextBoolean() ? "-" : "") + digits;
  }

  private String decimal() {
    String exponent = List.of("", "e", "E", "e+", "e-").get(random.nextInt(5));
    return integer()
        + (exponent.isEmpty() || random.nextBoolean() ? "." + digits(1 + random.nextInt(20)) : "")
        + (exponent.isEmpty() ? "" : exponent + random.nextInt(30));
  }

  private String digits(int count) {
    return random.ints(count, 0, 10).mapToObj(Integer::toString).collect(Collectors.joining());
  }

  /// A float64 of random bits, or one near a power of ten.
  private String bits() {
    double value =
        random.nextBoolean()
            ? Double.longBitsToDouble(random.nextLong())
            : Math.nextAfter(
                Double.parseDouble("1e" + (random.nextInt(60) - 30)), random.nextInt(3) - 1.0);
    return Double.isFinite(value) ? Double.toString(value) : "0.0";
  }
}
