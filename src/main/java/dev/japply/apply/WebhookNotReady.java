package dev.japply.apply;

import dev.japply.cluster.ClusterException;
import dev.japply.cluster.ServerProblems;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// An admission step that is not ready: a webhook that was just installed, or the server's own
/// admission right after its start. Both come before anything is stored, so the write may be sent
/// again. A webhook with a wrong configuration is not waited for.
///
/// @param name as `webhook "v.example.com"`
record WebhookNotReady(String name) {
  private static final Pattern WEBHOOK = Pattern.compile("failed calling webhook (\"[^\"]*\")");

  /// The request in a webhook's failure, before its cause.
  private static final Pattern REQUEST =
      Pattern.compile("^.*failed calling webhook \"[^\"]*\": (?:.*: Post \"[^\"]*\": )?");

  /// Causes that do not pass while the configuration of the webhook stays as it is.
  private static final Pattern MISCONFIGURED =
      Pattern.compile(
          "service \"[^\"]*\" not found|x509: |unable to load root certificates"
              + "|server gave HTTP response to HTTPS client"
              + "|the server could not find the requested resource|expected webhook response of ");

  /// End of the message of a server that has just started.
  private static final String STARTING = "not yet ready to handle request";

  /// Returns the step that is not ready; empty if `e` has another cause.
  static Optional<WebhookNotReady> of(ClusterException e) {
    String message = String.valueOf(e.getMessage());
    Matcher webhook = WEBHOOK.matcher(message);
    if (e.status() == 500 && webhook.find()) {
      if (MISCONFIGURED.matcher(message).find()) {
        return Optional.empty();
      }
      return Optional.of(new WebhookNotReady("webhook " + webhook.group(1)));
    }
    return e.status() == 403 && message.endsWith(STARTING)
        ? Optional.of(new WebhookNotReady("the server's admission"))
        : Optional.empty();
  }

  /// The cause in the message of `e`, without the words around it.
  static String cause(ClusterException e) {
    String message = ServerProblems.sentence(e);
    return message.endsWith(STARTING) ? STARTING : REQUEST.matcher(message).replaceFirst("");
  }
}
