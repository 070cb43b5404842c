package dev.japply.cli.flags;

import dev.japply.input.Project.Ignored;
import dev.japply.plan.Compatibility;
import dev.japply.plan.Difference;
import dev.japply.plan.IgnoreRules;
import dev.japply.plan.IgnoreRules.IgnoreRule;
import dev.japply.problem.JapplyException;
import java.util.ArrayList;
import java.util.List;

/// The flag `--ignore`: rules for fields that keep their live values.
public final class IgnoreFlag {
  private static final String NAME = "--ignore";

  private final Flag<List<String>> texts;

  public IgnoreFlag(Flags flags) {
    texts =
        flags
            .add(NAME)
            .label("[KIND[/NAME]:]FIELD")
            .help(
                "Keep the live values of these fields: Deployment/web:spec.replicas,"
                    + " Deployment:/spec/replicas, or manager=NAME for all fields of a field"
                    + " manager; may be repeated.")
            .texts();
  }

  /// Whether the flag is set.
  public boolean isGiven() {
    return !texts.get().isEmpty();
  }

  /// Returns the rules.
  ///
  /// @throws UsageException if a rule is invalid, or in kubectl's mode, which has no rules
  ///
  /// @param global has the project's rules
  public IgnoreRules read(GlobalFlags global, Compatibility compatibility) {
    if (isGiven() && !compatibility.allows(Difference.READS_IGNORE_ANNOTATION)) {
      throw new UsageException(NAME + " cannot be used with --compat=kubectl");
    }
    var rules = new ArrayList<IgnoreRule>();
    for (Ignored ignored : global.ignored()) {
      try {
        rules.add(IgnoreRule.parse(ignored.rule()).at(ignored.place()));
      } catch (JapplyException e) {
        throw new UsageException(e.problems().getFirst().toString()).at(ignored.place().toString());
      }
    }
    int standing = rules.size();
    texts.get().forEach(text -> rules.add(rule(texts, text)));
    return new IgnoreRules(rules, texts.isTyped() ? standing : rules.size());
  }

  /// Returns the rule that a value of `flag` is.
  ///
  /// @throws UsageException if it is none
  static IgnoreRule rule(Flag<List<String>> flag, String text) {
    try {
      IgnoreRule rule = IgnoreRule.parse(text);
      return flag.origin() == null ? rule : rule.at(flag.origin());
    } catch (JapplyException e) {
      var wrong =
          new UsageException(
              "invalid %s value \"%s\": %s".formatted(flag.name(), text, e.problems().getFirst()));
      throw flag.origin() == null ? wrong : wrong.at(flag.origin().toString());
    }
  }
}
