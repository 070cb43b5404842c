package dev.japply.cli.flags;

/// The flags for unknown fields, and for fields that other clients have changed.
public final class MergeFlags {
  private final Flag<String> validate;
  private final Flag<Boolean> overwrite;

  public MergeFlags(Flags flags) {
    validate = validate(flags);
    overwrite =
        flags
            .add("--overwrite")
            .rare()
            .help(
                "Overwrite changes by other writers in fields of the manifest; if false, report"
                    + " them as errors.")
            .bool(true);
  }

  /// Adds `--validate` with its usual help.
  public static Flag<String> validate(Flags flags) {
    return validate(
        flags, "Treat unknown and duplicate fields as errors, as warnings, or ignore them.");
  }

  /// Adds `--validate`, whose value is sent to the server: `Strict`, `Warn` or `Ignore`.
  public static Flag<String> validate(Flags flags, String help) {
    return flags
        .add("--validate")
        .rare()
        .label("strict|warn|ignore")
        .help(help)
        .bare("strict")
        .value("strict", MergeFlags::validation);
  }

  private static String validation(String value) {
    if (GoValues.isBool(value)) {
      return GoValues.bool(value) ? "Strict" : "Ignore";
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

  /// Returns the validation by the server: `Strict`, `Warn` or `Ignore`.
  ///
  /// @throws UsageException if the value is invalid
  public String validation() {
    return validate.get();
  }

  /// Whether the manifest overwrites changes of other clients.
  public boolean overwrites() {
    return overwrite.get();
  }
}
