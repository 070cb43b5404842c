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
/// For the key exchange Java offers two keys, and the one for the curve P-256 takes a program that
/// has just started several times as long as that for X25519. API servers take the latter, but for
/// a few (of FIPS modes): to them all is offered, after a first handshake that fails.
public final class JdkTls implements Tls {
  private static final String[] QUICK = {"x25519"};

  private final KeyManager @Nullable [] keys;
  private final TrustManager @Nullable [] trust;
  private final String name;
  private final Acceptance acceptance;
  private volatile SSLContext context;
  private volatile boolean all;
  private volatile boolean taken;

  /// Who hears of servers that are accepted.
  @FunctionalInterface
  public interface Acceptance {
    /// The handshake has come to its end.
    void accepted(SSLSession session) throws IOException;
  }

  /// TLS that tells nobody whom it accepts.
  ///
  /// @throws GeneralSecurityException when the Java runtime has no TLS
  JdkTls(KeyManager @Nullable [] keys, TrustManager @Nullable [] trust, String name)
      throws GeneralSecurityException {
    this(keys, trust, name, session -> {});
  }

  /// @param keys what the server gets to see; null for nothing
  /// @param trust what decides about the server; null for what the Java runtime trusts
  /// @param name the name that the server is asked for, and that its certificate must be for; empty
  ///   for that by which it was reached
  /// @throws GeneralSecurityException when the Java runtime has no TLS
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

  /// A socket in which what goes over `socket` is secure.
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

  /// What this side does not like of the server would not be better the second time.
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

  /// Handshakes that are under way still add to those that are forgotten.
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

  /// A server at an address is not asked for by name, nor is one whose name TLS has no words for.
  private static List<SNIServerName> names(String peer) {
    try {
      return Tls.isAddress(peer) ? List.of() : List.of(new SNIHostName(peer));
    } catch (IllegalArgumentException e) {
      return List.of();
    }
  }
}
