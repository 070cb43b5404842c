package dev.japply.cli.command;

import dev.japply.apply.Gate;
import dev.japply.apply.ResolvedObject;
import dev.japply.object.ObjectKey;
import dev.japply.problem.ExitCode;
import dev.japply.ready.ReadyRules;
import dev.japply.ready.ReadyState;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Waits in the middle of an apply until what was applied is ready, where others wait for that.
final class ReadyGate implements Gate {
  private final Readying readying;
  private final boolean forAll;
  private final Progress progress;
  private final Set<ObjectKey> ready = new HashSet<>();
  private ExitCode status = ExitCode.OK;

  /// @param forAll whether each stage waits for all of the one before
  /// @param progress is silent meanwhile: it is told what is waited for
  ReadyGate(Readying readying, boolean forAll, Progress progress) {
    this.readying = readying;
    this.forAll = forAll;
    this.progress = progress;
  }

  @Override
  public boolean isForAll() {
    return forAll;
  }

  @Override
  public Collection<ResolvedObject> await(List<ResolvedObject> applied) {
    List<ResolvedObject> targets =
        applied.stream()
            .filter(target -> !ReadyRules.isReadyAtOnce(target.desired().gvk()))
            .toList();
    if (targets.isEmpty()) {
      return List.of();
    }
    progress.pause(true);
    Readying.End end = readying.await(targets);
    progress.pause(false);
    if (status == ExitCode.OK) {
      status = end.status();
    }
    end.states().stream()
        .filter(ReadyState::isReady)
        .forEach(state -> ready.add(state.target().desired().key()));
    return end.states().stream().filter(state -> !state.isReady()).map(ReadyState::target).toList();
  }

  /// What was found ready.
  Set<ObjectKey> ready() {
    return ready;
  }

  /// What was not: the status to end with.
  ExitCode status() {
    return status;
  }
}
