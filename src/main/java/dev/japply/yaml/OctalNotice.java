package dev.japply.yaml;

import dev.japply.problem.WarningId;
import dev.japply.tree.Value.IntValue;
import dev.japply.yaml.YamlNode.Scalar;
import java.util.Locale;
import java.util.Optional;

/// Warns about numbers with a leading zero, which YAML 1.1 reads as octal. File modes are exempt,
/// because they are usually written in octal.
final class OctalNotice {
  /// The smallest number whose octal form differs from its decimal form.
  private static final long OCTAL_BASE = 8;

  private OctalNotice() {}

  /// Returns the warning about the value of `key`; empty if it is not octal.
  static Optional<DocumentWarning> about(String key, YamlNode node) {
    if (!(node instanceof Scalar scalar)
        || !scalar.plain()
        || !isOctal(scalar.text())
        || key.toLowerCase(Locale.ROOT).endsWith("mode")
        || !(ScalarResolver.resolve(scalar) instanceof IntValue(long number))
        || Math.abs(number) < OCTAL_BASE) {
      return Optional.empty();
    }
    return Optional.of(
        new DocumentWarning(
            WarningId.OCTAL_NUMBER,
            scalar.place(),
            "%s: %s is read as an octal number, %d".formatted(key, scalar.text(), number),
            "remove the leading 0 to make it a decimal number, or quote it"));
  }

  /// Whether a text has the form of an octal number: `[-+]?0[0-7_]+`.
  static boolean isOctal(String text) {
    int start = text.startsWith("-") || text.startsWith("+") ? 1 : 0;
    boolean isOctal = text.length() > start + 1 && text.charAt(start) == '0';
    for (int i = start + 1; isOctal && i < text.length(); i++) {
      char c = text.charAt(i);
      isOctal = (c >= '0' && c <= '7') || c == '_';
    }
    return isOctal;
  }
}
