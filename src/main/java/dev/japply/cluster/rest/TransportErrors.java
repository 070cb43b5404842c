package dev.japply.cluster.rest;

import dev.japply.cluster.ClusterException;
import dev.japply.cluster.ClusterException.Kind;
import dev.japply.cluster.config.Address;
import dev.japply.cluster.config.ClusterConfig;
import dev.japply.cluster.http.ProxyException;
import dev.japply.cluster.http.Tls;
import dev.japply.problem.ByteLimit;
import java.net.ConnectException;
import java.net.ProtocolException;
import java.net.SocketException;
import java.net.URI;
import java.net.UnknownHostException;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpTimeoutException;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertPathValidatorException.BasicReason;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.util.List;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import org.jspecify.annotations.Nullable;

/// Converts connection failures to exceptions with `kubectl`'s messages.
record TransportErrors(ClusterConfig config) {
  private static final String UNREACHED = "Unable to connect to the server: ";

  ClusterException of(Request request, Throwable failure) {
    if (find(failure, ClusterException.class) instanceof ClusterException known) {
      return known;
    }
    if (find(failure, ByteLimit.Exceeded.class) instanceof ByteLimit.Exceeded large) {
      return tooLarge(request, large);
    }
    if (find(failure, ProxyException.class) instanceof ProxyException proxy) {
      return ofProxy(proxy);
    }
    if (is(failure, UnknownHostException.class)) {
      return error(
          Kind.UNKNOWN_HOST,
          config.proxy() == null
              ? "dial tcp: lookup " + config.server().getHost() + ": no such host"
              : "proxyconnect tcp: dial tcp: lookup " + config.proxy().getHost() + ": no such host",
          failure);
    }
    Throwable late = find(failure, HttpConnectTimeoutException.class);
    if (late != null && String.valueOf(late.getMessage()).contains("handshake")) {
      return error(Kind.UNREACHABLE, late.getMessage() + " with " + config.host(), failure);
    }
    if (late != null) {
      return error(
          Kind.UNREACHABLE,
          config.proxy() == null
              ? "dial tcp " + config.host() + ": i/o timeout"
              : "dial tcp "
                  + config.host()
                  + " through the proxy "
                  + at(config.proxy())
                  + ": i/o timeout",
          failure);
    }
    if (is(failure, HttpTimeoutException.class) || is(failure, TimeoutException.class)) {
      return error(
          Kind.TIMEOUT,
          "context deadline exceeded (no response within --request-timeout)" + unknown(request),
          failure);
    }
    return ofConnection(request, failure);
  }

  private static ClusterException tooLarge(Request request, ByteLimit.Exceeded large) {
    String message =
        "the server's response to %s %s is %s"
            .formatted(request.method(), request.path(), large.getMessage());
    return new ClusterException(Kind.TOO_LARGE, message + unknown(request), "", large);
  }

  private ClusterException ofConnection(Request request, Throwable failure) {
    boolean tls = is(failure, SSLException.class) || is(failure, CertificateException.class);
    if (is(failure, SSLHandshakeException.class) && Tls.isCut(failure)) {
      return error(Kind.CUT, "tls: " + failure.getMessage(), failure);
    }
    if (tls && !isCutLater(failure)) {
      return ofTls(failure);
    }
    if (is(failure, ConnectException.class)) {
      return config.proxy() != null
          ? error(Kind.REFUSED, proxyRefused(config.proxy()), failure)
          : refused(failure);
    }
    String text = String.valueOf(failure.getMessage());
    if (failure instanceof ProtocolException && text.contains("status line")) {
      return malformed(failure);
    }
    return error(Kind.BROKEN, text + unknown(request), failure);
  }

  /// Returns true if a connection was closed after its TLS handshake.
  private static boolean isCutLater(Throwable failure) {
    return is(failure, SocketException.class) && !is(failure, SSLHandshakeException.class);
  }

  private static String proxyRefused(URI proxy) {
    return "proxyconnect tcp: dial tcp " + at(proxy) + ": connect: connection refused";
  }

  private static String at(URI proxy) {
    return proxy.getHost() + ":" + Address.of(proxy).port();
  }

  /// Only if the proxy cannot reach the server, another try can help.
  private static ClusterException ofProxy(ProxyException failure) {
    String hint =
        failure.reason() == ProxyException.Reason.LOGIN
            ? "give the proxy's user and password in its address, as in http://USER:PASSWORD@HOST"
            : "";
    Kind kind = failure.reason() == ProxyException.Reason.SERVER ? Kind.CUT : Kind.UNREACHABLE;
    return new ClusterException(kind, UNREACHED + failure.getMessage(), hint, failure);
  }

  private ClusterException malformed(Throwable failure) {
    String message = UNREACHED + "malformed HTTP response from " + config.host();
    String hint = config.isSecure() ? "" : "the server may want https:// in its address";
    return new ClusterException(Kind.BROKEN, message, hint, failure);
  }

  private ClusterException refused(Throwable failure) {
    String message =
        "The connection to the server "
            + config.host()
            + " was refused - did you specify the right host or port?";
    return new ClusterException(Kind.REFUSED, message, config.hint(), failure);
  }

  /// Returns the note for a write whose outcome is unknown; empty for a read.
  static String unknown(Request request) {
    return request.isRead() ? "" : "; whether the server carried out the request is not known";
  }

  private ClusterException ofTls(Throwable failure) {
    return new ClusterException(
        Kind.TLS, UNREACHED + tlsMessage(failure), tlsHint(failure), failure);
  }

  private static String tlsMessage(Throwable failure) {
    String verify = "tls: failed to verify certificate: x509: ";
    if (is(failure, CertificateExpiredException.class)
        || is(failure, CertificateNotYetValidException.class)) {
      return verify + "certificate has expired or is not yet valid";
    }
    if (is(failure, CertPathBuilderException.class)
        || is(failure, CertPathValidatorException.class)) {
      return verify + "certificate signed by unknown authority";
    }
    if (find(failure, CertificateException.class) instanceof CertificateException other) {
      return verify + "certificate is not valid for this server: " + other.getMessage();
    }
    String text = String.valueOf(failure.getMessage());
    return text.contains("plaintext") || text.contains("Unsupported or unrecognized SSL message")
        ? "http: server gave HTTP response to HTTPS client"
        : "tls: " + text;
  }

  private String tlsHint(Throwable failure) {
    for (Class<? extends CertificateException> type :
        List.of(CertificateExpiredException.class, CertificateNotYetValidException.class)) {
      Throwable dated = find(failure, type);
      if (dated != null && String.valueOf(dated.getMessage()).startsWith("the ")) {
        return String.valueOf(dated.getMessage());
      }
    }
    if (!tlsMessage(failure).endsWith("unknown authority")) {
      return "";
    }
    if (isTooWeak(failure)) {
      return "a key or a signature of the server's certificates is too weak: renew them, with an"
          + " RSA key of 2048 bits or more";
    }
    boolean own =
        config.cluster().has("certificate-authority")
            || config.cluster().has("certificate-authority-data");
    return own
        ? "the certificate-authority of the kubeconfig did not sign the server's certificate"
        : "the kubeconfig has no certificate-authority for this server";
  }

  private static boolean isTooWeak(Throwable failure) {
    Throwable at = failure;
    while (at != null
        && !(at instanceof CertPathValidatorException path
            && path.getReason() == BasicReason.ALGORITHM_CONSTRAINED)) {
      at = at.getCause();
    }
    return at != null;
  }

  private static ClusterException error(Kind kind, String message, Throwable cause) {
    return new ClusterException(kind, UNREACHED + message, "", cause);
  }

  private static boolean is(Throwable failure, Class<? extends Throwable> type) {
    return find(failure, type) != null;
  }

  private static @Nullable Throwable find(Throwable failure, Class<? extends Throwable> type) {
    Throwable at = failure;
    while (at != null && !type.isInstance(at)) {
      at = at.getCause();
    }
    return at;
  }
}
