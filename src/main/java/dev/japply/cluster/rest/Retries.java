package dev.japply.cluster.rest;

import dev.japply.cluster.ClusterException;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/// When a request is sent once more: only when the server surely did nothing, and after the time
/// that it said.
///
/// That is a 429 for any request, which a server gives before it looks at it, and a 5xx for a GET.
/// After a 429 that does not say when to come back, the time is a second, and twice as long each
/// time.
///
/// What is read is asked for up to three times, also after a 5xx that does not say when to come
/// back, as while etcd elects a leader, and after a connection that broke. When that was in vain,
/// whoever needs the same answer asks once more, and does not wait again; nor does anybody who
/// reads an object, once some have been read in vain.
///
/// A server that has answered before and takes no connections, or cuts them, is about to come back,
/// as when it restarts: whatever is to be sent waits for it, for about half a minute, or as long as
/// a request may take. After that nothing waits for it any more until it has answered again.
final class Retries {
  private static final int MOST = 10;
  private static final int MOST_UNTOLD = 5;
  private static final int MOST_OF_READS = 2;
  private static final int MOST_OBJECTS = 3;
  private static final Duration LONGEST = Duration.ofSeconds(60);
  private static final Duration SHORTEST = Duration.ofMillis(500);

  private static final Duration RESTART = Duration.ofSeconds(30);
  private static final Duration SLOWEST = Duration.ofSeconds(4);

  /// How long to wait for a server that takes no connections.
  private final Duration patience;

  /// Whether the server is there, or comes back, as far as anybody knows.
  private volatile boolean there;

  /// The paths that were asked for in vain.
  private final Set<String> vain = ConcurrentHashMap.newKeySet();

  /// How many of these are of objects.
  private final AtomicInteger objects = new AtomicInteger();

  /// @param timeout for one request; zero for none
  Retries(Duration timeout) {
    boolean shorter = !timeout.isZero() && timeout.compareTo(RESTART) < 0;
    patience = shorter ? timeout : RESTART;
  }

  /// How long to wait before sending `request` again; empty when `response` is the last word.
  ///
  /// @param sent how often it was sent already
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
        : waitForAnswer(request, sent);
  }

  /// The same after a request that was not answered, for which `failure` tells why.
  Optional<Duration> waitFor(Request request, ClusterException failure, int sent) {
    return switch (failure.kind()) {
      case BROKEN -> waitForAnswer(request, sent);
      case REFUSED, CUT -> request.sink() == null ? waitForServer(sent) : Optional.empty();
      case ANSWERED, UNEXPECTED, UNAUTHORIZED, CONFIGURATION, UNKNOWN_HOST -> Optional.empty();
      case UNREACHABLE, TIMEOUT, TLS -> Optional.empty();
    };
  }

  /// Twice as long each time, until all that was waited is as long as anybody does.
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

  private Optional<Duration> waitForAnswer(Request request, int sent) {
    boolean hopeless = !request.isAboutServer() && objects.get() >= MOST_OBJECTS;
    if (!request.isRead() || request.sink() != null || hopeless || vain.contains(request.path())) {
      return Optional.empty();
    }
    if (sent > MOST_OF_READS) {
      vain.add(request.path());
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
