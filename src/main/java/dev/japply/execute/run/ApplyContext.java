package dev.japply.execute.run;

import dev.japply.execute.ExecutionOptions;
import dev.japply.live.Cluster;

/// What the objects of one run share.
///
/// @param objects what is live
/// @param cancellation ends the run
public record ApplyContext(
    Cluster cluster, LiveObjects objects, ExecutionOptions options, Outage cancellation) {}
