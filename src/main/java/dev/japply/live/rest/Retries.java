package dev.japply.live.rest;

import dev.japply.live.ClusterException;
import dev.japply.live.ClusterException.Kind;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// When a request is sent once more: only when the server surely did nothing, and after the time
/// that it said.
///
/// That is a 429 for any request, which a server gives before it looks at it, and a 5xx for a GET.
/// After a 429 that does not say when to come back, the time is a second, and twice as long each
/// time.
///
/// What a server offers is asked up to three times, also after a 5xx that does not say when to come
/// back, and after a connection that broke: many objects depend on the answer. When that was in
/// vain, whoever needs the same answer asks once more, and does not wait again.
final class Retries {
  private static final int MOST = 10;
  private static final int MOST_UNTOLD = 5;
  private static final int MOST_ABOUT_SERVER = 2;
  private static final Duration LONGEST = Duration.ofSeconds(60);
  private static final Duration SHORTEST = Duration.ofMillis(500);

  /// The paths that were asked for in vain.
  private final Set<String> vain = ConcurrentHashMap.newKeySet();

  /// How long to wait before sending `request` again; empty when `response` is the last word.
  ///
  /// @param sent how often it was sent already
  Optional<Duration> waitFor(Request request, Response response, int sent) {
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
        : waitForServer(request, sent);
  }

  /// The same after a request that was not answered, for which `failure` tells why.
  Optional<Duration> waitFor(Request request, ClusterException failure, int sent) {
    return failure.kind() == Kind.BROKEN ? waitForServer(request, sent) : Optional.empty();
  }

  private Optional<Duration> waitForServer(Request request, int sent) {
    if (!request.isAboutServer() || vain.contains(request.path())) {
      return Optional.empty();
    }
    if (sent > MOST_ABOUT_SERVER) {
      vain.add(request.path());
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
