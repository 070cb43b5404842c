package dev.japply.cli.command;

import dev.japply.apply.ExecutionOptions;
import dev.japply.cli.flags.InputOptions;
import dev.japply.cli.flags.ObjectSelection;
import dev.japply.cluster.config.ConnectionOptions;
import dev.japply.object.LabelSelector;

/// The options and inputs of `japply migrate`.
sealed interface MigrateRequest {
  /// The options of the server-side apply, including the field manager and the dry run.
  ExecutionOptions options();

  /// Whether to include fields that only return to their defaults.
  boolean all();

  /// A request for the objects in manifests.
  ///
  /// @param files the manifests
  /// @param selector selects objects of the manifests
  record OfManifests(
      InputOptions files,
      LabelSelector selector,
      ConnectionOptions connection,
      ExecutionOptions options,
      boolean all)
      implements MigrateRequest {}

  /// A request for live objects, with their last applied configuration.
  record OfLive(ObjectSelection object, ExecutionOptions options, boolean all)
      implements MigrateRequest {}
}
