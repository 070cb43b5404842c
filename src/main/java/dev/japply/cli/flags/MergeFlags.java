package dev.japply.cli.flags;

/// The flags that say what an apply makes of unknown fields, and of those that others have changed.
public final class MergeFlags {
  private final ValidateFlag validate = new ValidateFlag();
  boolean overwrite = true;

  /// Adds them to those of a command.
  public void declare(Flags flags) {
    validate.declare(flags);
    flags
        .add("--overwrite")
        .help(
            "Overwrite what others changed in fields of the manifest; if false, report it as an"
                + " error.")
        .bool(overwrite, value -> overwrite = value);
  }

  /// What the server is asked to make of unknown fields: `Strict`, `Warn` or `Ignore`.
  ///
  /// @throws UsageException when there is no such value
  public String validation() {
    return validate.read();
  }

  /// Whether the manifest wins.
  public boolean overwrites() {
    return overwrite;
  }
}
