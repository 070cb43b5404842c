package dev.japply.cli;

import java.util.Optional;
import picocli.CommandLine.Option;

/// The flag `--record`, which kubectl no longer likes.
final class RecordFlag {
  @Option(
      names = "--record",
      arity = "1",
      fallbackValue = "true",
      paramLabel = "BOOL",
      hidden = true,
      description = "Deprecated: write the command line into the objects, as their change cause.")
  boolean wanted;

  /// What to write into objects.
  Optional<ChangeCause> cause(GlobalFlags global, Console console) {
    if (!global.given("--record")) {
      return Optional.empty();
    }
    console.warn(
        "Flag --record has been deprecated, --record will be removed in the future; annotate the"
            + " manifest with kubernetes.io/change-cause instead");
    return wanted ? Optional.of(global.cause(console)) : Optional.empty();
  }
}
