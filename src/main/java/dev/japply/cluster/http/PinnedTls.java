package dev.japply.cluster.http;

import dev.japply.cluster.http.CertificatePins.Conditions;
import dev.japply.cluster.http.CertificatePins.Pin;
import dev.japply.cluster.http.NativeTls.Identity;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import javax.net.ssl.SSLSession;
import org.jspecify.annotations.Nullable;

/// TLS with the native library for servers that Java's own TLS has verified before. For other
/// servers Java's own TLS is used, which alone decides and reports errors. After any failure of the
/// library it is used for the rest of the run.
public final class PinnedTls implements Tls {
  private final CertificatePins store;
  private final Conditions conditions;
  private final Shown shown;
  private final Function<JdkTls.Acceptance, JdkTls> java;
  private final List<Pin> pins;
  private final @Nullable NativeTls library;
  private volatile boolean failed;
  private volatile List<X509Certificate> accepted = List.of();
  private volatile @Nullable JdkTls deciding;

  /// The client's certificate for the server.
  ///
  /// @param changes whether the certificate can change; it is then requested only when it is needed
  public record Shown(boolean changes, Supplier<Optional<Identity>> identity) {
    boolean suits(NativeTls library) {
      return changes || identity.get().stream().allMatch(library::canShow);
    }
  }

  /// Signals a failed handshake of the library.
  private static final class StrangerException extends IOException {
    private static final long serialVersionUID = 1;

    StrangerException(IOException cause) {
      super(cause);
    }
  }

  /// @param java creates Java's own TLS, which reports accepted servers. It is called immediately
  ///   if the library cannot be used, so that errors occur before any connection.
  public PinnedTls(
      TlsPinning pinning,
      Conditions conditions,
      Shown shown,
      Function<JdkTls.Acceptance, JdkTls> java) {
    this.store = pinning.pins();
    this.conditions = conditions;
    this.shown = shown;
    this.java = java;
    this.pins = store.find(conditions);
    this.library =
        pins.isEmpty() ? null : NativeTls.load(pinning.library()).filter(shown::suits).orElse(null);
    if (library == null) {
      deciding();
    }
  }

  private synchronized JdkTls deciding() {
    JdkTls made = deciding;
    if (made == null) {
      made = java.apply(this::accept);
      deciding = made;
    }
    return made;
  }

  @Override
  public SocketStreams secure(Socket socket, String host, int port) throws IOException {
    List<List<byte[]>> chains = pins.stream().filter(store::isCurrent).map(Pin::chain).toList();
    return library == null || failed || chains.isEmpty()
        ? deciding().secure(socket, host, port)
        : recognise(library, socket, chains);
  }

  private SocketStreams recognise(NativeTls tls, Socket socket, List<List<byte[]>> chains)
      throws IOException {
    try {
      var peer = new NativeTls.Peer(conditions.name(), chains, shown.identity().get().orElse(null));
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
    for (var certificate : session.getPeerCertificates()) {
      chain.add((X509Certificate) certificate);
    }
    if (!chain.equals(accepted)) {
      accepted = chain;
      store.put(conditions, chain);
    }
  }
}
