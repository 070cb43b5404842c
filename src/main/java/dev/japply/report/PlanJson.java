package dev.japply.report;

import dev.japply.plan.PlanFile;
import dev.japply.plan.PlanFileCodec;

/// A plan for programs, and as a file; `docs/plan.schema.json` describes it.
public final class PlanJson {
  private PlanJson() {}

  /// The document.
  public static String of(PlanFile plan) {
    return IndentedJson.writeInOrder(PlanFileCodec.toTree(plan)) + "\n";
  }
}
