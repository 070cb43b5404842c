package dev.japply.cli.flags;

import dev.japply.apply.ApplyMethod.Ruled;
import dev.japply.apply.DeletionOptions;
import dev.japply.apply.RecreateOptions;
import dev.japply.cluster.DeleteOptions.Propagation;
import dev.japply.input.Project.Recreated;
import dev.japply.plan.Compatibility;
import dev.japply.plan.Difference;
import dev.japply.plan.RecreateRules;
import dev.japply.problem.JapplyException;
import java.time.Duration;
import java.util.ArrayList;
import org.jspecify.annotations.Nullable;

/// The rules for recreation, from the project file and from annotations.
public final class RecreateSetting {
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
