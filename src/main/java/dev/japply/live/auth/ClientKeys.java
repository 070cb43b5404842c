package dev.japply.live.auth;

import dev.japply.live.tls.NativeTls.Identity;
import dev.japply.tree.Value.MapValue;
import java.net.Socket;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.Optional;
import java.util.function.Supplier;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedKeyManager;
import org.jspecify.annotations.Nullable;

/// Shows a server the client's certificate, if there is one: also when the server names authorities
/// that did not sign it, as `kubectl` does. So the server says that it does not take it.
public final class ClientKeys extends X509ExtendedKeyManager {
  private final Supplier<Optional<X509ExtendedKeyManager>> current;

  private ClientKeys(Supplier<Optional<X509ExtendedKeyManager>> current) {
    this.current = current;
  }

  /// Those of a user's entry; null when it has none.
  public static KeyManager @Nullable [] of(MapValue user) {
    Optional<X509ExtendedKeyManager> own = Trust.identity(user).map(ClientKeys::keys);
    return own.isEmpty() ? null : new KeyManager[] {new ClientKeys(() -> own)};
  }

  /// What a credential plugin gave last, if it gave any.
  public static KeyManager[] of(ExecPlugin plugin) {
    return new KeyManager[] {new ClientKeys(() -> plugin.get().identity().map(ClientKeys::keys))};
  }

  private static X509ExtendedKeyManager keys(Identity identity) {
    return (X509ExtendedKeyManager) Trust.keyManagers(identity)[0];
  }

  @Override
  public @Nullable String chooseEngineClientAlias(
      String[] types, Principal @Nullable [] issuers, @Nullable SSLEngine engine) {
    return current
        .get()
        .map(keys -> keys.chooseEngineClientAlias(types, null, engine))
        .orElse(null);
  }

  @Override
  public @Nullable String chooseClientAlias(
      String[] types, Principal @Nullable [] issuers, @Nullable Socket socket) {
    return current.get().map(keys -> keys.chooseClientAlias(types, null, socket)).orElse(null);
  }

  @Override
  public String @Nullable [] getClientAliases(String type, Principal @Nullable [] issuers) {
    return current.get().map(keys -> keys.getClientAliases(type, null)).orElse(null);
  }

  @Override
  public X509Certificate @Nullable [] getCertificateChain(String alias) {
    return current.get().map(keys -> keys.getCertificateChain(alias)).orElse(null);
  }

  @Override
  public @Nullable PrivateKey getPrivateKey(String alias) {
    return current.get().map(keys -> keys.getPrivateKey(alias)).orElse(null);
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
