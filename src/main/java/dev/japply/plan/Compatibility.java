package dev.japply.plan;

import dev.japply.merge.MergeRequest.Rules;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;

/// The differences between a run and kubectl, from `--compat`. It is created once and passed to
/// each decision.
///
/// @param allowed the differences that apply; kubectl's behavior applies for all others
public record Compatibility(Rules rules, Set<Difference> allowed) {
  public Compatibility {
    var copy = EnumSet.noneOf(Difference.class);
    copy.addAll(allowed);
    allowed = Collections.unmodifiableSet(copy);
  }

  /// Returns japply's own behavior: every difference applies.
  public static Compatibility japply() {
    return new Compatibility(Rules.JAPPLY, EnumSet.allOf(Difference.class));
  }

  /// Returns kubectl's behavior: no difference applies.
  public static Compatibility kubectl() {
    return new Compatibility(Rules.KUBECTL, Set.of());
  }

  /// Returns kustomize's behavior for kustomizations, and japply's own otherwise.
  public static Compatibility kustomize() {
    var allowed = EnumSet.allOf(Difference.class);
    allowed.remove(Difference.REFUSES_UNMATCHED_PATCHES);
    allowed.remove(Difference.MERGES_CUSTOM_LISTS_IN_PATCHES);
    allowed.remove(Difference.KEEPS_ITEMS_IN_PATCHES);
    allowed.remove(Difference.KEEPS_FOLDED_TEXTS);
    allowed.remove(Difference.EDITS_EMBEDDED_TEXTS_EXACTLY);
    allowed.remove(Difference.CORRECTS_KUSTOMIZE);
    return new Compatibility(Rules.JAPPLY, allowed);
  }

  /// Checks whether japply's behavior applies instead of kubectl's.
  public boolean allows(Difference difference) {
    return allowed.contains(difference);
  }
}
