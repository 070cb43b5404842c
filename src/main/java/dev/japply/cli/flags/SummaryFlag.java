package dev.japply.cli.flags;

import dev.japply.plan.Compatibility;
import dev.japply.plan.Difference;

/// The flag `--summary`, which commands have that apply objects or show what that would change.
public final class SummaryFlag {
  private final Flag<Boolean> wanted;

  public SummaryFlag(Flags flags) {
    wanted =
        flags
            .add("--summary")
            .help(
                "End with a summary on standard error: how many objects, and what became of them.")
            .bool(true);
  }

  /// Whether there is to be one.
  public boolean isWanted(Compatibility compatibility) {
    return wanted.get() && compatibility.allows(Difference.SUMMARIZES);
  }
}
