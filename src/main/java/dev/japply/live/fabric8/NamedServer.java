package dev.japply.live.fabric8;

import java.security.KeyManagementException;
import java.security.SecureRandom;
import java.util.List;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLContextSpi;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLServerSocketFactory;
import javax.net.ssl.SSLSessionContext;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManager;
import org.jspecify.annotations.Nullable;

/// TLS to a server that is known by another name than that of its address: the name is asked for in
/// the handshake, and the server's certificate must be for it (`tls-server-name`).
///
/// The JDK's HTTP client takes both from the address, so the engines that it gets put the name in
/// its place.
final class NamedServer extends SSLContextSpi {
  private final SSLContext inner;
  private final String name;

  private NamedServer(SSLContext inner, String name) {
    this.inner = inner;
    this.name = name;
  }

  /// `inner` for the server that is called `name`.
  static SSLContext context(SSLContext inner, String name) {
    return new Context(new NamedServer(inner, name), inner);
  }

  /// JDK's constructor is for subclasses only.
  private static final class Context extends SSLContext {
    Context(NamedServer spi, SSLContext inner) {
      super(spi, inner.getProvider(), inner.getProtocol());
    }
  }

  @Override
  protected SSLEngine engineCreateSSLEngine() {
    return engineCreateSSLEngine(name, -1);
  }

  @Override
  protected SSLEngine engineCreateSSLEngine(String host, int port) {
    return new ForwardingEngine(inner.createSSLEngine(name, port)) {
      @Override
      public void setSSLParameters(SSLParameters parameters) {
        parameters.setServerNames(isAddress(name) ? List.of() : List.of(new SNIHostName(name)));
        super.setSSLParameters(parameters);
      }
    };
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
