package dev.japply.yaml;

import dev.japply.tree.Value.IntValue;
import dev.japply.yaml.YamlNode.Scalar;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/// Numbers that begin with a zero: octal in YAML 1.1, which is what everybody wants of a file's
/// mode and hardly anybody of anything else.
final class OctalNotice {
  private static final Pattern OCTAL = Pattern.compile("[-+]?0[0-7_]+");

  /// From here on octal numbers are not what they look like.
  private static final long OCTAL_BASE = 8;

  private OctalNotice() {}

  /// What to say of the value of `key`.
  static Optional<Notice> about(String key, YamlNode node) {
    if (key.toLowerCase(Locale.ROOT).endsWith("mode")
        || !(node instanceof Scalar scalar)
        || !scalar.plain()
        || !OCTAL.matcher(scalar.text()).matches()
        || !(ScalarResolver.resolve(scalar) instanceof IntValue(long number))
        || Math.abs(number) < OCTAL_BASE) {
      return Optional.empty();
    }
    return Optional.of(
        new Notice(
            scalar.place(),
            "%s: %s is read as an octal number, %d".formatted(key, scalar.text(), number),
            "remove the leading 0 if it is meant as a decimal number, or put quotes around it"));
  }
}
