package dev.japply.cli.flags;

import dev.japply.cluster.DeleteOptions.Propagation;
import dev.japply.problem.WarningId;

/// The flags for the dependents of a deleted object, and for its grace period.
public final class DeletionFlags {
  private final Flag<Cascade> cascade;
  private final Flag<Integer> gracePeriod;

  public DeletionFlags(Flags flags) {
    cascade =
        flags
            .add("--cascade")
            .rare()
            .label("background|orphan|foreground")
            .help(
                "Delete the dependents of a deleted object in the background or foreground, or"
                    + " orphan them.")
            .bare("background")
            .value("background", DeletionFlags::cascade);
    gracePeriod =
        flags
            .add("--grace-period")
            .rare()
            .label("SECONDS")
            .help("The grace period of deletions in seconds; negative for the object's own.")
            .number(-1);
  }

  /// The propagation of a deletion to dependents.
  ///
  /// @param warning a deprecation warning; empty for none
  private record Cascade(Propagation propagation, String warning) {}

  /// Returns the propagation, and prints a warning if its value is deprecated.
  public Propagation propagation(Console console) {
    Cascade cascading = cascade.get();
    if (!cascading.warning().isEmpty()) {
      console.warn(WarningId.DEPRECATED_FLAG, cascade.located(cascading.warning()));
    }
    return cascading.propagation();
  }

  /// Returns the propagation that a plan file names.
  public static Propagation propagation(String planned) {
    return cascade(planned).propagation();
  }

  /// Returns the grace period in seconds; negative for the object's own.
  public int gracePeriod() {
    return gracePeriod.get();
  }

  private static Cascade cascade(String value) {
    if (GoValues.isBool(value)) {
      boolean on = GoValues.bool(value);
      return new Cascade(
          on ? Propagation.BACKGROUND : Propagation.ORPHAN,
          "--cascade=%s is deprecated (boolean value) and can be replaced with --cascade=%s."
              .formatted(value, on ? "background" : "orphan"));
    }
    return switch (value) {
      case "background" -> new Cascade(Propagation.BACKGROUND, "");
      case "orphan" -> new Cascade(Propagation.ORPHAN, "");
      case "foreground" -> new Cascade(Propagation.FOREGROUND, "");
      default ->
          throw new UsageException(
              "invalid cascade value (%s). Must be \"background\", \"foreground\", or \"orphan\""
                  .formatted(value));
    };
  }
}
