package dev.japply.apply;

import dev.japply.cluster.Cluster;

/// Everything that the objects of one run share.
///
/// @param objects the live objects
/// @param cancellation ends the run
record ApplyContext(
    Cluster cluster, LiveObjects objects, ExecutionOptions options, RunCancellation cancellation) {}
