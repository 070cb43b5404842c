package dev.japply.cli;

import dev.japply.execute.DryRun;

/// Which flags of `apply` do not go together: kubectl's rules, in its order and words.
final class ApplyCombinations {
  private final ApplyCommand flags;
  private final DryRun dryRun;

  ApplyCombinations(ApplyCommand flags, DryRun dryRun) {
    this.flags = flags;
    this.dryRun = dryRun;
  }

  /// @throws UsageException about the first rule that is broken
  void check() {
    boolean serverSide = flags.serverSide.serverSide;
    boolean force = flags.replacing.force;
    flags.serverSide.check();
    refuse(
        dryRun == DryRun.CLIENT && serverSide,
        "--dry-run=client doesn't work with --server-side (did you mean --dry-run=server"
            + " instead?)");
    refuse(serverSide && force, "--force cannot be used with --server-side");
    refuse(dryRun == DryRun.SERVER && force, "--dry-run=server cannot be used with --force");
    refuse(
        flags.all && !flags.selector.isEmpty(), "cannot set --all and --selector at the same time");
    refuse(!flags.applySet.isEmpty() && !flags.pruning.prune, "--applyset requires --prune");
    if (flags.pruning.prune) {
      checkPruning(serverSide, force);
    }
    refuse(
        !flags.subresource.isEmpty() && !serverSide,
        "--subresource can only be specified for --server-side");
  }

  private void checkPruning(boolean serverSide, boolean force) {
    refuse(force, "--force cannot be used with --prune");
    if (!flags.applySet.isEmpty()) {
      refuse(flags.all, "--all is incompatible with --applyset");
      refuse(!flags.selector.isEmpty(), "--selector is incompatible with --applyset");
      refuse(
          !flags.pruning.allowlist.isEmpty(), "--prune-allowlist is incompatible with --applyset");
      return;
    }
    refuse(
        !flags.all && flags.selector.isEmpty(),
        "all resources selected for prune without explicitly passing --all. To prune all"
            + " resources, pass the --all flag. If you did not mean to prune all resources,"
            + " specify a label selector");
    refuse(
        serverSide,
        "--prune is in alpha and doesn't currently work on objects created by server-side apply");
  }

  private static void refuse(boolean wrong, String message) {
    if (wrong) {
      throw new UsageException(message);
    }
  }
}
