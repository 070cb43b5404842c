package dev.japply.apply;

import dev.japply.cluster.ServerSideProblems.Conflict;
import dev.japply.object.KubeObject;
import dev.japply.plan.ConflictRules;
import dev.japply.plan.RecreateRules;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Client-side or server-side apply.
public sealed interface ApplyMethod {

  /// Returns the recreation of an object that the server refuses to change; empty if that is an
  /// error.
  Optional<RecreateOptions> replacement(KubeObject object);

  /// Client-side apply: japply merges, and sends a patch.
  ///
  /// @param replacement recreation of every object that takes no patch; null if that is an error
  /// @param ruled recreation of objects that rules name; null if there are no rules
  /// @param large server-side apply of an object that is too large for the last-applied annotation;
  ///   null if that is an error
  record ClientSide(
      @Nullable RecreateOptions replacement, @Nullable Ruled ruled, @Nullable LargeObjects large)
      implements ApplyMethod {
    /// Nothing is replaced.
    public static final ClientSide PATCHING = new ClientSide(null);

    /// A method without rules, which refuses objects that are too large.
    public ClientSide(@Nullable RecreateOptions replacement) {
      this(replacement, null, null);
    }

    @Override
    public Optional<RecreateOptions> replacement(KubeObject object) {
      return replacement != null || ruled == null
          ? Optional.ofNullable(replacement)
          : ruled.of(object);
    }
  }

  /// Recreation of objects that rules name.
  record Ruled(RecreateRules rules, RecreateOptions replacement) {
    private Optional<RecreateOptions> of(KubeObject object) {
      return rules.of(object).map(replacement::with);
    }
  }

  /// Server-side apply of single objects.
  record LargeObjects(ServerSide method, String manager) {}

  /// Server-side apply: japply sends the manifest, and the server merges.
  ///
  /// @param forceConflicts whether fields of other managers are adopted
  /// @param subresource the subresource to apply, such as `status`; empty if the object is applied
  /// @param compared whether the object is read before, to detect whether the write changed it
  /// @param rules settle single conflicts
  /// @param ruled recreation of objects that rules name; null if there are no rules
  record ServerSide(
      boolean forceConflicts,
      String subresource,
      boolean compared,
      ConflictRules rules,
      @Nullable Ruled ruled)
      implements ApplyMethod {
    /// Creates a method without rules.
    public ServerSide(boolean forceConflicts, String subresource, boolean compared) {
      this(forceConflicts, subresource, compared, ConflictRules.NONE, null);
    }

    /// Returns this method for carrying out a plan, which reads each object.
    ///
    /// @param recreation recreation of the planned object; null if it is not recreated
    ServerSide ofPlan(@Nullable Ruled recreation) {
      return new ServerSide(forceConflicts, subresource, /* compared= */ true, rules, recreation);
    }

    /// No PATCH of a subresource creates an object.
    @Override
    public Optional<RecreateOptions> replacement(KubeObject object) {
      return subresource.isEmpty() && ruled != null ? ruled.of(object) : Optional.empty();
    }

    /// Whether a conflict of `desired` is an error.
    boolean isOpen(KubeObject desired, Conflict conflict) {
      return !forceConflicts
          && rules.taking(desired, conflict.field(), conflict.manager()).isEmpty()
          && !isLeft(desired, conflict);
    }

    /// Whether a rule leaves the field of a conflict to its manager.
    boolean isLeft(KubeObject desired, Conflict conflict) {
      return rules.leaving(desired, conflict.field(), conflict.manager()).isPresent();
    }
  }
}
