package dev.japply.apply;

import dev.japply.cluster.ClusterException;
import dev.japply.cluster.ClusterException.Kind;
import dev.japply.cluster.ServerProblems;
import dev.japply.io.Cancellation;
import dev.japply.object.ObjectKey;
import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Cancellation of a run, by the user or because the server is unreachable.
///
/// The server counts as unreachable when two objects in succession ended without a response, and no
/// request got one in between. A server that no longer accepts the credentials, as after a token
/// has expired, counts as unreachable, too. One that has never accepted them ends the run with the
/// first object, which counts as not tried. Other errors from the server never end the run. An undo
/// file that cannot be written ends it immediately.
///
/// The run also remembers the webhooks that its objects wait for, so that each is reported once and
/// waited for once.
public final class RunCancellation implements Cancellation {
  private static final int OBJECTS = 2;

  private final Cancellation cancellation;
  private final Set<WebhookNotReady> awaited = new HashSet<>();
  private final Set<WebhookNotReady> unresponsive = new HashSet<>();
  private int objects;
  private boolean accepted;
  private @Nullable ClusterException failure;

  /// @param cancellation ends the run as well
  public RunCancellation(Cancellation cancellation) {
    this.cancellation = cancellation;
  }

  /// Problem with the server; empty while it is reachable, and after another interruption.
  public synchronized Optional<Problem> problem() {
    return cancellation.requested()
        ? Optional.empty()
        : Optional.ofNullable(failure).map(e -> Problem.error(Origin.NONE, what(e), e.hint()));
  }

  private String what(ClusterException e) {
    String sentence = ServerProblems.sentence(e);
    return switch (e.kind()) {
      case UNRECORDED -> sentence + "; nothing more is tried";
      case UNAUTHORIZED ->
          "the server does not accept the credentials"
              + (accepted ? " any more; nothing more is tried: " : ": ")
              + sentence;
      default -> "the server is unavailable; nothing more is tried: " + sentence;
    };
  }

  /// Whether the server has accepted none of the run's requests, since it does not accept the
  /// credentials.
  public synchronized boolean isUnauthorized() {
    return !accepted && failure != null && failure.kind() == Kind.UNAUTHORIZED;
  }

  /// Returns the end of a run with these objects. If the server has accepted none of its requests,
  /// [#problem] is all that there is to report.
  public Event.Stopped stopped(int applied, int failed, int unknown, List<ObjectKey> notTried) {
    boolean told = isUnauthorized() && applied + failed + unknown == 0;
    return new Event.Stopped(applied, failed, unknown, notTried, Event.Work.APPLY, told);
  }

  /// Notes that the server has responded to a request.
  synchronized void responded() {
    objects = 0;
    accepted = true;
  }

  /// Records that an object has ended with `e` and without a response. Returns whether the run must
  /// end for that.
  public synchronized boolean endedWithoutResponse(ClusterException e) {
    objects++;
    boolean unauthorized = e.kind() == Kind.UNAUTHORIZED && !accepted;
    boolean over = objects >= OBJECTS || e.kind() == Kind.UNRECORDED || unauthorized;
    if (over && failure == null) {
      failure = e;
    }
    return failure != null;
  }

  /// Records that a preview of an object has ended with `e`. Returns whether the run must end for
  /// that.
  synchronized boolean isEndedBy(ClusterException e) {
    if (e.isAway() && e.isAboutAll() && failure == null) {
      failure = e;
    }
    return e.isAway() && (e.isAboutAll() || endedWithoutResponse(e));
  }

  /// Whether an object may wait for `webhook`.
  synchronized boolean mayAwait(WebhookNotReady webhook) {
    return !unresponsive.contains(webhook);
  }

  /// Notes that an object waits for `webhook`. Returns whether it is the first one.
  synchronized boolean awaits(WebhookNotReady webhook) {
    return awaited.add(webhook);
  }

  /// Notes that an object has waited for `webhook` as long as it may.
  synchronized void giveUpOn(WebhookNotReady webhook) {
    unresponsive.add(webhook);
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
