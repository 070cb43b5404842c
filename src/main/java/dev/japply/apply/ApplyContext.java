package dev.japply.apply;

import dev.japply.cluster.Cluster;
import dev.japply.object.KubeObject;

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

  /// Returns the context of one object, which may have options of its own.
  ApplyContext of(KubeObject object) {
    ExecutionOptions own = options.of(object);
    return own.equals(options) ? this : with(own, cancellation);
  }

  /// Returns the context of a part of the run.
  ApplyContext with(ExecutionOptions other, RunCancellation within) {
    return new ApplyContext(cluster, objects, other, within, dropped);
  }
}
