package dev.japply.apply;

import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import java.util.List;

/// Rules that grant permissions in a namespace, as a server lists them.
///
/// <https://kubernetes.io/docs/reference/kubernetes-api/authorization-resources/self-subject-rules-review-v1/>
///
/// @param complete whether there are no others
record RbacRules(List<Rule> rules, boolean complete) {
  /// Nothing is known.
  static final RbacRules UNKNOWN = new RbacRules(List.of(), false);

  private static final String ALL = "*";

  RbacRules {
    rules = List.copyOf(rules);
  }

  /// A rule; `*` matches everything.
  ///
  /// @param names the objects that it is about; empty for all
  record Rule(List<String> verbs, List<String> groups, List<String> resources, List<String> names) {
    private boolean isAbout(AccessRequest right) {
      return has(verbs, right.verb()) && has(groups, right.group()) && isAboutType(right);
    }

    private boolean isAboutType(AccessRequest right) {
      String part = right.subresource();
      return has(resources, part.isEmpty() ? right.resource() : right.resource() + "/" + part)
          || (!part.isEmpty() && resources.contains(ALL + "/" + part));
    }

    private static boolean has(List<String> some, String one) {
      return some.contains(one) || some.contains(ALL);
    }
  }

  /// Decision of the rules about a permission.
  enum Grant {
    GRANTED,
    /// It may be: for some objects, or by rules that are not known.
    OPEN,
    /// No rule grants it.
    NOT_GRANTED
  }

  static RbacRules of(MapValue status) {
    List<Rule> rules =
        status.maps("resourceRules").stream()
            .map(rule ->
                new Rule(
                    rule.texts("verbs"),
                    rule.texts("apiGroups"),
                    rule.texts("resources"),
                    rule.texts("resourceNames")))
            .toList();
    return new RbacRules(rules, !Value.TRUE.equals(status.get("incomplete")));
  }

  Grant about(AccessRequest right) {
    List<Rule> granting = rules.stream().filter(rule -> rule.isAbout(right)).toList();
    if (granting.stream().anyMatch(rule -> rule.names().isEmpty())) {
      return Grant.GRANTED;
    }
    boolean named = right.isOfOneObject() && !granting.isEmpty();
    return named || !complete ? Grant.OPEN : Grant.NOT_GRANTED;
  }
}
