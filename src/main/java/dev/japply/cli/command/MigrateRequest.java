package dev.japply.cli.command;

import dev.japply.apply.ExecutionOptions;
import dev.japply.cli.flags.Inputs;
import dev.japply.cli.flags.ObjectChoice;
import dev.japply.cluster.config.ConnectionOptions;
import dev.japply.object.LabelSelector;

/// What `japply migrate` was asked.
sealed interface MigrateRequest {
  /// Who would apply on the server's side, and whether the server is asked.
  ExecutionOptions options();

  /// Whether fields are shown, too, that only go back to their defaults.
  boolean all();

  /// What becomes of the objects of manifests.
  ///
  /// @param files where they are
  /// @param selector which of their objects are meant
  record OfManifests(
      Inputs files,
      LabelSelector selector,
      ConnectionOptions connection,
      ExecutionOptions options,
      boolean all)
      implements MigrateRequest {}

  /// What becomes of live objects, as they were applied last.
  record OfLive(ObjectChoice object, ExecutionOptions options, boolean all)
      implements MigrateRequest {}
}
