package dev.japply.cli.flags;

import dev.japply.apply.Deletion;
import dev.japply.apply.Replacement;
import dev.japply.cluster.DeleteOptions.Propagation;
import dev.japply.plan.file.PlanFile;
import java.time.Duration;
import java.util.Locale;

/// The flags about objects that are deleted: replaced ones, and pruned ones.
public final class ReplaceFlags {
  private final Flag<Boolean> force;
  private final Flag<Cascade> cascade;
  private final Flag<Integer> gracePeriod;
  private final Flag<Duration> timeout;
  private final Flag<Boolean> await;

  /// @param waits whether the command deletes objects, and can wait until they are gone
  public ReplaceFlags(Flags flags, boolean waits) {
    force =
        flags
            .add("--force")
            .help("Delete and recreate objects that cannot be updated.")
            .bool(false);
    cascade =
        flags
            .add("--cascade")
            .label("background|orphan|foreground")
            .help("What happens to the dependents of a deleted object.")
            .bare("background")
            .value("background", ReplaceFlags::cascade);
    gracePeriod =
        flags
            .add("--grace-period")
            .label("SECONDS")
            .help("The grace period of deletions in seconds; negative for the object's own.")
            .number(-1);
    Flags waiting = flags.where(waits);
    timeout =
        waiting
            .add("--timeout")
            .label("TIME")
            .help("How long to wait for a deleted object to be gone; 0 for the default.")
            .time(Duration.ZERO);
    await =
        waiting
            .add("--wait")
            .help("Wait until pruned objects are gone; replaced ones are always waited for.")
            .bool(false);
  }

  /// The fate of the objects that deleted ones own.
  ///
  /// @param warning about the form of the value; empty for none
  private record Cascade(Propagation propagation, String warning) {}

  /// Whether what cannot be changed is to be replaced.
  public boolean isForced() {
    return force.get();
  }

  /// Whether it is to be waited until pruned objects are gone.
  public boolean isAwaited() {
    return await.get();
  }

  /// The way to replace an object.
  public Replacement replacement(Console console) {
    return replacement(console, cascade.get(), gracePeriod.get());
  }

  private Replacement replacement(Console console, Cascade how, int grace) {
    if (!how.warning().isEmpty()) {
      console.warn(how.warning());
    }
    return new Replacement(
        new Deletion(how.propagation(), grace < 0 ? null : grace, timeout.get()),
        console.temporaryDirectory());
  }

  /// The way to delete objects as a plan file has it.
  public PlanFile.Deletion planned(Replacement replacement) {
    Propagation propagation = replacement.deletion().propagation();
    return new PlanFile.Deletion(propagation.name().toLowerCase(Locale.ROOT), gracePeriod.get());
  }

  /// The way to replace an object by a plan.
  Replacement replacement(Console console, PlanFile.Deletion planned) {
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
