package dev.japply.cluster.rest;

import dev.japply.cluster.ClusterException;
import dev.japply.cluster.config.Address;
import dev.japply.tree.Value.MapValue;
import java.net.URI;
import java.net.URISyntaxException;

/// Where answers send a request, as Go's client goes there: with its method and body after a 307 or
/// 308, and a read after a 301, 302 or 303, too; ten times at most.
///
/// Unlike Go's it stays with the server: another one gets neither credentials nor what is in the
/// objects. Nor does it make a read of a write after a 301, 302 or 303, the answer to which would
/// look like that to the write.
final class Redirects {
  private static final int MOST = 10;

  private final Request request;
  private URI at;
  private int followed;

  /// @param url where `request` is sent first
  Redirects(Request request, String url) {
    this.request = request;
    this.at = URI.create(url);
  }

  /// Where to send it now.
  String url() {
    return at.toString();
  }

  /// Whether to send it once more, since `response` sends it elsewhere.
  ///
  /// @throws ClusterException when it cannot be sent there
  boolean follow(Response response) {
    if (response.location().isEmpty() || !isRedirect(response.status())) {
      return false;
    }
    if (response.status() <= 303 && !request.isRead()) {
      throw notSent(response);
    }
    URI next = next(response);
    if (followed == MOST) {
      throw refused(response, "stopped after " + MOST + " redirects");
    }
    if (!isSameServer(next)) {
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
    at = next;
    return true;
  }

  private static boolean isRedirect(int status) {
    return (status >= 301 && status <= 303) || status == 307 || status == 308;
  }

  /// A 303 may tell that the write was carried out, and where to look.
  private ClusterException notSent(Response response) {
    String why = "a redirect (%d) that turns the write into a read".formatted(response.status());
    return response.status() == 303
        ? ServerErrors.unexpected(request, why)
        : refused(response, why + " is not followed");
  }

  private URI next(Response response) {
    try {
      URI next = at.resolve(new URI(response.location()));
      if (next.getHost() != null && next.getScheme() != null) {
        return next;
      }
    } catch (URISyntaxException | IllegalArgumentException e) {
      // Told below.
    }
    throw refused(response, "failed to parse Location header of a redirect: not a URL");
  }

  private boolean isSameServer(URI next) {
    return at.getScheme().equalsIgnoreCase(next.getScheme())
        && at.getHost().equalsIgnoreCase(next.getHost())
        && Address.of(at).port() == Address.of(next).port();
  }

  private ClusterException refused(Response response, String why) {
    String message = request.method() + " " + request.path() + ": " + why;
    return new ClusterException(response.status(), "", message, MapValue.EMPTY);
  }
}
