package dev.japply.cli.flags;

import java.util.Optional;

/// The flag `--record`, which kubectl no longer likes.
public final class RecordFlag {
  boolean wanted;

  /// Adds them to those of a command.
  public void declare(Flags flags) {
    flags
        .add("--record")
        .help("Deprecated: record the command line in the objects as their change cause.")
        .hidden()
        .bool(wanted, value -> wanted = value);
  }

  /// What to write into objects.
  public Optional<ChangeCause> cause(GlobalFlags global, Console console) {
    if (!global.given("--record")) {
      return Optional.empty();
    }
    console.warn(
        "Flag --record has been deprecated, --record will be removed in the future; annotate the"
            + " manifest with kubernetes.io/change-cause instead");
    return wanted ? Optional.of(global.cause(console)) : Optional.empty();
  }
}
