package dev.japply.cluster.config;

import dev.japply.cluster.http.NativeTls.Identity;
import dev.japply.tree.Json;
import dev.japply.tree.JsonSyntaxException;
import dev.japply.tree.Value.MapValue;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The output of a credential plugin.
///
/// @param token the bearer token; empty if there is none
/// @param certificate the client certificate in PEM; empty if there is none
/// @param key its key in PEM; empty if there is none
/// @param expires the time when it expires; null if it does not expire
record ExecCredential(String token, String certificate, String key, @Nullable Instant expires) {
  private static final String NO_OBJECT = "decoding stdout: not a JSON object";

  /// Reads the output of a plugin.
  ///
  /// @throws IllegalArgumentException with `kubectl`'s message if the output is invalid
  static ExecCredential read(byte[] output, String apiVersion) {
    MapValue credential = parse(output);
    String version = credential.text("apiVersion");
    if (!credential.text("kind").equals("ExecCredential")) {
      throw new IllegalArgumentException("decoding stdout: not an ExecCredential");
    }
    if (!version.equals(apiVersion)) {
      throw new IllegalArgumentException(
          "exec plugin is configured to use API version %s, plugin returned version %s"
              .formatted(apiVersion, version));
    }
    if (!(credential.get("status") instanceof MapValue status)) {
      throw new IllegalArgumentException("exec plugin didn't return a status field");
    }
    return of(status);
  }

  /// Parses the output. The parser's message is not shown: it quotes the text, which may be a
  /// token.
  private static MapValue parse(byte[] output) {
    try {
      if (Json.parse(output) instanceof MapValue map) {
        return map;
      }
      throw new IllegalArgumentException(NO_OBJECT);
    } catch (JsonSyntaxException e) {
      throw new IllegalArgumentException(NO_OBJECT, e);
    }
  }

  private static ExecCredential of(MapValue status) {
    String token = status.text("token");
    String certificate = status.text("clientCertificateData");
    String key = status.text("clientKeyData");
    if (token.isEmpty() && certificate.isEmpty() && key.isEmpty()) {
      throw new IllegalArgumentException("exec plugin didn't return a token or cert/key pair");
    }
    if (certificate.isEmpty() != key.isEmpty()) {
      throw new IllegalArgumentException("exec plugin returned only certificate or key, not both");
    }
    return new ExecCredential(token, certificate, key, time(status.text("expirationTimestamp")));
  }

  private static @Nullable Instant time(String text) {
    try {
      return text.isEmpty() ? null : OffsetDateTime.parse(text).toInstant();
    } catch (DateTimeParseException e) {
      throw new IllegalArgumentException("decoding stdout: " + e.getMessage(), e);
    }
  }

  boolean isOverAt(Instant now) {
    return expires != null && now.isAfter(expires);
  }

  /// Returns the certificate and its key; empty if there are none.
  Optional<Identity> identity() {
    return certificate.isEmpty() ? Optional.empty() : Optional.of(new Identity(certificate, key));
  }
}
