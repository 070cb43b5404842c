package dev.japply.live.fabric8;

import java.time.Duration;
import java.util.Optional;

/// When a request is sent once more: only when the server said when to come back, and only when it
/// surely did nothing.
///
/// That is a 429 for any request, which the server gives before it looks at it, and a 5xx for a
/// GET.
final class Retries {
  private static final int MOST = 10;
  private static final Duration LONGEST = Duration.ofSeconds(60);

  private Retries() {}

  /// How long to wait before sending `request` again; empty when `response` is the last word.
  ///
  /// @param sent how often it was sent already
  static Optional<Duration> waitFor(Request request, Response response, int sent) {
    boolean refused = response.status() == 429;
    boolean failedRead = response.status() >= 500 && request.isRead();
    return sent <= MOST && (refused || failedRead)
        ? seconds(response.retryAfter()).filter(wait -> wait.compareTo(LONGEST) <= 0)
        : Optional.empty();
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
