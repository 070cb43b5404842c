package dev.japply.cli.flags;

import dev.japply.apply.Deletion;
import dev.japply.apply.Replacement;
import dev.japply.cluster.DeleteOptions.Propagation;
import dev.japply.plan.file.PlanFile;
import java.time.Duration;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// The flags about objects that are deleted: replaced ones, and pruned ones.
public final class ReplaceFlags {
  boolean force;
  String cascade = "background";
  int gracePeriod = -1;
  Duration timeout = Duration.ZERO;
  boolean await;

  /// Adds them to those of a command.
  public void declare(Flags flags) {
    declarePlanned(flags);
    flags
        .add("--timeout")
        .label("TIME")
        .help("How long to wait for a deleted object to be gone; 0 for the default.")
        .time(timeout, value -> timeout = value);
    flags
        .add("--wait")
        .help("Wait until pruned objects are gone; replaced ones are always waited for.")
        .bool(await, value -> await = value);
  }

  /// Adds those to a command's that say what is deleted, and how.
  public void declarePlanned(Flags flags) {
    flags
        .add("--force")
        .help("Delete and recreate objects that cannot be updated.")
        .bool(force, value -> force = value);
    flags
        .add("--cascade")
        .label("background|orphan|foreground")
        .help("What happens to the dependents of a deleted object.")
        .bare("background")
        .text(cascade, value -> cascade = value);
    flags
        .add("--grace-period")
        .label("SECONDS")
        .help("The grace period of deletions in seconds; negative for the object's own.")
        .number(gracePeriod, value -> gracePeriod = value);
  }

  /// Whether what cannot be changed is to be replaced.
  public boolean isForced() {
    return force;
  }

  /// Whether it is to be waited until pruned objects are gone.
  public boolean isAwaited() {
    return await;
  }

  /// How an object is replaced.
  public Replacement replacement(Console console) {
    return new Replacement(
        new Deletion(propagation(console), gracePeriodSeconds(), timeout),
        console.temporaryDirectory());
  }

  /// What a plan file says of how objects are deleted.
  public PlanFile.Deletion planned(Replacement replacement) {
    Propagation propagation = replacement.deletion().propagation();
    return new PlanFile.Deletion(propagation.name().toLowerCase(Locale.ROOT), gracePeriod);
  }

  /// How an object is replaced by a plan.
  Replacement replacement(Console console, PlanFile.Deletion planned) {
    cascade = planned.cascade();
    gracePeriod = planned.gracePeriod();
    return replacement(console);
  }

  /// What becomes of the objects that deleted ones own.
  private Propagation propagation(Console console) {
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

  private @Nullable Integer gracePeriodSeconds() {
    return gracePeriod < 0 ? null : gracePeriod;
  }
}
