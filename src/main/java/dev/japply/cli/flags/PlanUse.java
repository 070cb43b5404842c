package dev.japply.cli.flags;

import dev.japply.apply.ApplyMethod;
import dev.japply.apply.DryRun;
import dev.japply.apply.ExecutionOptions;
import dev.japply.apply.PruneRequest;
import dev.japply.apply.Replacement;
import dev.japply.apply.Schedule;
import dev.japply.plan.Compatibility;
import dev.japply.plan.IgnoreRules;
import dev.japply.plan.PlanCheck.Fit;
import dev.japply.plan.PlanOptions;
import dev.japply.plan.file.PlanFile;
import org.jspecify.annotations.Nullable;

/// A plan that is to be carried out.
///
/// @param fit what has to be as it was when it was planned
/// @param how objects are deleted that are to go, and those that are to be created anew
/// @param prune what had been looked for; null where nothing was
public record PlanUse(PlanFile plan, Fit fit, Replacement how, @Nullable PruneRequest prune) {

  /// How it is carried out.
  public ExecutionOptions options(Compatibility compatibility, Schedule schedule) {
    PlanFile.Settings settings = plan.settings();
    return new ExecutionOptions(
        new PlanOptions(compatibility, settings.overwrite())
            .ignoring(IgnoreRules.parse(settings.ignore()).asStanding()),
        DryRun.NONE,
        settings.fieldManager(),
        settings.fieldValidation(),
        schedule,
        ApplyMethod.ClientSide.PATCHING);
  }
}
