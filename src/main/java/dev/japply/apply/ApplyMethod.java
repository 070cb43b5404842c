package dev.japply.apply;

import dev.japply.object.KubeObject;
import dev.japply.plan.RecreateRules;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Client-side or server-side apply.
public sealed interface ApplyMethod {

  /// japply, which sends a patch.
  ///
  /// @param replacement recreation of every object that takes no patch; null if that is an error
  /// @param ruled recreation of objects that rules name; null if there are no rules
  record ClientSide(@Nullable ForceReplace replacement, @Nullable Ruled ruled)
      implements ApplyMethod {
    /// Nothing is replaced.
    public static final ClientSide PATCHING = new ClientSide(null);

    /// A method without rules.
    public ClientSide(@Nullable ForceReplace replacement) {
      this(replacement, null);
    }

    /// Returns the recreation of an object that takes no patch; empty if that is an error.
    Optional<ForceReplace> replacement(KubeObject object) {
      return replacement != null || ruled == null
          ? Optional.ofNullable(replacement)
          : ruled.rules().of(object).map(ruled.how()::with);
    }
  }

  /// Recreation of objects that rules name.
  record Ruled(RecreateRules rules, ForceReplace how) {}

  /// The server, which is sent the manifest.
  ///
  /// @param forceConflicts whether fields of other managers are adopted
  /// @param subresource the subresource to apply, such as `status`; empty if the object is applied
  /// @param compared whether the object is read before, to detect whether the write changed it
  record ServerSide(boolean forceConflicts, String subresource, boolean compared)
      implements ApplyMethod {}
}
