package dev.japply.apply;

import dev.japply.cluster.Cluster;

/// Everything that the objects of one run share.
///
/// @param cancellation ends the run
/// @param dropped the warnings about fields that the server does not store
record ApplyContext(
    Cluster cluster,
    LiveObjects objects,
    ExecutionOptions options,
    RunCancellation cancellation,
    DroppedFieldWarnings dropped) {

  ApplyContext(
      Cluster cluster,
      LiveObjects objects,
      ExecutionOptions options,
      RunCancellation cancellation) {
    this(cluster, objects, options, cancellation, new DroppedFieldWarnings());
  }

  ApplyContext with(ExecutionOptions other, RunCancellation within) {
    return new ApplyContext(cluster, objects, other, within, dropped);
  }
}
