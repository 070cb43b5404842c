package dev.japply.cli.command;

import dev.japply.apply.Event;
import dev.japply.apply.Outcome;
import dev.japply.apply.ResolvedObject;
import dev.japply.object.KubeObject;
import dev.japply.object.ObjectKey;
import dev.japply.problem.ExitCode;
import dev.japply.ready.ReadyRules;
import dev.japply.report.Reporter;
import dev.japply.report.Summary;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// Takes note of what was applied, and waits until it is ready.
///
/// @param reporter hears all, too
/// @param applied what there is to wait for
record AppliedTargets(Reporter reporter, List<KubeObject> applied) implements Reporter {

  AppliedTargets(Reporter reporter) {
    this(reporter, new ArrayList<>());
  }

  @Override
  public void accept(Event event) {
    if (event instanceof Event.Applied done && done.outcome() != Outcome.PRUNED) {
      applied.add(done.desired());
    }
    reporter.accept(event);
  }

  @Override
  public void finish() {
    reporter.finish();
  }

  /// Waits; what is ready as soon as it is there was told to be there.
  ///
  /// @param ready what was found ready before
  ExitCode await(Readying readying, Set<ObjectKey> ready, Summary summary) {
    List<ResolvedObject> targets =
        applied.stream()
            .filter(object -> !ReadyRules.isReadyAtOnce(object.gvk()))
            .filter(object -> !ready.contains(object.key()))
            .flatMap(object ->
                readying.cluster().resource(object.gvk()).stream()
                    .map(resource -> new ResolvedObject(object, resource)))
            .toList();
    Readying.End end = readying.await(targets);
    int unready = targets.size() - end.ready();
    summary.waited(applied.size(), applied.size() - unready);
    return end.status();
  }
}
