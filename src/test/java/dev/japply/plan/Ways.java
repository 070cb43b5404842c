package dev.japply.plan;

import dev.japply.merge.MergeRequest.Rules;

/// The two ways that a user can choose, by their merge rules.
public final class Ways {
  private Ways() {}

  /// All ways of whoever has those rules.
  public static Compatibility of(Rules rules) {
    return switch (rules) {
      case JAPPLY -> Compatibility.japply();
      case KUBECTL -> Compatibility.kubectl();
    };
  }

  /// A plan in which the manifest wins.
  public static PlanOptions planning(Rules rules) {
    return new PlanOptions(of(rules), true);
  }
}
