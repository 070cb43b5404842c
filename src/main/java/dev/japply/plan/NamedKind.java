package dev.japply.plan;

import dev.japply.object.Gvk;
import dev.japply.problem.Origin;

/// A kind that a rule of the command line or the project file names.
///
/// @param kind regardless of case
/// @param group the API group, regardless of case; empty for any
/// @param rule the rule with its flag or key, as it was written
/// @param place the position of the rule in the project file; none for the command line
public record NamedKind(String kind, String group, String rule, Origin place) {
  /// Whether it is the kind of `type`.
  public boolean matches(Gvk type) {
    return kind.equalsIgnoreCase(type.kind())
        && (group.isEmpty() || group.equalsIgnoreCase(type.group()));
  }

  /// Returns the kind with its group, as in the rule.
  @Override
  public String toString() {
    return group.isEmpty() ? kind : kind + "." + group;
  }
}
