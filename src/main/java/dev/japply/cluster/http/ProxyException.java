package dev.japply.cluster.http;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/// The failure of a proxy to connect to the server. Nothing was sent to the server. The message
/// names the proxy and the server.
public final class ProxyException extends IOException {
  private static final long serialVersionUID = 1L;

  public enum Reason {
    /// The proxy requires other credentials.
    LOGIN,
    /// The proxy cannot reach the server.
    SERVER,
    /// The proxy refuses, or is none.
    REFUSAL
  }

  private static final int UNAUTHENTICATED = 407;
  private static final int FAILURES = 500;

  private final Reason reason;

  /// @param cause null if there is none
  ProxyException(Reason reason, String message, @Nullable IOException cause) {
    super(message, cause);
    this.reason = reason;
  }

  /// Returns the reason for a response to CONNECT.
  static Reason reason(int status) {
    return status == UNAUTHENTICATED
        ? Reason.LOGIN
        : status >= FAILURES ? Reason.SERVER : Reason.REFUSAL;
  }

  public Reason reason() {
    return reason;
  }
}
