package dev.japply.cli.command;

import dev.japply.apply.ExecutionOptions;
import dev.japply.apply.PlanToApply;
import dev.japply.apply.PruneRequest;
import dev.japply.cluster.config.ConnectionOptions;
import org.jspecify.annotations.Nullable;

/// What is about to be done, for which rights are needed.
///
/// @param options how objects are applied
/// @param prune what is pruned; null for nothing
/// @param plan what is to be done, and nothing else; null where that is to be found out
/// @param confirmed whether what is to be done is shown first, and then done as a plan
/// @param awaited whether it is waited until objects are ready
record PreflightRequest(
    ConnectionOptions connection,
    ExecutionOptions options,
    @Nullable PruneRequest prune,
    @Nullable PlanToApply plan,
    boolean confirmed,
    boolean awaited) {

  /// Whether objects that go are looked at, before they go or until they are gone.
  boolean watchesGoing() {
    return confirmed || plan != null || (prune != null && prune.awaited());
  }
}
