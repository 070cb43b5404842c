package dev.japply.live.http;

import java.io.IOException;
import java.net.Socket;

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
