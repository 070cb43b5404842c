package dev.japply.client;

import dev.japply.apply.ApplyMethod;
import dev.japply.plan.ConflictRules;
import dev.japply.plan.IgnoreRules;
import dev.japply.problem.JapplyException;
import java.util.List;

/// Server-side apply, for [ApplyOptions#withServerSide]:
///
/// ```java
/// ApplyOptions options =
///     ApplyOptions.DEFAULT
///         .withFieldManager("my-operator")
///         .withServerSide(new ServerSide(false, List.of("manager=helm"), List.of()));
/// ```
///
/// An object that it would certainly not change is not sent.
///
/// @param forceConflicts whether fields of other managers are taken over
/// @param taken rules for single fields to take over if they conflict, as `--take` reads them
/// @param left rules for single fields to leave to their managers if they conflict, as `--leave`
///   reads them
public record ServerSide(boolean forceConflicts, List<String> taken, List<String> left) {
  /// Server-side apply without rules: each conflict is an error.
  public static final ServerSide STRICT = new ServerSide(false, List.of(), List.of());

  /// @throws JapplyException if one of the texts is not a rule
  public ServerSide {
    taken = IgnoreRules.parse(taken).texts();
    left = IgnoreRules.parse(left).texts();
  }

  ApplyMethod method() {
    var rules = new ConflictRules(IgnoreRules.parse(taken), IgnoreRules.parse(left));
    return new ApplyMethod.ServerSide(
        forceConflicts, "", /* compared= */ true, rules, /* ruled= */ null);
  }
}
