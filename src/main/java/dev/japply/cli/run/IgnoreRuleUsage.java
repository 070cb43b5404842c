package dev.japply.cli.run;

import dev.japply.apply.Event;
import dev.japply.apply.ExecutionOptions;
import dev.japply.object.KubeObject;
import dev.japply.object.ManagedFields;
import dev.japply.object.ObjectKey;
import dev.japply.plan.Action;
import dev.japply.plan.ConflictRules;
import dev.japply.plan.IgnoreRules;
import dev.japply.plan.IgnoreRules.IgnoreRule;
import dev.japply.plan.PlanOptions;
import dev.japply.plan.PlannedObject;
import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import dev.japply.problem.WarningId;
import dev.japply.report.Reporter;
import dev.japply.report.Summary;
import dev.japply.tree.Value.MapValue;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/// Counts ignored fields and finds ignore rules that match nothing, such as misspelt ones.
public final class IgnoreRuleUsage implements Reporter {
  private static final String ADVICE = "correct it, or leave it out";

  private final PlanOptions options;
  private final ConflictRules conflicts;
  private final List<IgnoreRule> ofCommandLine;
  private final boolean isOfManagers;
  private final Summary summary;
  private final Set<ObjectKey> seen = new HashSet<>();
  private final Set<String> used = new HashSet<>();
  private final Set<Problem> unused = new LinkedHashSet<>();
  private final Map<IgnoreRule, List<KubeObject>> selected = new HashMap<>();
  private final Set<String> managers = new TreeSet<>();

  /// @param summary receives the number of ignored fields
  public IgnoreRuleUsage(ExecutionOptions options, Summary summary) {
    this.options = options.planning();
    this.conflicts = options.method().rules();
    this.ofCommandLine =
        Stream.of(this.options.ignore(), conflicts.take(), conflicts.leave())
            .flatMap(rules -> rules.ofCommandLine().stream())
            .toList();
    this.isOfManagers = ofCommandLine.stream().anyMatch(rule -> rule.manager().isPresent());
    this.summary = summary;
  }

  /// Records the result of an object.
  @Override
  public void accept(Event event) {
    if (event instanceof Event.Ended end && end.planned() != null) {
      note(end.planned());
    }
  }

  /// Records the plan of an object.
  public void note(PlannedObject planned) {
    KubeObject desired = planned.desired();
    boolean unread =
        planned.action() instanceof Action.Refused && !(planned.before() instanceof MapValue);
    if (planned.isDeletion() || unread || !seen.add(desired.key())) {
      return;
    }
    used.addAll(planned.reasons().rules());
    for (IgnoreRule rule : ofCommandLine) {
      if (rule.selects(desired)) {
        selected.computeIfAbsent(rule, none -> new ArrayList<>()).add(desired);
      }
    }
    if (isOfManagers && planned.before() instanceof MapValue live) {
      managers.addAll(ManagedFields.of(live).managers());
    }
    if (!(planned.action() instanceof Action.Refused)) {
      summary.ignore(planned.reasons().ignored());
      for (String rule : options.annotatedRules(desired)) {
        if (!planned.reasons().rules().contains(rule)) {
          unused.add(unusedOf(desired, rule));
        }
      }
    }
  }

  private static Problem unusedOf(KubeObject desired, String rule) {
    return warning(
        desired.positions().apply(IgnoreRules.ANNOTATION_PATH),
        desired.key().subject(),
        IgnoreRules.ANNOTATION + ": there is no field " + rule,
        "correct the annotation, or leave it out");
  }

  /// Returns a warning for each rule that matches no field of any object. Returns none about a rule
  /// unless all objects that it selects were compared.
  public List<Problem> unused(List<KubeObject> objects) {
    var problems = new ArrayList<>(unused);
    if (!objects.isEmpty()) {
      addUnused(options.ignore(), rule -> rule, "--ignore=", "field", objects, problems);
      addUnused(conflicts.take(), ConflictRules::takes, "--take=", "conflict", objects, problems);
      addUnused(
          conflicts.leave(), ConflictRules::leaves, "--leave=", "conflict", objects, problems);
    }
    return problems;
  }

  /// Adds a warning for each explicit rule that is not used.
  ///
  /// @param name returns the name of a rule among the used ones
  private void addUnused(
      IgnoreRules rules,
      UnaryOperator<String> name,
      String flag,
      String matched,
      List<KubeObject> objects,
      List<Problem> problems) {
    for (IgnoreRule rule : rules.ofCommandLine()) {
      List<KubeObject> compared = selected.getOrDefault(rule, List.of());
      boolean known = compared.size() >= objects.stream().filter(rule::selects).count();
      if (known && !used.contains(name.apply(rule.text()))) {
        String manager = rule.manager().orElse("");
        boolean unknown = !manager.isEmpty() && !managers.contains(manager);
        problems.add(
            warning(
                rule,
                flag,
                unknown ? "names a manager that owns no field" : "matches no " + matched,
                compared,
                unknown && !managers.isEmpty()
                    ? "the managers are " + String.join(", ", managers)
                    : ADVICE));
      }
    }
  }

  /// Returns the warning about a rule. If the rule selects one object, the field in it has the
  /// position.
  private static Problem warning(
      IgnoreRule rule, String flag, String what, List<KubeObject> selected, String advice) {
    String text = flag + rule.text() + " ";
    return switch (selected.size()) {
      case 0 -> warning(Origin.NONE, "", text + "selects none of these objects", ADVICE);
      case 1 -> {
        KubeObject one = selected.getFirst();
        yield warning(
            one.positions().apply(rule.prefix()), one.key().subject(), text + what, advice);
      }
      default -> warning(Origin.NONE, "", text + what + " of these objects", advice);
    };
  }

  private static Problem warning(Origin place, String subject, String what, String advice) {
    return Problem.warning(WarningId.UNUSED_IGNORE, place, subject, what, advice);
  }
}
