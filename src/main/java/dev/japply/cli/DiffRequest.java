package dev.japply.cli;

import dev.japply.execute.ForecastOptions;
import dev.japply.execute.PruneRequest.Choice;
import dev.japply.live.Connection;
import dev.japply.object.LabelSelector;
import dev.japply.report.ProblemReporter.Requests;
import java.util.Optional;

/// What `japply diff` was asked to do.
///
/// @param files where the manifests are
/// @param selector which of their objects are compared
/// @param connection the cluster
/// @param prune what is pruned; empty for nothing
/// @param options how it is found out what they would become
/// @param managedFields whether `managedFields` are compared, too
/// @param requests how requests are shown on standard error
public record DiffRequest(
    Inputs files,
    LabelSelector selector,
    Connection connection,
    Optional<Choice.Applied> prune,
    ForecastOptions options,
    boolean managedFields,
    Requests requests) {

  boolean likeKubectl() {
    return options.likeKubectl();
  }
}
