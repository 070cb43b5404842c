package dev.japply.cluster.http;

import io.netty.internal.tcnative.CertificateVerifier;
import io.netty.internal.tcnative.Library;
import io.netty.internal.tcnative.SSL;
import io.netty.internal.tcnative.SSLContext;
import java.io.File;
import java.io.IOException;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/// The native library: BoringSSL, through netty-tcnative.
///
/// It only does the cryptography. Whether the certificates of a server are trusted is not decided
/// here.
public final class NativeTls {
  /// The maximum length of a chain, the same as in Java's own TLS.
  private static final int DEPTH = 10;

  /// The TLS 1.2 ciphers that Java's own TLS also accepts. They have forward secrecy: a leaked key
  /// does not decrypt earlier traffic.
  private static final String CIPHERS = "ECDHE";

  private NativeTls() {}

  /// The expected server and the client's certificate.
  ///
  /// @param name the server's name, sent in the handshake unless it is an IP address
  /// @param trust decides about the certificates of the server
  /// @param identity the client's certificate and key; null if there is none
  record Peer(String name, Trust trust, @Nullable Identity identity) {}

  /// Decides about the certificates of a server.
  @FunctionalInterface
  interface Trust {
    /// Returns whether the chain is trusted.
    ///
    /// @param chain each certificate as DER, the server's own first
    boolean accepts(byte[][] chain);
  }

  /// A client's certificate chain and its key, each as PEM.
  public record Identity(String certificate, String key) {
    /// Returns a text without the key.
    @Override
    public String toString() {
      return certificate;
    }
  }

  /// Loads the library from the file; empty if this fails, as on other systems. The path is
  /// relative if the launcher was called by a relative path.
  public static synchronized Optional<NativeTls> load(String file) {
    if (file.isEmpty()) {
      return Optional.empty();
    }
    try {
      System.load(new File(file).getAbsolutePath());
      return Library.initialize() ? Optional.of(new NativeTls()) : Optional.empty();
    } catch (Exception | LinkageError e) {
      return Optional.empty();
    }
  }

  /// Returns true if the key belongs to the certificate and the library supports both.
  boolean canShow(Identity identity) {
    try {
      long context = context(chain -> false);
      long session = SSL.newSSL(context, false);
      try {
        identify(session, identity);
        return true;
      } finally {
        SSL.freeSSL(session);
        SSLContext.free(context);
      }
    } catch (Exception e) {
      return false;
    }
  }

  /// Performs the handshake on a connected socket, which then belongs to the connection.
  ///
  /// @throws java.net.SocketTimeoutException after the socket's own timeout
  /// @throws IOException if the server ends the handshake, presents other certificates, or the
  ///   identity is unusable; the socket is closed then
  NativeConnection connect(Socket socket, Peer peer) throws IOException {
    try {
      return NativeConnection.open(
          socket, context(peer.trust()), session -> introduce(session, peer));
    } catch (Exception e) {
      socket.close();
      throw e instanceof IOException known ? known : new SSLException(e);
    }
  }

  private static long context(Trust trust) throws Exception {
    int versions = SSL.SSL_PROTOCOL_TLSV1_2 | SSL.SSL_PROTOCOL_TLSV1_3;
    long context = SSLContext.make(versions, SSL.SSL_MODE_CLIENT);
    SSLContext.setOptions(context, SSL.SSL_OP_NO_TLSv1 | SSL.SSL_OP_NO_TLSv1_1);
    SSLContext.setCipherSuite(context, CIPHERS, false);
    SSLContext.setCertVerifyCallback(context, new Verifier(trust));
    SSLContext.setVerify(context, SSL.SSL_CVERIFY_REQUIRED, DEPTH);
    return context;
  }

  private static void introduce(long session, Peer peer) throws Exception {
    if (!Tls.isAddress(peer.name())) {
      SSL.setTlsExtHostName(session, peer.name());
    }
    if (peer.identity() != null) {
      identify(session, peer.identity());
    }
  }

  private static void identify(long session, Identity identity) throws Exception {
    long chain = 0;
    long key = 0;
    try {
      // It takes all PEM content for certificates: a key among them would be sent to the server.
      chain = parse(Pem.certificates(identity.certificate()), SSL::parseX509Chain);
      key = parse(identity.key(), bio -> SSL.parsePrivateKey(bio, null));
      SSL.setKeyMaterial(session, chain, key);
    } finally {
      SSL.freePrivateKey(key);
      SSL.freeX509Chain(chain);
    }
  }

  /// Parses a value from memory of the library.
  @FunctionalInterface
  private interface Parser {
    long parse(long bio) throws Exception;
  }

  private static long parse(String pem, Parser parser) throws Exception {
    byte[] bytes = pem.getBytes(StandardCharsets.UTF_8);
    long bio = SSL.newMemBIO();
    try {
      ByteBuffer text = ByteBuffer.allocateDirect(bytes.length).put(bytes);
      SSL.bioWrite(bio, NativeConnection.address(text), bytes.length);
      return parser.parse(bio);
    } finally {
      SSL.freeBIO(bio);
    }
  }

  /// Calls `trust` in the handshake.
  private static final class Verifier extends CertificateVerifier {
    private final Trust trust;

    Verifier(Trust trust) {
      this.trust = trust;
    }

    @Override
    public int verify(long session, byte[][] chain, String method) {
      return trust.accepts(chain) ? X509_V_OK : X509_V_ERR_CERT_REJECTED;
    }
  }
}
