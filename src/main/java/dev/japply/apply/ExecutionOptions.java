package dev.japply.apply;

import dev.japply.apply.ApplyMethod.LargeObjects;
import dev.japply.cluster.WriteOptions;
import dev.japply.object.KubeObject;
import dev.japply.plan.Compatibility;
import dev.japply.plan.ConflictRules;
import dev.japply.plan.Difference;
import dev.japply.plan.PlanOptions;
import dev.japply.plan.Planner;
import dev.japply.plan.RecreateRules;
import java.util.Optional;

/// Options for applying objects.
///
/// @param planning options for planning changes, and all differences from kubectl
/// @param fieldManager the name that the server records as owner of the fields
/// @param fieldValidation `Strict`, `Warn` or `Ignore`
/// @param schedule order and concurrency
/// @param method client-side or server-side apply
public record ExecutionOptions(
    PlanOptions planning,
    DryRun dryRun,
    String fieldManager,
    String fieldValidation,
    Schedule schedule,
    ApplyMethod method) {

  /// Whether japply's way holds rather than kubectl's.
  public boolean allows(Difference difference) {
    return planning.allows(difference);
  }

  /// Returns the differences from kubectl.
  public Compatibility compatibility() {
    return planning.compatibility();
  }

  /// Whether an object is recreated if the server refuses its patch.
  public boolean replaces() {
    return method instanceof ApplyMethod.ClientSide client && client.replacement() != null;
  }

  /// Returns the recreation of `object` if the server refuses its patch; empty if that is an error.
  Optional<ReplaceOptions> replacement(KubeObject object) {
    return method instanceof ApplyMethod.ClientSide client
        ? client.replacement(object)
        : Optional.empty();
  }

  /// Whether many objects of one type are read together before they are applied. Server-side apply
  /// sends nothing for an object that it would not change.
  boolean readsInBulk() {
    return switch (method) {
      case ApplyMethod.ClientSide client -> true;
      case ApplyMethod.ServerSide(boolean force, String subresource, boolean compared, var rules) ->
          compared || (subresource.isEmpty() && allows(Difference.KEEPS_UNCHANGED_ON_SERVER));
    };
  }

  /// Returns the rules for conflicts of a server-side apply, if only of objects that are too large.
  public ConflictRules conflictRules() {
    return switch (method) {
      case ApplyMethod.ClientSide client ->
          client.large() == null ? ConflictRules.NONE : client.large().method().rules();
      case ApplyMethod.ServerSide server -> server.rules();
    };
  }

  /// Returns the rules for recreation; none if every object may be recreated.
  public RecreateRules recreateRules() {
    return method instanceof ApplyMethod.ClientSide(var all, var ruled, var large)
            && all == null
            && ruled != null
        ? ruled.rules()
        : RecreateRules.NONE;
  }

  /// The same options with another dry run and another method.
  ExecutionOptions with(DryRun dryRun, ApplyMethod method) {
    return new ExecutionOptions(planning, dryRun, fieldManager, fieldValidation, schedule, method);
  }

  /// Returns the options for one object. An object that is too large for the last-applied
  /// annotation can be applied server-side.
  public ExecutionOptions of(KubeObject object) {
    return method instanceof ApplyMethod.ClientSide(var all, var ruled, LargeObjects large)
            && large != null
            && new Planner(planning).isTooLarge(object)
        ? new ExecutionOptions(
            planning, dryRun, large.manager(), fieldValidation, schedule, large.method())
        : this;
  }

  /// The query parameters of every write.
  WriteOptions writeOptions() {
    return new WriteOptions(fieldManager, fieldValidation, dryRun == DryRun.SERVER);
  }
}
