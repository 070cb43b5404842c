package dev.japply.cluster;

import dev.japply.tree.Value.MapValue;
import org.jspecify.annotations.Nullable;

/// The server refused, or was not reached.
///
/// `status` is the HTTP status, 0 when no answer came. `reason` is the server's `Status.reason`
/// (`Forbidden`, `Invalid`, `Conflict`, …), empty when there is none; `details` its
/// `Status.details`. The message is the server's own, or says why it was not reached in the words
/// of `kubectl`; `hint` says what to do about it, and is empty when there is nothing to say.
public final class ClusterException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /// What kind of failure it is.
  public enum Kind {
    /// The server answered with an error.
    ANSWERED,
    /// The server does not know who is asking (401). The message is a whole sentence.
    UNAUTHORIZED,
    /// The kubeconfig, or a name put into a path, cannot be used; nothing was sent.
    CONFIGURATION,
    /// Nothing listens at the server's address.
    REFUSED,
    /// The server's name has no address.
    UNKNOWN_HOST,
    /// No connection in time; nothing was sent.
    UNREACHABLE,
    /// No answer in time.
    TIMEOUT,
    /// The connection could not be secured.
    TLS,
    /// The connection was closed before it was secured; nothing was sent.
    CUT,
    /// The connection broke; whether the server got the request is not known.
    BROKEN,
    /// The answer tells of a success, but it is not what was asked for; whether a write was carried
    /// out is not known.
    UNEXPECTED
  }

  private final Kind kind;
  private final int status;
  private final String reason;
  private final transient MapValue details;
  private final String hint;

  /// An answer that is an error.
  public ClusterException(int status, String reason, String message, MapValue details) {
    super(message);
    this.kind = status == 401 ? Kind.UNAUTHORIZED : Kind.ANSWERED;
    this.status = status;
    this.reason = reason;
    this.details = details;
    this.hint = "";
  }

  /// No answer, or none that counts.
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

  /// Whether no other request would fare better: the server is not reached, or takes none of ours.
  public boolean isAboutAll() {
    return switch (kind) {
      case UNAUTHORIZED, CONFIGURATION, REFUSED, UNKNOWN_HOST, UNREACHABLE, TLS, CUT -> true;
      case ANSWERED, TIMEOUT, BROKEN, UNEXPECTED -> false;
    };
  }

  /// Whether no answer came, or none could.
  public boolean isUnanswered() {
    return switch (kind) {
      case BROKEN, REFUSED, CUT, TIMEOUT, UNKNOWN_HOST, UNREACHABLE -> true;
      case ANSWERED, UNEXPECTED, UNAUTHORIZED, CONFIGURATION, TLS -> false;
    };
  }

  /// Whether the server is unreachable, or no longer accepts the credentials.
  public boolean isAway() {
    return isUnanswered() || kind == Kind.UNAUTHORIZED;
  }

  /// Whether the same read may succeed a moment later; not after a time-out, which took long
  /// enough.
  public boolean mayPass() {
    return switch (kind) {
      case BROKEN, REFUSED, CUT, UNEXPECTED -> true;
      case ANSWERED -> status >= 500;
      case UNAUTHORIZED, CONFIGURATION, UNKNOWN_HOST, UNREACHABLE, TIMEOUT, TLS -> false;
    };
  }

  /// Whether another client changed the object since it was read (409 with reason `Conflict`).
  public boolean isConflict() {
    return status == 409 && reason.equals("Conflict");
  }

  /// Whether there is no such object, or no such path.
  public boolean isNotFound() {
    return status == 404;
  }
}
