package dev.japply.plan;

import dev.japply.merge.MergeRequest.Rules;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;

/// In which ways a run differs from kubectl. It is made once, from `--compat`, and passed to where
/// such a decision is taken; nothing else asks whether the run is to be like kubectl.
///
/// @param rules whose rules the merge follows
/// @param allowed the differences that hold; where one does not, kubectl's way does
public record Compatibility(Rules rules, Set<Difference> allowed) {
  public Compatibility {
    var copy = EnumSet.noneOf(Difference.class);
    copy.addAll(allowed);
    allowed = Collections.unmodifiableSet(copy);
  }

  /// japply's own ways: every difference holds.
  public static Compatibility japply() {
    return new Compatibility(Rules.JAPPLY, EnumSet.allOf(Difference.class));
  }

  /// kubectl's ways: no difference holds.
  public static Compatibility kubectl() {
    return new Compatibility(Rules.KUBECTL, Set.of());
  }

  /// kustomize's ways where kustomizations are built, and japply's own elsewhere.
  public static Compatibility kustomize() {
    var allowed = EnumSet.allOf(Difference.class);
    allowed.remove(Difference.REFUSES_UNMATCHED_PATCHES);
    allowed.remove(Difference.MERGES_CUSTOM_LISTS_IN_PATCHES);
    return new Compatibility(Rules.JAPPLY, allowed);
  }

  /// Whether japply's way holds rather than kubectl's.
  public boolean allows(Difference difference) {
    return allowed.contains(difference);
  }
}
