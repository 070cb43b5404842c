package dev.japply.live.fabric8;

import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;

/// The beginning of a handshake with nobody.
///
/// TLS takes most of the time of a short run, and most of that goes into setting up what is in the
/// Java runtime for it: providers, algorithms, keys. Here that happens while manifests are read.
final class TlsAhead {
  private TlsAhead() {}

  /// Does it, in the thread that calls. When it fails, the real handshake will say why.
  static void run() {
    try {
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, new TrustManager[0], null);
      KeyStore.getInstance(KeyStore.getDefaultType());
      TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      CertificateFactory.getInstance("X.509");
      SSLEngine engine = context.createSSLEngine("localhost", 443);
      engine.setUseClientMode(true);
      SSLParameters parameters = engine.getSSLParameters();
      new KeyShares().offer(parameters);
      engine.setSSLParameters(parameters);
      engine.beginHandshake();
      int size = engine.getSession().getPacketBufferSize();
      engine.wrap(ByteBuffer.allocate(0), ByteBuffer.allocate(size));
    } catch (GeneralSecurityException | SSLException e) {
      // The real one fails in the same way.
    }
  }
}
