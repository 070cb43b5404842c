package dev.japply.live.fabric8;

import java.net.Authenticator;
import java.net.CookieHandler;
import java.net.ProxySelector;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Executor;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import org.jspecify.annotations.Nullable;

/// Builds a JDK client and remembers it, since fabric8 keeps the client to itself; and puts in what
/// fabric8 has no words for.
final class RememberingBuilder implements HttpClient.Builder {
  private final HttpClient.Builder inner;
  private final String serverName;
  private final KeyShares shares = new KeyShares();
  private volatile @Nullable HttpClient built;

  RememberingBuilder(HttpClient.Builder inner, String serverName) {
    this.inner = inner;
    this.serverName = serverName;
  }

  Optional<HttpClient> built() {
    return Optional.ofNullable(built);
  }

  @Override
  public HttpClient build() {
    HttpClient client = inner.build();
    built = client;
    return new OfferingClient(client, shares);
  }

  @Override
  public HttpClient.Builder cookieHandler(CookieHandler handler) {
    inner.cookieHandler(handler);
    return this;
  }

  @Override
  public HttpClient.Builder connectTimeout(Duration duration) {
    inner.connectTimeout(duration);
    return this;
  }

  @Override
  public HttpClient.Builder sslContext(SSLContext context) {
    inner.sslContext(TunedTls.context(context, serverName, shares));
    return this;
  }

  @Override
  public HttpClient.Builder sslParameters(SSLParameters parameters) {
    inner.sslParameters(parameters);
    return this;
  }

  @Override
  public HttpClient.Builder executor(Executor executor) {
    inner.executor(executor);
    return this;
  }

  @Override
  public HttpClient.Builder followRedirects(HttpClient.Redirect policy) {
    inner.followRedirects(policy);
    return this;
  }

  @Override
  public HttpClient.Builder version(HttpClient.Version version) {
    inner.version(version);
    return this;
  }

  @Override
  public HttpClient.Builder priority(int priority) {
    inner.priority(priority);
    return this;
  }

  @Override
  public HttpClient.Builder proxy(ProxySelector selector) {
    inner.proxy(selector);
    return this;
  }

  @Override
  public HttpClient.Builder authenticator(Authenticator authenticator) {
    inner.authenticator(authenticator);
    return this;
  }
}
