package dev.japply.cluster.http;

import java.io.IOException;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.util.List;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SNIServerName;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSession;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import org.jspecify.annotations.Nullable;

/// TLS of the Java runtime.
///
/// Java offers two keys for the key exchange. In a program that has just started, the key for the
/// curve P-256 takes several times as long as the key for X25519. Almost all API servers accept
/// X25519. The others (in FIPS mode) get all keys, after a first handshake that fails.
public final class JdkTls implements Tls {
  private static final String[] QUICK = {"x25519"};

  private final KeyManager @Nullable [] keys;
  private final TrustManager @Nullable [] trust;
  private final String name;
  private final Acceptance acceptance;
  private volatile SSLContext context;
  private volatile boolean all;
  private volatile boolean taken;

  /// A listener for accepted servers.
  @FunctionalInterface
  public interface Acceptance {
    /// Called when the handshake is complete.
    void accepted(SSLSession session) throws IOException;
  }

  /// Creates TLS without a listener for accepted servers.
  ///
  /// @throws GeneralSecurityException if the Java runtime has no TLS
  JdkTls(KeyManager @Nullable [] keys, TrustManager @Nullable [] trust, String name)
      throws GeneralSecurityException {
    this(keys, trust, name, session -> {});
  }

  /// @param keys the client's keys; null if there are none
  /// @param trust the verifiers of the server; null for the Java runtime's own
  /// @param name the server name for SNI and for the certificate check; empty for the name in the
  ///   address
  /// @throws GeneralSecurityException if the Java runtime has no TLS
  public JdkTls(
      KeyManager @Nullable [] keys,
      TrustManager @Nullable [] trust,
      String name,
      Acceptance acceptance)
      throws GeneralSecurityException {
    this.keys = keys;
    this.trust = trust;
    this.context = newContext(keys, trust);
    this.name = name;
    this.acceptance = acceptance;
  }

  @Override
  public SocketStreams secure(Socket socket, String host, int port) throws IOException {
    SSLSocket secured = secured(socket, host, port);
    return new SocketStreams(secured.getInputStream(), secured.getOutputStream(), socket);
  }

  /// Returns a TLS socket over `socket`.
  SSLSocket secured(Socket socket, String host, int port) throws IOException {
    String peer = name.isEmpty() ? host : name;
    var secured = (SSLSocket) context.getSocketFactory().createSocket(socket, peer, port, true);
    SSLParameters parameters = secured.getSSLParameters();
    parameters.setEndpointIdentificationAlgorithm("HTTPS");
    parameters.setServerNames(names(peer));
    if (!all) {
      parameters.setNamedGroups(QUICK.clone());
    }
    secured.setSSLParameters(parameters);
    secured.startHandshake();
    taken = true;
    acceptance.accepted(secured.getSession());
    return secured;
  }

  /// Returns true once, for a handshake that the server refused: the next one has all keys.
  @Override
  public boolean isWorthAnother(IOException failure) {
    boolean refused =
        failure instanceof SSLException
            && String.valueOf(failure.getMessage()).contains("Received fatal alert");
    if (all || taken || !refused) {
      return false;
    }
    all = true;
    return true;
  }

  /// Replaces the TLS context. Running handshakes still add sessions to the old one.
  @Override
  public void forgetSessions() {
    try {
      context = newContext(keys, trust);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private static SSLContext newContext(
      KeyManager @Nullable [] keys, TrustManager @Nullable [] trust)
      throws GeneralSecurityException {
    var made = SSLContext.getInstance("TLS");
    made.init(keys, trust, null);
    return made;
  }

  /// Returns the SNI names; empty for an IP address and for a name that is invalid in TLS.
  private static List<SNIServerName> names(String peer) {
    try {
      return Tls.isAddress(peer) ? List.of() : List.of(new SNIHostName(peer));
    } catch (IllegalArgumentException e) {
      return List.of();
    }
  }
}
