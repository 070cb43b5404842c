package dev.japply.cluster.rest;

import dev.japply.cluster.ClusterException;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/// Decides whether to repeat a request and how long to wait. A request is repeated only if the
/// server certainly did not carry it out.
///
/// This includes a 429 for any request, which a server sends before it handles the request, and a
/// 5xx for a GET. The wait is the time in `Retry-After`. After a 429 without this header it is one
/// second, and doubles each time.
///
/// A read is sent up to three times after a 5xx without `Retry-After`, as during a leader election
/// of etcd, and after a broken connection. When that has failed, later requests for the same path
/// are sent only once. Reads of objects are no longer repeated after some have failed.
///
/// A server that has responded before and now refuses or closes connections is probably restarting.
/// All requests wait for it, for about half a minute or the request timeout if that is shorter.
/// After that no request waits until the server has responded again.
final class Retries {
  private static final int MOST = 10;
  private static final int MOST_UNTOLD = 5;
  private static final int MOST_OF_READS = 2;
  private static final int MOST_OBJECTS = 3;
  private static final Duration LONGEST = Duration.ofSeconds(60);
  private static final Duration SHORTEST = Duration.ofMillis(500);

  private static final Duration RESTART = Duration.ofSeconds(30);
  private static final Duration SLOWEST = Duration.ofSeconds(4);

  /// The maximum wait for a server that refuses connections.
  private final Duration patience;

  /// Whether the server has responded and is available or expected to restart soon.
  private volatile boolean there;

  /// The paths whose reads failed after all repetitions.
  private final Set<String> unsuccessful = ConcurrentHashMap.newKeySet();

  /// The number of these paths that name objects.
  private final AtomicInteger objects = new AtomicInteger();

  /// @param timeout the timeout of a request; zero for none
  Retries(Duration timeout) {
    boolean shorter = !timeout.isZero() && timeout.compareTo(RESTART) < 0;
    patience = shorter ? timeout : RESTART;
  }

  /// Returns the wait before `request` is repeated; empty if `response` is final.
  ///
  /// @param sent the number of times it was sent
  Optional<Duration> waitFor(Request request, Response response, int sent) {
    there = true;
    boolean refused = response.status() == 429;
    boolean failedRead = response.status() >= 500 && request.isRead();
    if (sent > MOST || !(refused || failedRead)) {
      return Optional.empty();
    }
    if (!response.retryAfter().isEmpty()) {
      return seconds(response.retryAfter()).filter(wait -> wait.compareTo(LONGEST) <= 0);
    }
    return refused && sent <= MOST_UNTOLD
        ? Optional.of(Duration.ofSeconds(1L << (sent - 1)))
        : waitToRepeat(request, sent);
  }

  /// Returns the wait before `request` is repeated after `failure`, without a response; empty if
  /// the failure is final.
  Optional<Duration> waitFor(Request request, ClusterException failure, int sent) {
    return switch (failure.kind()) {
      case BROKEN -> waitToRepeat(request, sent);
      case REFUSED, CUT -> request.sink() == null ? waitForServer(sent) : Optional.empty();
      case RESPONDED, UNEXPECTED, UNAUTHORIZED, CONFIGURATION, UNKNOWN_HOST -> Optional.empty();
      case UNREACHABLE, TIMEOUT, TLS, TOO_LARGE, UNRECORDED -> Optional.empty();
    };
  }

  /// Returns the next wait, twice the last one up to a maximum; empty if the total would be too
  /// long.
  private Optional<Duration> waitForServer(int sent) {
    Duration waited = Duration.ZERO;
    Duration next = SHORTEST;
    for (int time = 1; time < sent; time++) {
      waited = waited.plus(next);
      next = next.multipliedBy(2).compareTo(SLOWEST) < 0 ? next.multipliedBy(2) : SLOWEST;
    }
    there = there && waited.plus(next).compareTo(patience) <= 0;
    return there ? Optional.of(next) : Optional.empty();
  }

  private Optional<Duration> waitToRepeat(Request request, int sent) {
    boolean hopeless = !request.isAboutServer() && objects.get() >= MOST_OBJECTS;
    if (!request.isRead()
        || request.sink() != null
        || hopeless
        || unsuccessful.contains(request.path())) {
      return Optional.empty();
    }
    if (sent > MOST_OF_READS) {
      unsuccessful.add(request.path());
      objects.addAndGet(request.isAboutServer() ? 0 : 1);
      return Optional.empty();
    }
    return Optional.of(SHORTEST.multipliedBy(sent));
  }

  private static Optional<Duration> seconds(String header) {
    try {
      long seconds = Long.parseLong(header);
      return seconds < 0 ? Optional.empty() : Optional.of(Duration.ofSeconds(seconds));
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }
}
