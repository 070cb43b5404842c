package dev.japply.cli.flags;

import dev.japply.cluster.config.RequiredContext;
import dev.japply.input.Project.Forbidden;
import dev.japply.plan.ForbidRules;
import dev.japply.problem.JapplyException;
import java.util.ArrayList;
import java.util.List;

/// The project's rules for objects that must not be deleted.
public final class ForbidSetting {
  private ForbidSetting() {}

  /// Returns the rules that hold in the context of the command. Where no context is selected, as in
  /// a Pod, all of them hold.
  ///
  /// @throws UsageException if a rule is invalid
  public static ForbidRules read(GlobalFlags global, CommandContext context) {
    List<Forbidden> all = global.forbidden();
    boolean some = all.stream().anyMatch(rule -> !rule.contexts().isEmpty());
    String name =
        some ? context.connector().contextName(global.connection(), context.console()) : "";
    var rules = new ArrayList<ForbidRules.Rule>();
    for (Forbidden rule : all) {
      ForbidRules.Rule parsed = parsed(rule);
      if (name.isEmpty()
          || rule.contexts().isEmpty()
          || new RequiredContext(rule.contexts(), "").allows(name)) {
        rules.add(parsed);
      }
    }
    return new ForbidRules(rules);
  }

  private static ForbidRules.Rule parsed(Forbidden rule) {
    try {
      return ForbidRules.Rule.parse(rule.rule(), rule.place());
    } catch (JapplyException e) {
      throw new UsageException(e.problems().getFirst().toString()).at(rule.place().toString());
    }
  }
}
