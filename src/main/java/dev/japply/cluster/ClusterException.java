package dev.japply.cluster;

import dev.japply.tree.Value.MapValue;
import org.jspecify.annotations.Nullable;

/// An error response of the server, or a failure to reach it.
///
/// `status` is the HTTP status, 0 without a response. `reason` is the server's `Status.reason`
/// (`Forbidden`, `Invalid`, `Conflict`, …), empty if there is none; `details` is its
/// `Status.details`. The message is the server's own, or kubectl's message for the connection
/// failure. `hint` is advice for the user; empty if there is none.
public final class ClusterException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public enum Kind {
    /// The server responded with an error.
    RESPONDED,
    /// The server did not accept the credentials (401). The message is a whole sentence.
    UNAUTHORIZED,
    /// The kubeconfig, or a name in a path, is invalid; nothing was sent.
    CONFIGURATION,
    /// The server's address refuses connections.
    REFUSED,
    /// The server's name has no address.
    UNKNOWN_HOST,
    /// No connection before the timeout; nothing was sent.
    UNREACHABLE,
    /// The server did not respond in time.
    TIMEOUT,
    /// The TLS handshake failed.
    TLS,
    /// The connection was closed during the TLS handshake; nothing was sent.
    CUT,
    /// The connection broke. The outcome of the request is unknown.
    BROKEN,
    /// The response has a success status, but not the expected content. The outcome of a write is
    /// unknown.
    UNEXPECTED,
    /// The response is larger than the limit. The outcome of a write is unknown.
    TOO_LARGE,
    /// The undo file cannot be written, so the write was not sent.
    UNRECORDED
  }

  private final Kind kind;
  private final int status;
  private final String reason;
  private final transient MapValue details;
  private final String hint;

  /// Creates an exception for an error response.
  public ClusterException(int status, String reason, String message, MapValue details) {
    super(message);
    this.kind = status == 401 ? Kind.UNAUTHORIZED : Kind.RESPONDED;
    this.status = status;
    this.reason = reason;
    this.details = details;
    this.hint = "";
  }

  /// Returns the error response about an object that does not exist.
  public static ClusterException notFound(Resource resource, String name) {
    String group = resource.gvk().group();
    String type = group.isEmpty() ? resource.plural() : resource.plural() + "." + group;
    String message = "%s \"%s\" not found".formatted(type, name);
    return new ClusterException(404, "NotFound", message, MapValue.EMPTY);
  }

  /// Returns this error response with advice.
  public ClusterException withHint(String advice) {
    return new ClusterException(
        kind, status, reason, String.valueOf(getMessage()), details, advice);
  }

  private ClusterException(
      Kind kind, int status, String reason, String message, MapValue details, String hint) {
    super(message);
    this.kind = kind;
    this.status = status;
    this.reason = reason;
    this.details = details;
    this.hint = hint;
  }

  /// Creates an exception for a missing or unusable response.
  public ClusterException(Kind kind, String message, String hint, @Nullable Throwable cause) {
    super(message, cause);
    this.kind = kind;
    this.status = 0;
    this.reason = "";
    this.details = MapValue.EMPTY;
    this.hint = hint;
  }

  public Kind kind() {
    return kind;
  }

  public int status() {
    return status;
  }

  public String reason() {
    return reason;
  }

  public MapValue details() {
    return details;
  }

  public String hint() {
    return hint;
  }

  /// Returns true if other requests would fail, too: the server is unreachable, or rejects every
  /// request.
  public boolean isAboutAll() {
    return switch (kind) {
      case UNAUTHORIZED, CONFIGURATION, REFUSED, UNKNOWN_HOST, UNREACHABLE, TLS, CUT, UNRECORDED ->
          true;
      case RESPONDED, TIMEOUT, BROKEN, UNEXPECTED, TOO_LARGE -> false;
    };
  }

  /// Returns true if no response arrived.
  public boolean isWithoutResponse() {
    return switch (kind) {
      case BROKEN, REFUSED, CUT, TIMEOUT, UNKNOWN_HOST, UNREACHABLE -> true;
      case RESPONDED, UNEXPECTED, TOO_LARGE, UNAUTHORIZED, CONFIGURATION, TLS, UNRECORDED -> false;
    };
  }

  /// Returns true if the server is unreachable or no longer accepts the credentials, or if writes
  /// cannot be recorded.
  public boolean isAway() {
    return isWithoutResponse() || kind == Kind.UNAUTHORIZED || kind == Kind.UNRECORDED;
  }

  /// Returns true if the same read may succeed a moment later. A timeout does not count, as it took
  /// long enough.
  public boolean mayPass() {
    return switch (kind) {
      case BROKEN, REFUSED, CUT, UNEXPECTED -> true;
      case RESPONDED -> status >= 500;
      case UNAUTHORIZED,
          CONFIGURATION,
          UNKNOWN_HOST,
          UNREACHABLE,
          TIMEOUT,
          TLS,
          TOO_LARGE,
          UNRECORDED ->
          false;
    };
  }

  /// Returns true if another client changed the object since it was read (409 with reason
  /// `Conflict`).
  public boolean isConflict() {
    return status == 409 && reason.equals("Conflict");
  }

  /// Returns true if the server would not store the object, which breaks a rule of its type.
  public boolean isInvalid() {
    return status == 422;
  }

  /// Returns true if the object or the path does not exist.
  public boolean isNotFound() {
    return status == 404;
  }
}
