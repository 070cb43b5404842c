package dev.japply.cluster.config;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.japply.cluster.ClusterException;
import dev.japply.cluster.ClusterException.Kind;
import dev.japply.cluster.http.AuthorityTrust;
import dev.japply.cluster.http.NativeTls.Identity;
import dev.japply.cluster.http.Pem;
import dev.japply.tree.Value.MapValue;
import io.fabric8.kubernetes.client.internal.SSLUtils;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.interfaces.RSAKey;
import java.time.InstantSource;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import javax.net.ssl.KeyManager;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509KeyManager;
import javax.net.ssl.X509TrustManager;
import org.jspecify.annotations.Nullable;

/// The trusted certificates of a connection, and the client's certificate.
///
/// With a certificate authority in the kubeconfig only this one is trusted, as in `kubectl`;
/// fabric8 would add it to all public ones. Without one the Java runtime's are trusted.
public final class TlsConfig {
  private TlsConfig() {}

  /// Returns the verifiers of the server's certificate.
  public static TrustManager[] trustManagers(MapValue cluster) {
    if (Kubeconfig.flag(cluster, "insecure-skip-tls-verify")) {
      if (Kubeconfig.hasPem(cluster, "certificate-authority")) {
        throw unusable(
            "specifying a root certificates file with the insecure flag is not allowed", null);
      }
      return insecure();
    }
    return new TrustManager[] {authority(cluster).orElseGet(TlsConfig::trustingPublicOnes)};
  }

  /// Returns the verifier that trusts only the certificate authority in the kubeconfig; empty if
  /// there is none.
  public static Optional<X509TrustManager> authority(MapValue cluster) {
    return pem(cluster, "certificate-authority").map(TlsConfig::onlyTrusting);
  }

  private static TrustManager[] insecure() {
    try {
      return SSLUtils.trustManagers(null, null, true, null, null);
    } catch (GeneralSecurityException | IOException e) {
      throw unusable("cannot set up TLS", e);
    }
  }

  /// Returns the verifier that trusts the authorities of the Java runtime.
  public static X509TrustManager trustingPublicOnes() {
    try {
      return new AuthorityTrust(null, InstantSource.system());
    } catch (GeneralSecurityException e) {
      throw unusable("cannot set up TLS", e);
    }
  }

  private static X509TrustManager onlyTrusting(byte[] pem) {
    try {
      var store = KeyStore.getInstance(KeyStore.getDefaultType());
      store.load(null, null);
      var certificates =
          CertificateFactory.getInstance("X.509")
              .generateCertificates(new ByteArrayInputStream(pem));
      for (Certificate certificate : certificates) {
        store.setCertificateEntry("authority-" + store.size(), certificate);
      }
      if (store.size() == 0) {
        throw unusable("unable to load root certificates: no certificate in the data", null);
      }
      return new AuthorityTrust(store, InstantSource.system());
    } catch (GeneralSecurityException | IOException e) {
      throw unusable("unable to load root certificates: " + e.getMessage(), e);
    }
  }

  /// Returns the client certificate and its key in the user's entry; empty if there are none. The
  /// file of a key without a certificate is not read.
  static Optional<Identity> identity(MapValue user) {
    return pem(user, "client-certificate")
        .flatMap(certificate ->
            pem(user, "client-key")
                .map(key ->
                    new Identity(
                        new String(certificate, ISO_8859_1), new String(key, ISO_8859_1))));
  }

  /// Returns the key managers for the certificate, which must belong to the key.
  static KeyManager[] keyManagers(Identity identity) {
    GeneralSecurityException failure = new GeneralSecurityException("no algorithm");
    for (String algorithm : List.of("RSA", "EC")) {
      try {
        KeyManager[] managers = keyManagers(identity, algorithm);
        checkPair((X509KeyManager) managers[0]);
        return managers;
      } catch (GeneralSecurityException e) {
        failure = e;
      } catch (ClusterException e) {
        throw e;
      } catch (IOException | RuntimeException e) {
        failure = new GeneralSecurityException(e);
      }
    }
    throw unusable("tls: failed to parse private key: " + failure.getMessage(), failure);
  }

  /// Checks that the key belongs to the certificate.
  private static void checkPair(X509KeyManager keys) throws GeneralSecurityException {
    for (String type : List.of("RSA", "EC")) {
      String[] aliases = keys.getClientAliases(type, null);
      if (aliases != null && aliases.length > 0) {
        PublicKey published = keys.getCertificateChain(aliases[0])[0].getPublicKey();
        PrivateKey key = keys.getPrivateKey(aliases[0]);
        if (key instanceof RSAKey != published instanceof RSAKey) {
          throw unusable("tls: private key type does not match public key type", null);
        }
        if (!arePair(key, published)) {
          throw unusable("tls: private key does not match public key", null);
        }
      }
    }
  }

  /// Returns true if the keys are a pair. RSA keys share their modulus; for other keys, a test
  /// signature must verify.
  private static boolean arePair(PrivateKey key, PublicKey published)
      throws GeneralSecurityException {
    if (key instanceof RSAKey mine && published instanceof RSAKey theirs) {
      return mine.getModulus().equals(theirs.getModulus());
    }
    var signature = Signature.getInstance("SHA256withECDSA");
    byte[] text = {1};
    signature.initSign(key);
    signature.update(text);
    byte[] signed = signature.sign();
    signature.initVerify(published);
    signature.update(text);
    return signature.verify(signed);
  }

  private static KeyManager[] keyManagers(Identity identity, String algorithm)
      throws GeneralSecurityException, IOException {
    // The pass phrase only protects a key store that lives in memory.
    return SSLUtils.keyManagers(
        only(identity.certificate(), Pem::certificates),
        only(identity.key(), Pem::keys),
        algorithm,
        "memory",
        null,
        "memory");
  }

  /// Returns the selected part of the text, or the whole text if there is none, so that the reader
  /// reports the error.
  private static InputStream only(String pem, UnaryOperator<String> wanted) {
    String found = wanted.apply(pem);
    return new ByteArrayInputStream((found.isEmpty() ? pem : found).getBytes(ISO_8859_1));
  }

  /// Returns the PEM text at `key`-data, in base64, else in the file at `key`.
  public static Optional<byte[]> pem(MapValue entry, String key) {
    String data = entry.text(key + "-data");
    String file = entry.text(key);
    try {
      if (!data.isEmpty()) {
        return Optional.of(decoded(data));
      }
      return file.isEmpty() ? Optional.empty() : Optional.of(Files.readAllBytes(Path.of(file)));
    } catch (IllegalArgumentException e) {
      throw unusable(key + "-data is not base64: " + e.getMessage(), e);
    } catch (IOException e) {
      throw unusable("unable to read " + key + " " + file, e);
    }
  }

  private static byte[] decoded(String data) {
    try {
      return Base64.getDecoder().decode(data);
    } catch (IllegalArgumentException e) {
      return Base64.getDecoder().decode(data.replaceAll("\\s", "")); // it is folded
    }
  }

  private static ClusterException unusable(String message, @Nullable Exception cause) {
    return new ClusterException(Kind.CONFIGURATION, message, "", cause);
  }
}
