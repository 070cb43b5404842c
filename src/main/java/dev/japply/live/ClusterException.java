package dev.japply.live;

import dev.japply.tree.Value.MapValue;
import org.jspecify.annotations.Nullable;

/// The server refused, or was not reached.
///
/// `status` is the HTTP status, 0 when no answer came. `reason` is the server's `Status.reason`
/// (`Forbidden`, `Invalid`, `Conflict`, …), empty when there is none; `details` its
/// `Status.details`. The message is the server's own, or says why it was not reached.
public final class ClusterException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final int status;
  private final String reason;
  private final transient MapValue details;

  /// An answer that is an error.
  public ClusterException(int status, String reason, String message, MapValue details) {
    super(message);
    this.status = status;
    this.reason = reason;
    this.details = details;
  }

  /// No answer; `cause` says why.
  public ClusterException(String message, @Nullable Throwable cause) {
    super(message, cause);
    this.status = 0;
    this.reason = "";
    this.details = MapValue.EMPTY;
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

  /// Whether somebody else changed the object since it was read (409 with reason `Conflict`).
  public boolean isConflict() {
    return status == 409 && reason.equals("Conflict");
  }

  /// Whether there is no such object, or no such path.
  public boolean isNotFound() {
    return status == 404;
  }
}
