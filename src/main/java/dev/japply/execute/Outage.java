package dev.japply.execute;

import dev.japply.live.ClusterException;
import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import dev.japply.refusal.ServerProblems;
import java.time.Duration;
import java.util.Optional;

/// Ends a run whose server has gone away, so that not each of its objects waits, and tells the
/// same: when two objects, one after the other, have ended without an answer, and no request has
/// had one in between. Errors that the server answers with never do that.
public final class Outage implements Stop {
  private static final int OBJECTS = 2;

  private final Stop stop;
  private int objects;
  private Optional<ClusterException> failure = Optional.empty();

  /// @param stop ends the run, too
  public Outage(Stop stop) {
    this.stop = stop;
  }

  /// What the user is told of it; empty while the server is there, and when the run was ended in
  /// another way.
  public synchronized Optional<Problem> problem() {
    return stop.requested()
        ? Optional.empty()
        : failure.map(e ->
            Problem.error(
                Origin.NONE,
                "the server is away, so nothing further is tried: " + ServerProblems.sentence(e),
                e.hint()));
  }

  @Override
  public synchronized void answered() {
    objects = 0;
  }

  @Override
  public synchronized boolean endedUnanswered(ClusterException e) {
    objects++;
    if (objects >= OBJECTS && failure.isEmpty()) {
      failure = Optional.of(e);
    }
    return failure.isPresent();
  }

  private synchronized boolean away() {
    return failure.isPresent();
  }

  @Override
  public boolean requested() {
    return away() || stop.requested();
  }

  @Override
  public void pause(Duration duration) {
    if (!away()) {
      stop.pause(duration);
    }
  }

  @Override
  public boolean beginWrite() {
    return !away() && stop.beginWrite();
  }

  @Override
  public void endWrite() {
    stop.endWrite();
  }

  @Override
  public boolean overdue() {
    return stop.overdue();
  }

  @Override
  public void hold(Duration duration) {
    stop.hold(duration);
  }

  @Override
  public void sayOnce(Runnable words) {
    stop.sayOnce(words);
  }
}
