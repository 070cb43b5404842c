package dev.japply.cluster.http;

import java.io.EOFException;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/// Encrypts connections.
public interface Tls {

  /// Performs the whole handshake with the server at the other end of `socket` and checks its
  /// certificate.
  ///
  /// @param host the name or address in the server's URL
  SocketStreams secure(Socket socket, String host, int port) throws IOException;

  /// Returns true if a repeated handshake may succeed after this failure.
  default boolean isWorthAnother(IOException failure) {
    return false;
  }

  /// Discards earlier sessions, because the client has a new certificate.
  default void forgetSessions() {}

  /// Returns true if the connection was closed without notice, by the server or on the network. A
  /// pending TLS write then fails with a plain `IOException`.
  static boolean isCut(Throwable failure) {
    for (Throwable at = failure; at != null; at = at.getCause()) {
      Throwable cause = at.getCause();
      boolean sending = at instanceof SSLException && is(cause, IOException.class);
      if (at instanceof EOFException || is(at, SocketException.class) || sending) {
        return true;
      }
    }
    return false;
  }

  /// Returns true for this type only. Subtypes report failures before the connection existed.
  private static boolean is(@Nullable Throwable failure, Class<? extends Throwable> type) {
    return failure != null && failure.getClass().equals(type);
  }

  /// Returns true if `host` is an IP address, which is not sent as a server name (RFC 6066, section
  /// 3).
  static boolean isAddress(String host) {
    boolean digits = true;
    for (int i = 0; i < host.length() && digits; i++) {
      digits = host.charAt(i) == '.' || (host.charAt(i) >= '0' && host.charAt(i) <= '9');
    }
    return digits || host.indexOf(':') >= 0;
  }
}
