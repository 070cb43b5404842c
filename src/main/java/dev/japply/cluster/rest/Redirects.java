package dev.japply.cluster.rest;

import dev.japply.cluster.ClusterException;
import dev.japply.cluster.config.Address;
import dev.japply.tree.Value.MapValue;
import java.net.URI;
import java.net.URISyntaxException;

/// Follows redirects like Go's client. The method and the body are kept after a 307 or 308. A read
/// also follows a 301, 302 or 303. There are at most ten redirects.
///
/// Unlike Go's client it stays with the server: another server gets neither credentials nor
/// objects. It also does not turn a write into a read after a 301, 302 or 303, as the response
/// would look like the write's.
final class Redirects {
  private static final int MOST = 10;

  private final Request request;
  private String at;
  private int followed;

  /// @param url the first URL of `request`
  Redirects(Request request, String url) {
    this.request = request;
    this.at = url;
  }

  String url() {
    return at;
  }

  /// Returns true if `response` redirects the request.
  ///
  /// @throws ClusterException if the redirect cannot be followed
  boolean follow(Response response) {
    if (response.location().isEmpty() || !isRedirect(response.status())) {
      return false;
    }
    if (response.status() <= 303 && !request.isRead()) {
      throw notSent(response);
    }
    URI now = URI.create(at);
    URI next = next(now, response);
    if (followed == MOST) {
      throw refused(response, "stopped after " + MOST + " redirects");
    }
    if (!isSameServer(now, next)) {
      throw refused(
          response,
          "redirects to another server are not followed: "
              + next.getScheme()
              + "://"
              + next.getHost()
              + (next.getPort() < 0 ? "" : ":" + next.getPort())
              + "; put its address into the kubeconfig if it is the right one");
    }
    followed++;
    at = next.toString();
    return true;
  }

  private static boolean isRedirect(int status) {
    return (status >= 301 && status <= 303) || status == 307 || status == 308;
  }

  /// Returns the error for a redirected write. With a 303 the write may have been carried out.
  private ClusterException notSent(Response response) {
    String why = "a redirect (%d) that turns the write into a read".formatted(response.status());
    return response.status() == 303
        ? ServerErrors.unexpected(request, why)
        : refused(response, why + " is not followed");
  }

  private URI next(URI at, Response response) {
    try {
      URI next = at.resolve(new URI(response.location()));
      if (next.getHost() != null && next.getScheme() != null) {
        return next;
      }
    } catch (URISyntaxException | IllegalArgumentException e) {
      // Reported below.
    }
    throw refused(response, "failed to parse Location header of a redirect: not a URL");
  }

  private static boolean isSameServer(URI at, URI next) {
    return at.getScheme().equalsIgnoreCase(next.getScheme())
        && at.getHost().equalsIgnoreCase(next.getHost())
        && Address.of(at).port() == Address.of(next).port();
  }

  private ClusterException refused(Response response, String why) {
    String message = request.method() + " " + request.path() + ": " + why;
    return new ClusterException(response.status(), "", message, MapValue.EMPTY);
  }
}
