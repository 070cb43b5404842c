package dev.japply.cluster.http;

import java.io.EOFException;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/// What makes connections secure.
public interface Tls {

  /// Does the whole handshake with the server at the other end of `socket`, whose certificate is
  /// checked.
  ///
  /// @param host the name or address by which the server was reached
  SocketStreams secure(Socket socket, String host, int port) throws IOException;

  /// Whether a handshake that ended so may go better on another connection.
  default boolean isWorthAnother(IOException failure) {
    return false;
  }

  /// Takes up no session again that was agreed on before: the client has something else to show.
  default void forgetSessions() {}

  /// Whether the other side, or somebody on the way, ended the connection without a word. What TLS
  /// wanted to send then fails with an exception of no type of its own.
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

  /// Others, of more particular types, tell of what was wrong before there was a connection.
  private static boolean is(@Nullable Throwable failure, Class<? extends Throwable> type) {
    return failure != null && failure.getClass().equals(type);
  }

  /// Whether a server so called has no name, but an address. Addresses are not told as names (RFC
  /// 6066, section 3).
  static boolean isAddress(String host) {
    boolean digits = true;
    for (int i = 0; i < host.length() && digits; i++) {
      digits = host.charAt(i) == '.' || (host.charAt(i) >= '0' && host.charAt(i) <= '9');
    }
    return digits || host.indexOf(':') >= 0;
  }
}
