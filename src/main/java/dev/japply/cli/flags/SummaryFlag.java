package dev.japply.cli.flags;

import dev.japply.plan.Compatibility;
import dev.japply.plan.Difference;

/// The flag `--summary`, which commands have that apply objects or show what that would change.
public final class SummaryFlag {
  boolean wanted = true;

  /// Adds it to those of a command.
  public void declare(Flags flags) {
    flags
        .add("--summary")
        .help("End with a summary on standard error: how many objects, and what became of them.")
        .bool(wanted, value -> wanted = value);
  }

  /// Whether there is to be one.
  public boolean isWanted(Compatibility compatibility) {
    return wanted && compatibility.allows(Difference.SUMMARIZES);
  }
}
