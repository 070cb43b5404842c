package dev.japply.cli.flags;

import dev.japply.diff.Secrets;

/// The flag `--show-secrets`: whether the values of Secrets are shown to whoever reads the output.
public final class ShowSecretsFlag {
  boolean shown;

  /// Adds it to those of a command.
  ///
  /// @param where what they are shown in
  public void declare(Flags flags, String where) {
    flags
        .add("--show-secrets")
        .help(
            "Show the values of Secrets, not ***, in "
                + where
                + ". Careful: logs of CI systems and comments keep them for everyone to read.")
        .bool(shown, value -> shown = value);
  }

  /// Whether they are to be shown.
  public Secrets secrets() {
    return shown ? Secrets.SHOWN : Secrets.MASKED;
  }
}
