package dev.japply.cli;

import dev.japply.execute.Replacement;
import dev.japply.live.DeleteOptions.Propagation;
import java.time.Duration;
import java.util.OptionalInt;
import picocli.CommandLine.Option;

/// The flags about objects that are deleted: replaced ones, and pruned ones.
final class ReplaceFlags {
  @Option(
      names = "--force",
      arity = "1",
      fallbackValue = "true",
      paramLabel = "BOOL",
      description = "Delete and create again what cannot be changed.")
  boolean force;

  @Option(
      names = "--cascade",
      arity = "1",
      fallbackValue = "background",
      paramLabel = "background|orphan|foreground",
      description = "What becomes of the objects that a deleted object owns.")
  String cascade = "background";

  @Option(
      names = "--grace-period",
      paramLabel = "SECONDS",
      description = "How long a deleted object has to end; negative for its own time.")
  int gracePeriod = -1;

  @Option(
      names = "--timeout",
      paramLabel = "TIME",
      description = "How long to wait until a deleted object is gone; 0 for the default.")
  Duration timeout = Duration.ZERO;

  @Option(
      names = "--wait",
      arity = "1",
      fallbackValue = "true",
      paramLabel = "BOOL",
      description = "Wait until deleted objects are gone.")
  boolean await;

  /// How an object is replaced.
  Replacement replacement(Console console) {
    return new Replacement(
        propagation(console), gracePeriodSeconds(), timeout, console.temporaryDirectory());
  }

  /// What becomes of the objects that deleted ones own.
  Propagation propagation(Console console) {
    if (GoValues.isBool(cascade)) {
      boolean on = GoValues.bool("--cascade", cascade);
      console.warn(
          "--cascade=%s is deprecated (boolean value) and can be replaced with --cascade=%s."
              .formatted(cascade, on ? "background" : "orphan"));
      return on ? Propagation.BACKGROUND : Propagation.ORPHAN;
    }
    return switch (cascade) {
      case "background" -> Propagation.BACKGROUND;
      case "orphan" -> Propagation.ORPHAN;
      case "foreground" -> Propagation.FOREGROUND;
      default ->
          throw new UsageException(
              "invalid cascade value (%s). Must be \"background\", \"foreground\", or \"orphan\""
                  .formatted(cascade));
    };
  }

  OptionalInt gracePeriodSeconds() {
    return gracePeriod < 0 ? OptionalInt.empty() : OptionalInt.of(gracePeriod);
  }
}
