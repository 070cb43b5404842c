package dev.japply.live.fabric8;

import java.nio.ByteBuffer;
import java.security.KeyManagementException;
import java.security.SecureRandom;
import java.util.List;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLContextSpi;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLServerSocketFactory;
import javax.net.ssl.SSLSessionContext;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManager;
import org.jspecify.annotations.Nullable;

/// TLS as japply wants it, in ways for which the JDK's HTTP client has no words: it sets the
/// parameters of the engines that it gets by itself.
///
/// - [KeyShares] say what a connection offers.
/// - A server may be known by another name than that of its address (`tls-server-name`): the name
///   is asked for in the handshake, and the server's certificate must be for it.
final class TunedTls extends SSLContextSpi {
  private final SSLContext inner;
  private final String name;
  private final KeyShares shares;

  private TunedTls(SSLContext inner, String name, KeyShares shares) {
    this.inner = inner;
    this.name = name;
    this.shares = shares;
  }

  /// `inner` for the server that is called `name`, or as its address says when that is empty.
  static SSLContext context(SSLContext inner, String name, KeyShares shares) {
    return new Context(new TunedTls(inner, name, shares), inner);
  }

  /// JDK's constructor is for subclasses only.
  private static final class Context extends SSLContext {
    Context(TunedTls spi, SSLContext inner) {
      super(spi, inner.getProvider(), inner.getProtocol());
    }
  }

  @Override
  protected SSLEngine engineCreateSSLEngine() {
    return tuned(inner.createSSLEngine());
  }

  @Override
  protected SSLEngine engineCreateSSLEngine(String host, int port) {
    return tuned(inner.createSSLEngine(name.isEmpty() ? host : name, port));
  }

  private SSLEngine tuned(SSLEngine engine) {
    return new ForwardingEngine(engine) {
      @Override
      public void setSSLParameters(SSLParameters parameters) {
        if (!name.isEmpty()) {
          parameters.setServerNames(isAddress(name) ? List.of() : List.of(new SNIHostName(name)));
        }
        shares.offer(parameters);
        super.setSSLParameters(parameters);
      }

      @Override
      public SSLEngineResult wrap(ByteBuffer[] from, int offset, int length, ByteBuffer to)
          throws SSLException {
        return noted(super.wrap(from, offset, length, to));
      }

      @Override
      public SSLEngineResult unwrap(ByteBuffer from, ByteBuffer[] to, int offset, int length)
          throws SSLException {
        return noted(super.unwrap(from, to, offset, length));
      }
    };
  }

  private SSLEngineResult noted(SSLEngineResult result) {
    if (result.getHandshakeStatus() == HandshakeStatus.FINISHED) {
      shares.taken();
    }
    return result;
  }

  /// Whether the text is an IP address, which TLS does not ask for by name.
  private static boolean isAddress(String text) {
    return text.contains(":") || text.matches("[0-9.]+");
  }

  @Override
  protected void engineInit(
      KeyManager @Nullable [] keys, TrustManager @Nullable [] trust, @Nullable SecureRandom random)
      throws KeyManagementException {
    throw new KeyManagementException("already initialised");
  }

  @Override
  protected SSLSocketFactory engineGetSocketFactory() {
    return inner.getSocketFactory();
  }

  @Override
  protected SSLServerSocketFactory engineGetServerSocketFactory() {
    return inner.getServerSocketFactory();
  }

  @Override
  protected SSLSessionContext engineGetServerSessionContext() {
    return inner.getServerSessionContext();
  }

  @Override
  protected SSLSessionContext engineGetClientSessionContext() {
    return inner.getClientSessionContext();
  }

  @Override
  protected SSLParameters engineGetDefaultSSLParameters() {
    return inner.getDefaultSSLParameters();
  }

  @Override
  protected SSLParameters engineGetSupportedSSLParameters() {
    return inner.getSupportedSSLParameters();
  }
}
