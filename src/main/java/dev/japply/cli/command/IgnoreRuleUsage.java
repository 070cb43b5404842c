package dev.japply.cli.command;

import dev.japply.apply.Event;
import dev.japply.apply.ExecutionOptions;
import dev.japply.object.KubeObject;
import dev.japply.object.ObjectKey;
import dev.japply.plan.Action;
import dev.japply.plan.ConflictRules;
import dev.japply.plan.IgnoreRules;
import dev.japply.plan.PlanOptions;
import dev.japply.plan.PlannedObject;
import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import dev.japply.problem.WarningId;
import dev.japply.report.Reporter;
import dev.japply.report.Summary;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// Counts ignored fields and finds ignore rules that match nothing, such as misspelt ones.
final class IgnoreRuleUsage implements Reporter {
  private final PlanOptions options;
  private final ConflictRules conflicts;
  private final Summary summary;
  private final Set<ObjectKey> seen = new HashSet<>();
  private final Set<String> used = new HashSet<>();
  private final Set<Problem> unused = new LinkedHashSet<>();

  /// @param summary receives the number of ignored fields
  IgnoreRuleUsage(ExecutionOptions options, Summary summary) {
    this.options = options.planning();
    this.conflicts = options.conflictRules();
    this.summary = summary;
  }

  /// Records the result of an object.
  @Override
  public void accept(Event event) {
    if (event instanceof Event.Ended end && end.planned() != null) {
      note(end.planned());
    }
  }

  @Override
  public void finish() {}

  /// Records the plan of an object.
  void note(PlannedObject planned) {
    KubeObject desired = planned.desired();
    if (planned.action() instanceof Action.Delete || !seen.add(desired.key())) {
      return;
    }
    used.addAll(planned.grounds().rules());
    if (!(planned.action() instanceof Action.Refused)) {
      summary.ignore(planned.grounds().ignored());
      unused.addAll(
          options.annotatedRules(desired).stream()
              .filter(rule -> !planned.grounds().rules().contains(rule))
              .map(rule -> unusedOf(desired, rule))
              .toList());
    }
  }

  private static Problem unusedOf(KubeObject desired, String rule) {
    return Problem.warning(
        WarningId.UNUSED_IGNORE,
        desired.positions().apply(IgnoreRules.ANNOTATION_PATH),
        desired.key().subject(),
        IgnoreRules.ANNOTATION + ": there is no field " + rule,
        "correct the annotation, or leave it out");
  }

  /// Returns a warning for each rule that matches no field of any object. Returns none unless all
  /// of the objects were compared.
  List<Problem> unused(int objects) {
    var problems = new ArrayList<>(unused);
    if (objects > 0 && seen.size() >= objects) {
      problems.addAll(unused(options.ignore(), used));
      conflicts.asked().stream()
          .filter(rule -> !used.contains(rule))
          .map(rule -> unused(rule + " matches no conflict of these objects"))
          .forEach(problems::add);
    }
    return problems;
  }

  /// Returns a warning for each explicit rule that is not in `used`.
  static List<Problem> unused(IgnoreRules rules, Set<String> used) {
    return rules.asked().stream()
        .filter(rule -> !used.contains(rule))
        .map(rule -> unused("--ignore=" + rule + " matches no field of these objects"))
        .toList();
  }

  private static Problem unused(String what) {
    return Problem.warning(
        WarningId.UNUSED_IGNORE, Origin.NONE, "", what, "correct it, or leave it out");
  }
}
