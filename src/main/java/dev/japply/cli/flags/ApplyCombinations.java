package dev.japply.cli.flags;

import dev.japply.apply.DryRun;

/// The mutually exclusive flags of `apply`, with kubectl's rules, order and messages.
///
/// @param selector `--selector`; empty if it is not set
/// @param subresource `--subresource`; empty if it is not set
public record ApplyCombinations(
    DryRun dryRun,
    ServerSideFlags serverSide,
    boolean force,
    PruneFlags pruning,
    String selector,
    String subresource) {

  /// Checks the flags.
  ///
  /// @throws UsageException for the first rule that is violated
  public void check() {
    boolean onServer = serverSide.isWanted();
    serverSide.check();
    refuse(
        dryRun == DryRun.CLIENT && onServer,
        "--dry-run=client doesn't work with --server-side (did you mean --dry-run=server"
            + " instead?)");
    refuse(onServer && force, "--force cannot be used with --server-side");
    refuse(dryRun == DryRun.SERVER && force, "--dry-run=server cannot be used with --force");
    refuse(
        pruning.isAll() && !selector.isEmpty(), "cannot set --all and --selector at the same time");
    pruning.checkWanted();
    if (pruning.isWanted()) {
      checkPruning();
    }
    refuse(
        !subresource.isEmpty() && !onServer,
        "--subresource can only be specified for --server-side");
  }

  private void checkPruning() {
    refuse(force, "--force cannot be used with --prune");
    if (!pruning.applySet().isEmpty()) {
      pruning.checkSet(selector);
      return;
    }
    refuse(
        !pruning.isAll() && selector.isEmpty(),
        "all resources selected for prune without explicitly passing --all. To prune all"
            + " resources, pass the --all flag. If you did not mean to prune all resources,"
            + " specify a label selector");
  }

  private static void refuse(boolean wrong, String message) {
    if (wrong) {
      throw new UsageException(message);
    }
  }
}
