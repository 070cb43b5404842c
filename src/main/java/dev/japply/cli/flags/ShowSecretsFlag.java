package dev.japply.cli.flags;

import dev.japply.diff.Secrets;

/// The flag `--show-secrets`: whether the values of Secrets are shown to whoever reads the output.
public final class ShowSecretsFlag {
  private final Flag<Boolean> shown;

  /// @param where what they are shown in
  public ShowSecretsFlag(Flags flags, String where) {
    shown =
        flags
            .add("--show-secrets")
            .help(
                "Show the values of Secrets, not ***, in "
                    + where
                    + ". Careful: logs of CI systems and comments keep them for everyone to read.")
            .bool(false);
  }

  /// Whether they are to be shown.
  public Secrets secrets() {
    return shown.get() ? Secrets.SHOWN : Secrets.MASKED;
  }
}
