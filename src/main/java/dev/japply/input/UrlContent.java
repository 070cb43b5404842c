package dev.japply.input;

import static java.net.http.HttpResponse.BodyHandlers.ofInputStream;

import dev.japply.input.ManifestSources.UrlTimeout;
import dev.japply.io.Cancellation;
import dev.japply.io.FileErrors;
import dev.japply.problem.MaskedUrl;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.net.ConnectException;
import java.net.ProtocolException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/// Content of a URL. Transport errors and responses of 500 and above are tried again, three times
/// in all, but timeouts are not. The only credentials that are sent are part of the URL itself, and
/// a redirect does not get them.
///
/// @param client follows no redirects
/// @param cancellation ends the wait before it is tried again
record UrlContent(URI url, HttpClient client, Cancellation cancellation, UrlTimeout timeout)
    implements Source.Content {
  /// As long as kubectl waits before it tries a URL again.
  private static final Duration PAUSE = Duration.ofSeconds(1);

  private static final int ATTEMPTS = 3;

  /// As many redirects are followed, as in Go.
  private static final int REDIRECTS = 10;

  private static final int OK = 200;
  private static final int SERVER_ERROR = 500;
  private static final Set<Integer> REDIRECT = Set.of(301, 302, 303, 307, 308);

  @Override
  public InputStream open() throws IOException {
    try {
      return open(ATTEMPTS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while reading " + shown());
    }
  }

  /// The URL without its password.
  private String shown() {
    return MaskedUrl.of(url.toString());
  }

  private InputStream open(int attempts) throws IOException, InterruptedException {
    long start = System.nanoTime();
    HttpResponse<InputStream> response;
    try {
      response = follow(start);
    } catch (HttpTimeoutException e) {
      throw SourceErrors.unreadable(shown(), timeout.reason(), e);
    } catch (IllegalArgumentException e) { // such as a port that none can be
      throw SourceErrors.unreadable(shown(), String.valueOf(e.getMessage()), e);
    } catch (IOException e) {
      return openAgain(attempts - 1, SourceErrors.unreadable(shown(), reason(e), e));
    }
    int status = response.statusCode();
    if (status == OK) {
      return new UrlBody(response.body(), shown(), timeout, since(start));
    }
    response.body().close();
    var refused =
        new IOException(
            "unable to read URL \"%s\", server reported status code=%d".formatted(shown(), status));
    return openAgain(status >= SERVER_ERROR ? attempts - 1 : 0, refused);
  }

  private InputStream openAgain(int attempts, IOException reason)
      throws IOException, InterruptedException {
    if (attempts > 0) {
      cancellation.pause(PAUSE);
    }
    if (attempts == 0 || cancellation.requested()) {
      throw reason;
    }
    return open(attempts);
  }

  /// Returns the response at the end of all redirects.
  private HttpResponse<InputStream> follow(long start) throws IOException, InterruptedException {
    URI address = url;
    for (int redirects = 0; redirects <= REDIRECTS; redirects++) {
      HttpResponse<InputStream> response = client.send(request(address, start), ofInputStream());
      Optional<URI> next = next(address, response);
      if (next.isEmpty()) {
        return response;
      }
      response.body().close();
      address = next.get();
    }
    throw new ProtocolException("stopped after 10 redirects");
  }

  /// Returns the target of a redirect; empty if `response` is no redirect, or one that gives up
  /// TLS.
  private static Optional<URI> next(URI from, HttpResponse<?> response) throws IOException {
    Optional<String> location = response.headers().firstValue("Location");
    if (location.isEmpty() || !REDIRECT.contains(response.statusCode())) {
      return Optional.empty();
    }
    try {
      URI next = from.resolve(new URI(location.get()));
      boolean secure = "https".equals(next.getScheme());
      boolean known = secure || "http".equals(next.getScheme());
      if (next.getHost() == null || !known) {
        throw new URISyntaxException(location.get(), "no address of a server");
      }
      return secure || !"https".equals(from.getScheme()) ? Optional.of(next) : Optional.empty();
    } catch (URISyntaxException e) {
      throw new ProtocolException(
          "failed to parse Location header \"%s\": %s"
              .formatted(MaskedUrl.of(location.get()), e.getReason()));
    }
  }

  private HttpRequest request(URI address, long start) {
    HttpRequest.Builder request = HttpRequest.newBuilder(address).GET();
    timeout.first(since(start)).ifPresent(request::timeout);
    String login = address.equals(url) ? url.getUserInfo() : null;
    if (login != null) {
      byte[] pair = (login.contains(":") ? login : login + ":").getBytes(StandardCharsets.UTF_8);
      request.header("Authorization", "Basic " + Base64.getEncoder().encodeToString(pair));
    }
    return request.build();
  }

  private static Duration since(long start) {
    return Duration.ofNanos(System.nanoTime() - start);
  }

  /// Returns the reason for a missing response, in Go's words if Java has none.
  private static String reason(IOException e) {
    if (!(e instanceof ConnectException)) {
      return FileErrors.reason(e);
    }
    for (Throwable cause = e; cause != null; cause = cause.getCause()) {
      if (cause instanceof UnresolvedAddressException) {
        return "no such host";
      }
    }
    return "connection refused";
  }

  /// Response body of a URL, which is cut off when its time is over.
  private static final class UrlBody extends FilterInputStream {
    private final String url;
    private final UrlTimeout timeout;
    private final CompletableFuture<Void> whole;
    private volatile boolean late;

    /// @param url the URL in errors
    /// @param spent part of the time for the whole that has passed
    UrlBody(InputStream in, String url, UrlTimeout timeout, Duration spent) {
      super(in);
      this.url = url;
      this.timeout = timeout;
      this.whole = timer(timeout.whole().isZero() ? Duration.ZERO : timeout.left(spent));
    }

    /// Cuts the body off after `time`, unless it is cancelled before; zero is never.
    private CompletableFuture<Void> timer(Duration time) {
      var timer = new CompletableFuture<Void>();
      if (!time.isZero()) {
        var unused =
            timer
                .completeOnTimeout(null, time.toMillis(), TimeUnit.MILLISECONDS)
                .thenRun(this::cut);
      }
      return timer;
    }

    private void cut() {
      late = true;
      try {
        in.close();
      } catch (IOException e) {
        // The reader sees that it is late.
      }
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] bytes, int from, int length) throws IOException {
      CompletableFuture<Void> silence = timer(timeout.silence());
      try {
        int read = in.read(bytes, from, length);
        if (late) {
          throw SourceErrors.unreadable(url, timeout.reason(), null);
        }
        return read;
      } catch (IOException e) {
        throw SourceErrors.unreadable(url, late ? timeout.reason() : "unexpected EOF", e);
      } finally {
        silence.cancel(false);
      }
    }

    @Override
    public void close() throws IOException {
      whole.cancel(false);
      in.close();
    }
  }
}
