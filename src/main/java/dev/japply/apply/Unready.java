package dev.japply.apply;

import dev.japply.cluster.ClusterException;
import dev.japply.cluster.ServerProblems;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// What a server has to ask before it carries out a write, and what does not answer yet: a webhook
/// that was just installed, or the server's own admission, right after its start. Either comes
/// before anything is stored, so that the write may be sent again. A webhook whose configuration is
/// wrong is not waited for.
///
/// @param name as `webhook "v.example.com"`
record Unready(String name) {
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

  /// How a server that has just started refuses what its admission cannot judge yet.
  private static final String STARTING = "not yet ready to handle request";

  /// What is not ready, if `e` is about that.
  static Optional<Unready> of(ClusterException e) {
    String message = String.valueOf(e.getMessage());
    Matcher webhook = WEBHOOK.matcher(message);
    if (e.status() == 500 && webhook.find()) {
      if (MISCONFIGURED.matcher(message).find()) {
        return Optional.empty();
      }
      return Optional.of(new Unready("webhook " + webhook.group(1)));
    }
    return e.status() == 403 && message.endsWith(STARTING)
        ? Optional.of(new Unready("the server's admission"))
        : Optional.empty();
  }

  /// The cause in the message of `e`, without the words around it.
  static String cause(ClusterException e) {
    String message = ServerProblems.sentence(e);
    return message.endsWith(STARTING) ? STARTING : REQUEST.matcher(message).replaceFirst("");
  }
}
