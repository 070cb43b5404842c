package dev.japply.live.fabric8;

import java.time.Duration;
import java.util.Optional;

/// When a request is sent once more: only when the server surely did nothing, and after the time
/// that it said.
///
/// That is a 429 for any request, which a server gives before it looks at it, and a 5xx for a GET.
/// After a 429 that does not say when to come back, the time is a second, and twice as long each
/// time.
final class Retries {
  private static final int MOST = 10;
  private static final int MOST_UNTOLD = 5;
  private static final Duration LONGEST = Duration.ofSeconds(60);

  private Retries() {}

  /// How long to wait before sending `request` again; empty when `response` is the last word.
  ///
  /// @param sent how often it was sent already
  static Optional<Duration> waitFor(Request request, Response response, int sent) {
    boolean refused = response.status() == 429;
    boolean failedRead = response.status() >= 500 && request.isRead();
    if (sent > MOST || !(refused || failedRead)) {
      return Optional.empty();
    }
    return refused && response.retryAfter().isEmpty() && sent <= MOST_UNTOLD
        ? Optional.of(Duration.ofSeconds(1L << (sent - 1)))
        : seconds(response.retryAfter()).filter(wait -> wait.compareTo(LONGEST) <= 0);
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
