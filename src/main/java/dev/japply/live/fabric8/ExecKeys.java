package dev.japply.live.fabric8;

import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.Optional;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedKeyManager;
import org.jspecify.annotations.Nullable;

/// Shows a server the client certificate that a credential plugin gave last, if it gave one.
final class ExecKeys extends X509ExtendedKeyManager {
  private final ExecPlugin plugin;

  ExecKeys(ExecPlugin plugin) {
    this.plugin = plugin;
  }

  private Optional<X509ExtendedKeyManager> keys() {
    ExecAnswer answer = plugin.get();
    return answer.hasCertificate() ? Optional.of(keys(answer)) : Optional.empty();
  }

  private static X509ExtendedKeyManager keys(ExecAnswer answer) {
    byte[] certificate = answer.certificate().getBytes(StandardCharsets.UTF_8);
    byte[] key = answer.key().getBytes(StandardCharsets.UTF_8);
    return (X509ExtendedKeyManager) Trust.keyManagers(certificate, key)[0];
  }

  @Override
  public @Nullable String chooseEngineClientAlias(
      String[] types, Principal @Nullable [] issuers, @Nullable SSLEngine engine) {
    return keys().map(keys -> keys.chooseEngineClientAlias(types, issuers, engine)).orElse(null);
  }

  @Override
  public @Nullable String chooseClientAlias(
      String[] types, Principal @Nullable [] issuers, @Nullable Socket socket) {
    return keys().map(keys -> keys.chooseClientAlias(types, issuers, socket)).orElse(null);
  }

  @Override
  public String @Nullable [] getClientAliases(String type, Principal @Nullable [] issuers) {
    return keys().map(keys -> keys.getClientAliases(type, issuers)).orElse(null);
  }

  @Override
  public X509Certificate @Nullable [] getCertificateChain(String alias) {
    return keys().map(keys -> keys.getCertificateChain(alias)).orElse(null);
  }

  @Override
  public @Nullable PrivateKey getPrivateKey(String alias) {
    return keys().map(keys -> keys.getPrivateKey(alias)).orElse(null);
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
