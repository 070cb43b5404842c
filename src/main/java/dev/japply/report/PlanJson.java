package dev.japply.report;

import dev.japply.plan.file.PlanFile;
import dev.japply.plan.file.PlanFileCodec;
import dev.japply.problem.TerminalText;

/// A plan for programs, and as a file; `docs/plan.schema.json` describes it.
public final class PlanJson {
  private PlanJson() {}

  /// Returns the plan as a JSON document.
  public static String of(PlanFile plan) {
    return TerminalText.json(IndentedJson.writeExact(PlanFileCodec.toTree(plan))) + "\n";
  }
}
