package dev.japply.apply;

import dev.japply.cluster.Cluster;
import dev.japply.plan.PlannedObject;
import java.util.function.Consumer;

/// What the objects of one run share.
///
/// @param objects what is live
/// @param cancellation ends the run
/// @param done hears what was done with each
record ApplyContext(
    Cluster cluster,
    LiveObjects objects,
    ExecutionOptions options,
    Outage cancellation,
    Consumer<PlannedObject> done) {}
