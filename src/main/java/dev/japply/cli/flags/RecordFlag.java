package dev.japply.cli.flags;

import dev.japply.problem.WarningId;
import java.util.Optional;

/// The flag `--record`, which is deprecated in kubectl.
public final class RecordFlag {
  private final Flag<Boolean> wanted;

  public RecordFlag(Flags flags) {
    wanted =
        flags
            .add("--record")
            .help("Deprecated: record the command line in the objects as their change cause.")
            .hidden()
            .bool(false);
  }

  /// Returns the change cause for objects; empty if none is written.
  public Optional<ChangeCause> cause(GlobalFlags global, Console console) {
    if (!wanted.isGiven()) {
      return Optional.empty();
    }
    console.warn(
        WarningId.DEPRECATED_FLAG,
        wanted.located(
            "Flag --record has been deprecated, --record will be removed in the future; annotate"
                + " the manifest with kubernetes.io/change-cause instead"));
    return wanted.get() ? Optional.of(global.cause(console)) : Optional.empty();
  }
}
