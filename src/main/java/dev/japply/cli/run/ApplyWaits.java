package dev.japply.cli.run;

import dev.japply.apply.Apply.ReadinessWait;
import dev.japply.apply.Event;
import dev.japply.apply.ResolvedObject;
import dev.japply.object.ObjectKey;
import dev.japply.problem.ExitCode;
import dev.japply.ready.ReadyRules;
import dev.japply.ready.ReadyState;
import dev.japply.report.Summary;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Waits until applied objects are ready: between waves and at the end of an apply.
public final class ApplyWaits {
  private final ExplainedWait wait;
  private final Set<ObjectKey> ready = new HashSet<>();
  private ExitCode status = ExitCode.OK;

  public ApplyWaits(ExplainedWait wait) {
    this.wait = wait;
  }

  /// Returns the wait between waves. It pauses `progress`, because it shows its own progress.
  public ReadinessWait during(Progress progress) {
    return applied -> {
      List<ResolvedObject> targets = awaited(applied);
      if (targets.isEmpty()) {
        return List.of();
      }
      progress.pause(true);
      ExplainedWait.End end = await(targets);
      progress.pause(false);
      return note(end);
    };
  }

  private ExplainedWait.End await(List<ResolvedObject> targets) {
    ExplainedWait.End end = wait.await(targets);
    if (end.refused() != null) {
      wait.events().accept(new Event.Rejected(end.refused()));
    }
    return end;
  }

  private Collection<ResolvedObject> note(ExplainedWait.End end) {
    if (status == ExitCode.OK) {
      status = end.status();
    }
    end.states().stream()
        .filter(ReadyState::isReady)
        .forEach(state -> ready.add(state.target().desired().key()));
    return end.states().stream().filter(state -> !state.isReady()).map(ReadyState::target).toList();
  }

  /// Returns the exit status of the waits between waves.
  public ExitCode status() {
    return status;
  }

  /// Waits for the objects that have not been reported as ready yet.
  public ExitCode awaitAll(List<ResolvedObject> applied, Summary summary) {
    List<ResolvedObject> targets =
        awaited(applied).stream()
            .filter(target -> !ready.contains(target.desired().key()))
            .toList();
    ExplainedWait.End end = await(targets);
    int unready = targets.size() - end.ready();
    summary.waited(applied.size(), applied.size() - unready);
    return end.status();
  }

  /// Excludes objects that are ready as soon as they exist.
  private static List<ResolvedObject> awaited(List<ResolvedObject> applied) {
    return applied.stream()
        .filter(target -> !ReadyRules.isReadyImmediately(target.desired().gvk()))
        .toList();
  }
}
