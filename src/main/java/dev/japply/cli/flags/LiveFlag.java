package dev.japply.cli.flags;

import dev.japply.apply.DryRun;
import dev.japply.apply.ExecutionOptions;
import dev.japply.apply.ExecutionOptions.Schedule;
import dev.japply.cluster.config.ConnectionOptions;
import dev.japply.cluster.config.ConnectionOptions.Overrides;
import dev.japply.diff.Secrets;
import dev.japply.plan.Order;
import dev.japply.plan.PlanOptions;
import java.nio.file.Path;

/// The flags `--local` and `--live`, which disable dry runs or all requests.
public final class LiveFlag {
  private final Flag<Boolean> local;
  private final Flag<String> live;

  /// @param help the help text of `--local`
  public LiveFlag(Flags flags, String help) {
    local = flags.add("--local").help(help).bool(false);
    live =
        flags
            .add("--live")
            .label("FILE")
            .help("Use the live objects of this snapshot instead of a cluster, as with --local.")
            .text("");
  }

  /// Whether no request is sent to a cluster.
  public boolean isOffline() {
    return !live.get().isEmpty();
  }

  /// Whether the local merge determines the result.
  public boolean isLocal() {
    return local.get() || isOffline();
  }

  /// Returns options that write nothing: by dry runs of the server, or by local merges.
  ///
  /// @param concurrency number of objects in parallel
  public ExecutionOptions preview(PlanOptions planning, int concurrency) {
    return ExecutionOptions.of(planning)
        .with(isLocal() ? DryRun.CLIENT : DryRun.SERVER)
        .with(new Schedule(Order.INPUT, Math.max(1, concurrency)));
  }

  /// Returns the name of the flag that is set.
  public String name() {
    return isOffline() ? "--live" : "--local";
  }

  /// Returns the source of live objects.
  ///
  /// @throws UsageException if flags name a snapshot and a cluster
  public ClusterSource choice(ConnectionOptions connection) {
    if (isOffline() && choosesCluster(connection)) {
      throw new UsageException(
          "--live cannot be used with flags that choose a cluster or a user: the snapshot is that"
              + " of one cluster");
    }
    return new ClusterSource(connection, isOffline() ? Path.of(live.get()) : null);
  }

  /// Rejects pruning, which requires lists of live objects.
  ///
  /// @throws UsageException if pruning is requested
  public void check(PruneFlags pruning) {
    if (isOffline() && (pruning.isWanted() || !pruning.applySet().isEmpty())) {
      throw new UsageException(
          "--live cannot be used with pruning: a snapshot only has the objects of the manifests");
    }
  }

  /// Rejects Secret values, which no snapshot has.
  ///
  /// @throws UsageException if they are requested
  public void check(Secrets secrets) {
    if (isOffline() && secrets == Secrets.SHOWN) {
      throw new UsageException(
          "--live cannot be used with --show-secrets: a snapshot does not have the values of"
              + " Secrets");
    }
  }

  /// Whether a flag selects a cluster. The project's contexts do not count as flags.
  private static boolean choosesCluster(ConnectionOptions connection) {
    Overrides overrides = connection.overrides();
    boolean named =
        !connection.context().isEmpty()
            || !connection.kubeconfig().isEmpty()
            || connection.requiredContexts().stream().anyMatch(one -> one.origin().isEmpty());
    return named
        || !overrides.context().isEmpty()
        || !overrides.cluster().isEmpty()
        || !overrides.user().isEmpty();
  }
}
