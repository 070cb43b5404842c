package dev.japply.cli.plan;

import dev.japply.cli.context.CommandContext;
import dev.japply.plan.PlanFile;
import dev.japply.problem.ByteLimit;
import dev.japply.problem.ExitCode;
import dev.japply.report.PlanJson;
import dev.japply.report.PlanText;
import java.nio.file.Path;

/// Carries out `japply show`: prints a plan file.
///
/// @param context where it is printed
public record ShowRun(CommandContext context) {

  /// Prints what is in `file`.
  ///
  /// @param json whether it is printed as the file has it, else as text
  public ExitCode run(Path file, boolean json) {
    ByteLimit limit = ByteLimit.parse(context.console().variable(ByteLimit.VARIABLE));
    PlanFile plan = PlanFiles.read(file, limit);
    if (context.clock().instant().isAfter(plan.made().expires())) {
      context.console().warn("this plan expired at " + plan.made().expires());
    }
    if (json) {
      context.console().data().print(PlanJson.of(plan));
      context.console().data().flush();
    } else {
      context.console().out().print(PlanText.of(plan));
    }
    context.console().out().flush();
    return ExitCode.OK;
  }
}
