package dev.japply.cli.flags;

import dev.japply.apply.DeletionOptions;
import dev.japply.apply.RecreateOptions;
import dev.japply.cluster.DeleteOptions.Propagation;
import dev.japply.plan.file.PlanFile;
import dev.japply.problem.WarningId;
import java.time.Duration;
import java.util.Locale;

/// The flags for deleted objects, both replaced and pruned.
public final class RecreateFlags {
  private final Flag<Boolean> force;
  private final Flag<Cascade> cascade;
  private final Flag<Integer> gracePeriod;
  private final Flag<Duration> timeout;
  private final Flag<Boolean> await;

  /// @param waits whether the command deletes objects, and can wait for their deletion
  public RecreateFlags(Flags flags, boolean waits) {
    force =
        flags
            .add("--force")
            .help("Delete and recreate objects that cannot be updated.")
            .bool(false);
    cascade =
        flags
            .add("--cascade")
            .rare()
            .label("background|orphan|foreground")
            .help(
                "Delete the dependents of a deleted object in the background or foreground, or"
                    + " orphan them.")
            .bare("background")
            .value("background", RecreateFlags::cascade);
    gracePeriod =
        flags
            .add("--grace-period")
            .rare()
            .label("SECONDS")
            .help("The grace period of deletions in seconds; negative for the object's own.")
            .number(-1);
    Flags waiting = flags.where(waits);
    timeout =
        waiting
            .add("--timeout")
            .rare()
            .label("TIME")
            .help("The maximum time until a deleted object is gone; 0 for the default.")
            .time(Duration.ZERO);
    await =
        waiting
            .add("--wait")
            .rare()
            .help("Wait until pruned objects are gone; always true for replaced ones.")
            .bool(false);
  }

  /// The propagation of a deletion to dependents.
  ///
  /// @param warning a deprecation warning; empty for none
  private record Cascade(Propagation propagation, String warning) {}

  /// Whether to replace objects that cannot be changed.
  public boolean isForced() {
    return force.get();
  }

  /// Whether to wait for the deletion of pruned objects.
  public boolean isAwaited() {
    return await.get();
  }

  public RecreateOptions replacement(Console console) {
    return replacement(console, cascade.get(), gracePeriod.get());
  }

  private RecreateOptions replacement(Console console, Cascade cascading, int grace) {
    if (!cascading.warning().isEmpty()) {
      console.warn(WarningId.DEPRECATED_FLAG, cascade.located(cascading.warning()));
    }
    return new RecreateOptions(
        new DeletionOptions(cascading.propagation(), grace < 0 ? null : grace, timeout.get()),
        console.temporaryDirectory());
  }

  /// Returns the deletion options for a plan file.
  public PlanFile.Deletion planned(RecreateOptions replacement) {
    Propagation propagation = replacement.deletion().propagation();
    return new PlanFile.Deletion(propagation.name().toLowerCase(Locale.ROOT), gracePeriod.get());
  }

  /// Returns the way to replace an object with the options of a plan.
  public RecreateOptions replacement(Console console, PlanFile.Deletion planned) {
    return replacement(console, cascade(planned.cascade()), planned.gracePeriod());
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
