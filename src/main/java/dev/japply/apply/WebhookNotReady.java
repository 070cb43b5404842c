package dev.japply.apply;

import dev.japply.cluster.ClusterException;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// An admission step that is not ready: a webhook that was just installed, or the server's own
/// admission right after its start. Both come before anything is stored, so the write may be sent
/// again.
///
/// @param name as `webhook "v.example.com"`
record WebhookNotReady(String name) {
  private static final Pattern WEBHOOK = Pattern.compile("failed calling webhook (\"[^\"]*\")");

  /// End of the message of a server that has just started.
  private static final String STARTING = "not yet ready to handle request";

  /// Returns the step that is not ready; empty if `e` has another cause.
  static Optional<WebhookNotReady> of(ClusterException e) {
    String message = String.valueOf(e.getMessage());
    Matcher webhook = WEBHOOK.matcher(message);
    if (e.status() == 500 && webhook.find()) {
      return Optional.of(new WebhookNotReady("webhook " + webhook.group(1)));
    }
    return e.status() == 403 && message.endsWith(STARTING)
        ? Optional.of(new WebhookNotReady("the server's admission"))
        : Optional.empty();
  }
}
