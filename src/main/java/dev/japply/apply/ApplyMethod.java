package dev.japply.apply;

import dev.japply.cluster.ServerSideProblems.Conflict;
import dev.japply.object.KubeObject;
import dev.japply.plan.ConflictRules;
import dev.japply.plan.Difference;
import dev.japply.plan.PlanOptions;
import dev.japply.plan.RecreateRules;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Client-side or server-side apply. [ManifestWish] has the wish of each.
public sealed interface ApplyMethod {

  /// Returns the recreation of an object that the server refuses to change; empty if that is an
  /// error.
  Optional<RecreateOptions> replacement(KubeObject object);

  /// Returns recreation by rules; null if there are none, or if every object may be recreated.
  @Nullable Ruled ruled();

  /// Returns the rules for conflicts of a server-side apply, if only of objects that are too large.
  ConflictRules rules();

  /// Returns this method for carrying out a plan, which names the objects to recreate.
  ApplyMethod ofPlan();

  /// Whether the server merges; there is no last-applied annotation then.
  default boolean isOnServer() {
    return false;
  }

  /// Returns the subresource to apply, such as `status`; empty if the object is applied.
  default String subresource() {
    return "";
  }

  /// Whether each object is read before it is applied.
  default boolean reads() {
    return true;
  }

  /// Whether many objects of one type are read together before they are applied.
  default boolean readsInBulk(PlanOptions planning) {
    return true;
  }

  /// Client-side apply: japply merges, and sends a patch.
  ///
  /// @param replacement recreation of every object that takes no patch; null if that is an error
  /// @param ruled recreation of objects that rules name, unless every object may be recreated
  /// @param large server-side apply of an object that is too large for the last-applied annotation;
  ///   null if that is an error
  record ClientSide(
      @Nullable RecreateOptions replacement, @Nullable Ruled ruled, @Nullable LargeObjects large)
      implements ApplyMethod {
    /// Nothing is replaced.
    public static final ClientSide PATCHING = new ClientSide(null);

    public ClientSide {
      ruled = replacement == null ? ruled : null;
    }

    /// A method without rules, which refuses objects that are too large.
    public ClientSide(@Nullable RecreateOptions replacement) {
      this(replacement, null, null);
    }

    @Override
    public Optional<RecreateOptions> replacement(KubeObject object) {
      return ruled == null ? Optional.ofNullable(replacement) : ruled.of(object);
    }

    @Override
    public ConflictRules rules() {
      return large == null ? ConflictRules.NONE : large.method().rules();
    }

    @Override
    public ClientSide ofPlan() {
      return new ClientSide(null, null, large);
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

    @Override
    public ServerSide ofPlan() {
      return ofPlan(/* recreation= */ null);
    }

    /// Returns this method for carrying out a plan, which reads each object.
    ///
    /// @param recreation recreation of the planned object; null if it is not recreated
    ServerSide ofPlan(@Nullable Ruled recreation) {
      return new ServerSide(forceConflicts, subresource, /* compared= */ true, rules, recreation);
    }

    @Override
    public boolean isOnServer() {
      return true;
    }

    @Override
    public boolean reads() {
      return compared || !rules.isEmpty();
    }

    /// Nothing is sent for an object that the server would not change.
    @Override
    public boolean readsInBulk(PlanOptions planning) {
      return compared
          || (subresource.isEmpty() && planning.allows(Difference.KEEPS_UNCHANGED_ON_SERVER));
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
