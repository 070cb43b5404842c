package dev.japply.apply;

import dev.japply.cluster.ClusterException;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// What a server has to ask before it carries out a write, and what does not answer yet: a webhook
/// that was just installed, or the server's own admission, right after its start. Either comes
/// before anything is stored, so that the write may be sent again.
///
/// @param name as `webhook "v.example.com"`
record Unready(String name) {
  private static final Pattern WEBHOOK = Pattern.compile("failed calling webhook (\"[^\"]*\")");

  /// How a server that has just started refuses what its admission cannot judge yet.
  private static final String STARTING = "not yet ready to handle request";

  /// What is not ready, if `e` is about that.
  static Optional<Unready> of(ClusterException e) {
    String message = String.valueOf(e.getMessage());
    Matcher webhook = WEBHOOK.matcher(message);
    if (e.status() == 500 && webhook.find()) {
      return Optional.of(new Unready("webhook " + webhook.group(1)));
    }
    return e.status() == 403 && message.endsWith(STARTING)
        ? Optional.of(new Unready("the server's admission"))
        : Optional.empty();
  }
}
