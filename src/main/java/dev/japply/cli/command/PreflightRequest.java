package dev.japply.cli.command;

import dev.japply.apply.ExecutionOptions;
import dev.japply.apply.PlanToApply;
import dev.japply.apply.PruneRequest;
import dev.japply.cluster.config.ConnectionOptions;
import org.jspecify.annotations.Nullable;

/// The planned actions whose permissions are checked.
///
/// @param options the options of the apply
/// @param prune the pruning after the apply; null if nothing is pruned
/// @param plan the plan to carry out; null if the objects are planned now
/// @param confirmed whether the actions are confirmed first, and then carried out as a plan
/// @param awaited whether the command waits until objects are ready
record PreflightRequest(
    ConnectionOptions connection,
    ExecutionOptions options,
    @Nullable PruneRequest prune,
    @Nullable PlanToApply plan,
    boolean confirmed,
    boolean awaited) {

  /// Whether objects are read before or during their deletion.
  boolean watchesGoing() {
    return confirmed || plan != null || (prune != null && prune.awaited());
  }
}
