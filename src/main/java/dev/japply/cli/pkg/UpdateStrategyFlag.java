package dev.japply.cli.pkg;

import dev.japply.cli.flags.Flag;
import dev.japply.cli.flags.Flags;
import dev.japply.cli.flags.UsageException;
import dev.japply.kpt.UpdateStrategy;
import org.jspecify.annotations.Nullable;

/// `--strategy` of the commands for packages.
final class UpdateStrategyFlag {
  private final Flag<String> flag;

  /// @param help what it does
  UpdateStrategyFlag(Flags flags, String help) {
    flag =
        flags
            .add("--strategy")
            .label("resource-merge|fast-forward|force-delete-replace")
            .help(help)
            .text("");
  }

  /// What was asked for; null when nothing was.
  ///
  /// @throws UsageException when there is no such strategy
  @Nullable UpdateStrategy get() {
    String value = flag.get();
    if (value.isEmpty()) {
      return null;
    }
    return UpdateStrategy.of(value)
        .orElseThrow(() ->
            new UsageException(
                "invalid --strategy value \""
                    + value
                    + "\"; must be one of "
                    + UpdateStrategy.names()));
  }

  /// The same, or `other` when nothing was asked for.
  UpdateStrategy orElse(UpdateStrategy other) {
    UpdateStrategy asked = get();
    return asked == null ? other : asked;
  }
}
