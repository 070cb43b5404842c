package dev.japply.cli.flags;

/// `--validate`: the treatment of fields that the server does not know.
public final class ValidateFlag {
  String validate = "strict";

  /// Adds it to the flags of a command.
  public void declare(Flags flags) {
    flags
        .add("--validate")
        .label("strict|warn|ignore")
        .help("Whether unknown and duplicate fields are errors, warnings or ignored.")
        .bare("strict")
        .text(validate, value -> validate = value);
  }

  /// The value for the server: `Strict`, `Warn` or `Ignore`.
  ///
  /// @throws UsageException when there is no such value
  public String read() {
    return read(validate);
  }

  /// The same of a text.
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
