package dev.japply.plan;

import dev.japply.object.KubeObject;
import dev.japply.plan.IgnoreRules.IgnoreRule;
import dev.japply.plan.IgnoreRules.IgnoreRule.Target;
import dev.japply.plan.NamedObjects.NamedKind;
import dev.japply.tree.FieldPath;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// Rules that settle the conflicts of a server-side apply: the fields to take over from their
/// managers, and the fields to leave to them. Of two rules about one field, the one that leaves it
/// applies.
///
/// @param take the fields to take over
/// @param leave the fields to leave out of the manifest while they conflict
public record ConflictRules(IgnoreRules take, IgnoreRules leave) {
  /// No rules: each conflict is an error.
  public static final ConflictRules NONE = new ConflictRules(IgnoreRules.NONE, IgnoreRules.NONE);

  /// Whether there are no rules.
  public boolean isEmpty() {
    return take.isEmpty() && leave.isEmpty();
  }

  /// Returns the rule that takes over a field of `object`; empty if there is none.
  ///
  /// @param manager the owner of the field
  public Optional<String> taking(KubeObject object, FieldPath field, String manager) {
    return leaving(object, field, manager).isPresent()
        ? Optional.empty()
        : first(take, object, field, manager);
  }

  /// Returns the rule that leaves a field of `object` to its manager; empty if there is none.
  public Optional<String> leaving(KubeObject object, FieldPath field, String manager) {
    return first(leave, object, field, manager);
  }

  /// Returns a rule with the flag that takes fields over.
  public static String takes(String rule) {
    return "--take=" + rule;
  }

  /// Returns a rule with the flag that leaves fields.
  public static String leaves(String rule) {
    return "--leave=" + rule;
  }

  /// Returns all rules, each with its flag.
  public Stream<String> names() {
    return Stream.concat(
        take.texts().stream().map(ConflictRules::takes),
        leave.texts().stream().map(ConflictRules::leaves));
  }

  /// Returns the kinds that the rules name.
  public Stream<NamedKind> kinds() {
    return Stream.concat(take.kinds("--take"), leave.kinds("--leave"));
  }

  /// Returns the rules that may be about a conflict of `object`, each with its flag.
  ///
  /// @param managers the owners of its fields
  public Stream<String> possible(KubeObject object, Set<String> managers) {
    return Stream.concat(
        possible(take, object, managers).map(ConflictRules::takes),
        possible(leave, object, managers).map(ConflictRules::leaves));
  }

  private static Stream<String> possible(
      IgnoreRules rules, KubeObject object, Set<String> managers) {
    return rules.rules().stream()
        .filter(rule -> rule.selects(object))
        .filter(rule -> rule.manager().map(managers::contains).orElse(true))
        .map(IgnoreRule::text);
  }

  private static Optional<String> first(
      IgnoreRules rules, KubeObject object, FieldPath field, String manager) {
    return rules.rules().stream()
        .filter(rule -> rule.selects(object))
        .filter(rule ->
            switch (rule.target()) {
              case Target.Field(FieldPattern pattern) -> pattern.covers(field);
              case Target.Manager(String name) -> name.equals(manager);
            })
        .map(IgnoreRule::text)
        .findFirst();
  }
}
