package dev.japply.cli.flags;

/// The flags for a run over targets of the project file.
public final class TargetFlags {
  /// The flag that selects targets.
  public static final String TARGETS = "--targets";

  /// The flag for runs without the targets that do not respond.
  public static final String SKIP = "--skip-unreachable";

  private final Flag<String> targets;
  private final Flag<Boolean> skip;

  TargetFlags(Flags flags, boolean connects) {
    targets =
        flags
            .add(TARGETS)
            .label("NAME,...|LABELS|all")
            .help("Run once for each of these targets of the project file, with its own context.")
            .text("");
    skip =
        flags
            .where(connects)
            .add(SKIP)
            .rare()
            .help("Leave out targets whose server does not respond, and fail at the end.")
            .bool(false);
  }

  /// Returns the text that selects targets; empty for a run without targets.
  public String selection() {
    return targets.get();
  }

  /// Whether targets whose server does not respond are left out.
  public boolean skipsUnreachable() {
    return skip.get();
  }

  /// Whether the command runs over targets.
  ///
  /// @throws UsageException if the flags are invalid
  public boolean isWanted() {
    if (targets.isGiven() && targets.get().isEmpty()) {
      throw new UsageException("invalid --targets value \"\"; must be names, labels or all");
    }
    if (skip.get() && targets.get().isEmpty()) {
      throw new UsageException(SKIP + " is only for " + TARGETS);
    }
    return !targets.get().isEmpty();
  }
}
