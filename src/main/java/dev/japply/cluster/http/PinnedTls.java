package dev.japply.cluster.http;

import dev.japply.cluster.http.CertificatePins.Conditions;
import dev.japply.cluster.http.CertificatePins.Pin;
import dev.japply.cluster.http.NativeTls.Identity;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.security.cert.CertificateEncodingException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import javax.net.ssl.SSLSession;
import javax.net.ssl.X509TrustManager;
import org.jspecify.annotations.Nullable;

/// TLS with the native library. The server's certificates are those that Java verified before, or
/// Java verifies them in the handshake.
///
/// Java's own TLS is used if the library cannot be. After any failure of the library it is used for
/// the rest of the run, decides, and reports errors.
public final class PinnedTls implements Tls {
  private final CertificatePins store;
  private final Conditions conditions;
  private final Shown shown;
  private final Verification verification;
  private final List<Pin> pins;
  private final @Nullable NativeTls library;
  private volatile boolean failed;
  private volatile @Nullable JdkTls deciding;
  private volatile @Nullable ServerVerification verifying;

  /// The client's certificate for the server.
  ///
  /// @param changes whether the certificate can change; it is then requested only when it is needed
  public record Shown(boolean changes, Supplier<Optional<Identity>> identity) {
    boolean suits(NativeTls library) {
      return changes || identity.get().stream().allMatch(library::canShow);
    }
  }

  /// Java's verification of the server.
  public interface Verification {
    /// Returns the verifier of the server's certificates.
    X509TrustManager trust();

    /// Returns Java's own TLS, which reports accepted servers.
    JdkTls tls(JdkTls.Acceptance acceptance);
  }

  /// Signals a failed handshake of the library.
  private static final class StrangerException extends IOException {
    private static final long serialVersionUID = 1;

    StrangerException(IOException cause) {
      super(cause);
    }
  }

  /// @param verification is called immediately if the server has not been verified before, so that
  ///   errors occur before any connection
  public PinnedTls(
      TlsPinning pinning, Conditions conditions, Shown shown, Verification verification) {
    this.store = pinning.pins();
    this.conditions = conditions;
    this.shown = shown;
    this.verification = verification;
    this.pins = new CopyOnWriteArrayList<>(store.find(conditions));
    this.library = pinning.library().get().filter(shown::suits).orElse(null);
    if (library == null) {
      deciding();
    } else if (pins.isEmpty()) {
      verifying();
    }
  }

  private synchronized JdkTls deciding() {
    JdkTls made = deciding;
    if (made == null) {
      made = verification.tls(this::accept);
      deciding = made;
    }
    return made;
  }

  private synchronized ServerVerification verifying() {
    ServerVerification made = verifying;
    if (made == null) {
      made = new ServerVerification(verification.trust(), conditions.name());
      verifying = made;
    }
    return made;
  }

  @Override
  public SocketStreams secure(Socket socket, String host, int port) throws IOException {
    return library == null || failed
        ? deciding().secure(socket, host, port)
        : recognise(library, socket);
  }

  private SocketStreams recognise(NativeTls tls, Socket socket) throws IOException {
    try {
      var peer =
          new NativeTls.Peer(conditions.name(), this::trusts, shown.identity().get().orElse(null));
      var connection = tls.connect(socket, peer);
      return new SocketStreams(connection.input(), connection.output(), connection);
    } catch (SocketTimeoutException e) {
      throw e;
    } catch (IOException e) {
      if (Thread.currentThread().isInterrupted()) {
        throw e;
      }
      failed = true;
      throw new StrangerException(e);
    }
  }

  private boolean trusts(byte[][] chain) {
    try {
      if (!isPinned(List.of(chain))) {
        pin(verifying().verified(chain));
      }
      return true;
    } catch (CertificateException | RuntimeException e) {
      return false; // Java's own TLS decides
    }
  }

  private boolean isPinned(List<byte[]> chain) {
    return pins.stream().anyMatch(pin -> store.isCurrent(pin) && isSame(pin.chain(), chain));
  }

  private static boolean isSame(List<byte[]> known, List<byte[]> shown) {
    boolean same = shown.size() == known.size();
    for (int i = 0; same && i < shown.size(); i++) {
      same = Arrays.equals(shown.get(i), known.get(i));
    }
    return same;
  }

  @Override
  public boolean isWorthAnother(IOException failure) {
    return failure instanceof StrangerException || isWorthAnotherToJava(failure);
  }

  private synchronized boolean isWorthAnotherToJava(IOException failure) {
    return deciding != null && deciding.isWorthAnother(failure);
  }

  @Override
  public void forgetSessions() {
    JdkTls made = deciding;
    if (made != null) {
      made.forgetSessions();
    }
  }

  private void accept(SSLSession session) throws IOException {
    var chain = new ArrayList<X509Certificate>();
    var encoded = new ArrayList<byte[]>();
    try {
      for (var certificate : session.getPeerCertificates()) {
        chain.add((X509Certificate) certificate);
        encoded.add(certificate.getEncoded());
      }
      if (!isPinned(encoded)) {
        pin(chain);
      }
    } catch (CertificateEncodingException e) {
      // Then it stays unknown.
    }
  }

  private void pin(List<X509Certificate> chain) throws CertificateEncodingException {
    pins.add(store.put(conditions, chain, verifying().trust()));
  }

  /// Java's verification of a server's certificates without Java's handshake.
  ///
  /// It may refuse what Java's own TLS accepts, such as a server whose name is only in the subject
  /// of its certificate, but not the other way round.
  ///
  /// @param trust the verifier of Java's own TLS: checks the chain to a trusted authority,
  ///   validity, algorithms and usage
  /// @param name the name or the IP address that the server's certificate must have
  private record ServerVerification(X509TrustManager trust, String name) {
    /// The key exchange as in TLS 1.3: the key of the certificate must be one for signatures.
    private static final String KEY_EXCHANGE = "UNKNOWN";

    /// Returns the certificates if they are trusted.
    ///
    /// @param chain each certificate as DER, the server's own first
    /// @throws CertificateException if they are not
    List<X509Certificate> verified(byte[][] chain) throws CertificateException {
      var factory = CertificateFactory.getInstance("X.509");
      var certificates = new ArrayList<X509Certificate>();
      for (byte[] der : chain) {
        certificates.add(
            (X509Certificate) factory.generateCertificate(new ByteArrayInputStream(der)));
      }
      trust.checkServerTrusted(certificates.toArray(X509Certificate[]::new), KEY_EXCHANGE);
      ServerNames.check(certificates.getFirst(), name);
      return certificates;
    }
  }
}
