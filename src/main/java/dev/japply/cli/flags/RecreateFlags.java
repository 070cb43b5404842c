package dev.japply.cli.flags;

import dev.japply.apply.ApplyMethod.Ruled;
import dev.japply.apply.DeletionOptions;
import dev.japply.apply.RecreateOptions;
import dev.japply.cluster.DeleteOptions.Propagation;
import dev.japply.input.Project.Recreated;
import dev.japply.plan.Compatibility;
import dev.japply.plan.Difference;
import dev.japply.plan.RecreateRules;
import dev.japply.plan.file.PlanFile;
import dev.japply.problem.JapplyException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

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

  /// The rules for recreation, from the project file and from annotations.
  public static final class RecreateSetting {
    private RecreateSetting() {}

    /// Returns the rules for a command that only shows recreations.
    ///
    /// @throws UsageException if a rule of the project file is invalid
    public static @Nullable Ruled shown(
        GlobalFlags global, Compatibility compatibility, Console console) {
      var usual = new DeletionOptions(Propagation.BACKGROUND, null, Duration.ZERO);
      return read(global, compatibility, new RecreateOptions(usual, console.temporaryDirectory()));
    }

    /// Returns the rules; null in kubectl's mode, which has none.
    ///
    /// @param replacement deletion of objects
    /// @throws UsageException if a rule of the project file is invalid
    public static @Nullable Ruled read(
        GlobalFlags global, Compatibility compatibility, RecreateOptions replacement) {
      return compatibility.allows(Difference.RECREATES_BY_RULE)
          ? new Ruled(rules(global, compatibility), replacement)
          : null;
    }

    /// Returns the rules alone; none in kubectl's mode.
    ///
    /// @throws UsageException if a rule of the project file is invalid
    public static RecreateRules rules(GlobalFlags global, Compatibility compatibility) {
      if (!compatibility.allows(Difference.RECREATES_BY_RULE)) {
        return RecreateRules.NONE;
      }
      var rules = new ArrayList<RecreateRules.Rule>();
      for (Recreated recreated : global.recreated()) {
        try {
          rules.add(RecreateRules.Rule.parse(recreated.rule()).at(recreated.place()));
        } catch (JapplyException e) {
          throw new UsageException(e.problems().getFirst().toString())
              .at(recreated.place().toString());
        }
      }
      return new RecreateRules(rules, /* annotations= */ true);
    }
  }
}
