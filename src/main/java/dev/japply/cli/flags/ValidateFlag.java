package dev.japply.cli.flags;

/// The values of `--validate`.
public final class ValidateFlag {
  private ValidateFlag() {}

  /// What the server is asked for: `Strict`, `Warn` or `Ignore`.
  public static String read(String value) {
    if (GoValues.isBool(value)) {
      return GoValues.bool("--validate", value) ? "Strict" : "Ignore";
    }
    return switch (value) {
      case "strict" -> "Strict";
      case "warn" -> "Warn";
      case "ignore" -> "Ignore";
      default ->
          throw new UsageException(
              "invalid - validate option \""
                  + value
                  + "\"; must be one of: strict (or true), warn, ignore (or false)");
    };
  }
}
