package dev.japply.cluster.config;

import dev.japply.cluster.http.NativeTls.Identity;
import java.net.Socket;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedKeyManager;
import org.jspecify.annotations.Nullable;

/// Presents the client's certificate if there is one. As in `kubectl`, this includes servers that
/// name other authorities than its issuer. So the server reports that it rejects the certificate.
public final class ClientKeys extends X509ExtendedKeyManager {
  private final ClientIdentity identity;
  private @Nullable Identity known;
  private @Nullable X509ExtendedKeyManager keys;

  private ClientKeys(ClientIdentity identity) {
    this.identity = identity;
  }

  /// Returns the key managers of `identity`; null if it has no certificate and cannot get one.
  ///
  /// @throws dev.japply.cluster.ClusterException if the certificate and the key cannot be used
  public static KeyManager @Nullable [] of(ClientIdentity identity) {
    var own = new ClientKeys(identity);
    return !identity.isOnDemand() && own.current() == null ? null : new KeyManager[] {own};
  }

  /// Returns the key manager for the current certificate; null if there is none.
  private synchronized @Nullable X509ExtendedKeyManager current() {
    Identity now = identity.get();
    if (now == null) {
      return null;
    }
    X509ExtendedKeyManager made = keys;
    if (made == null || !now.equals(known)) {
      made = (X509ExtendedKeyManager) TlsConfig.keyManagers(now)[0];
      keys = made;
      known = now;
    }
    return made;
  }

  @Override
  public @Nullable String chooseEngineClientAlias(
      String[] types, Principal @Nullable [] issuers, @Nullable SSLEngine engine) {
    X509ExtendedKeyManager shown = current();
    return shown == null ? null : shown.chooseEngineClientAlias(types, null, engine);
  }

  @Override
  public @Nullable String chooseClientAlias(
      String[] types, Principal @Nullable [] issuers, @Nullable Socket socket) {
    X509ExtendedKeyManager shown = current();
    return shown == null ? null : shown.chooseClientAlias(types, null, socket);
  }

  @Override
  public String @Nullable [] getClientAliases(String type, Principal @Nullable [] issuers) {
    X509ExtendedKeyManager shown = current();
    return shown == null ? null : shown.getClientAliases(type, null);
  }

  @Override
  public X509Certificate @Nullable [] getCertificateChain(String alias) {
    X509ExtendedKeyManager shown = current();
    return shown == null ? null : shown.getCertificateChain(alias);
  }

  @Override
  public @Nullable PrivateKey getPrivateKey(String alias) {
    X509ExtendedKeyManager shown = current();
    return shown == null ? null : shown.getPrivateKey(alias);
  }

  @Override
  public @Nullable String chooseServerAlias(
      String type, Principal @Nullable [] issuers, @Nullable Socket socket) {
    return null;
  }

  @Override
  public String @Nullable [] getServerAliases(String type, Principal @Nullable [] issuers) {
    return null;
  }
}
