package dev.japply.apply;

import dev.japply.cluster.ClusterException;
import dev.japply.cluster.ClusterException.Kind;
import dev.japply.cluster.ServerProblems;
import dev.japply.io.Cancellation;
import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import java.time.Duration;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Ends a run whose server has gone away, so that not each of its objects waits, and tells the
/// same: when two objects, one after the other, have ended without an answer, and no request has
/// had one in between. So does a server that takes nothing from this user any more, as when a token
/// has expired. Other errors that the server answers with never do that.
///
/// It also knows for what the objects of the run wait, so that what never gets ready is told once,
/// and waited for once.
public final class Outage implements Cancellation {
  private static final int OBJECTS = 2;

  private final Cancellation cancellation;
  private final Set<Unready> awaited = new HashSet<>();
  private final Set<Unready> vain = new HashSet<>();
  private int objects;
  private @Nullable ClusterException failure;

  /// @param cancellation ends the run, too
  public Outage(Cancellation cancellation) {
    this.cancellation = cancellation;
  }

  /// What the user is told of it; empty while the server is there, and when the run was interrupted
  /// in another way.
  public synchronized Optional<Problem> problem() {
    return cancellation.requested()
        ? Optional.empty()
        : Optional.ofNullable(failure)
            .map(e ->
                Problem.error(
                    Origin.NONE,
                    (e.kind() == Kind.UNAUTHORIZED
                            ? "the server does not accept the credentials any more"
                            : "the server is unavailable")
                        + "; nothing more is tried: "
                        + ServerProblems.sentence(e),
                    e.hint()));
  }

  /// Says that the server has answered a request.
  synchronized void answered() {
    objects = 0;
  }

  /// Says that an object has ended with `e`, since no answer came; whether the run is to end for
  /// that.
  public synchronized boolean endedUnanswered(ClusterException e) {
    objects++;
    if (objects >= OBJECTS && failure == null) {
      failure = e;
    }
    return failure != null;
  }

  /// Whether an object may wait for `what`.
  synchronized boolean mayAwait(Unready what) {
    return !vain.contains(what);
  }

  /// Says that an object waits for `what`; whether it is the first.
  synchronized boolean awaits(Unready what) {
    return awaited.add(what);
  }

  /// Says that an object has waited for `what` long enough.
  synchronized void awaitedInVain(Unready what) {
    vain.add(what);
  }

  private synchronized boolean away() {
    return failure != null;
  }

  @Override
  public boolean requested() {
    return away() || cancellation.requested();
  }

  @Override
  public void pause(Duration duration) {
    if (!away()) {
      cancellation.pause(duration);
    }
  }

  @Override
  public Optional<CriticalSection> enter() {
    return away() ? Optional.empty() : cancellation.enter();
  }
}
