package dev.japply.cli.flags;

import dev.japply.apply.DeletionOptions;
import dev.japply.apply.RecreateOptions;
import dev.japply.cluster.DeleteOptions.Propagation;
import dev.japply.plan.file.PlanFile;
import java.time.Duration;
import java.util.Locale;

/// The flags for deleted objects, both replaced and pruned.
public final class RecreateFlags {
  private final Flag<Boolean> force;
  private final DeletionFlags deletion;
  private final Flag<Duration> timeout;
  private final Flag<Boolean> await;

  /// @param waits whether the command deletes objects, and can wait for their deletion
  public RecreateFlags(Flags flags, boolean waits) {
    force =
        flags
            .add("--force")
            .help("Delete and recreate objects that cannot be updated.")
            .bool(false);
    deletion = new DeletionFlags(flags);
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

  /// Whether to replace objects that cannot be changed.
  public boolean isForced() {
    return force.get();
  }

  /// Whether to wait for the deletion of pruned objects.
  public boolean isAwaited() {
    return await.get();
  }

  public RecreateOptions replacement(Console console) {
    return replacement(console, deletion.propagation(console), deletion.gracePeriod());
  }

  private RecreateOptions replacement(Console console, Propagation propagation, int grace) {
    return new RecreateOptions(
        new DeletionOptions(propagation, grace < 0 ? null : grace, timeout.get()),
        console.temporaryDirectory());
  }

  /// Returns the deletion options for a plan file.
  public PlanFile.Deletion planned(RecreateOptions replacement) {
    Propagation propagation = replacement.deletion().propagation();
    return new PlanFile.Deletion(
        propagation.name().toLowerCase(Locale.ROOT), deletion.gracePeriod());
  }

  /// Returns the way to replace an object with the options of a plan.
  public RecreateOptions replacement(Console console, PlanFile.Deletion planned) {
    return replacement(
        console, DeletionFlags.propagation(planned.cascade()), planned.gracePeriod());
  }
}
