package dev.japply.live.fabric8;

import dev.japply.live.ClusterException;
import dev.japply.live.Sleep;
import io.fabric8.kubernetes.client.http.HttpClient;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.HttpResponse;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;

/// Sends requests and gives the answers, errors of the server included.
final class Requests {
  private final HttpClient client;
  private final Target target;
  private final Duration timeout;
  private final WarningHeaders warnings;
  private final RequestLog log;
  private final Sleep sleep;
  private final Retries retries = new Retries();
  private final String userAgent = UserAgent.text();

  /// @param timeout for one request; zero for none
  /// @param sleep waits before a request is sent again
  Requests(
      HttpClient client,
      Target target,
      Duration timeout,
      WarningHeaders warnings,
      RequestLog log,
      Sleep sleep) {
    this.client = client;
    this.target = target;
    this.timeout = timeout;
    this.warnings = warnings;
    this.log = log;
    this.sleep = sleep;
  }

  /// The answer to `request`, whatever it is, after as many repetitions as [Retries] allows. It is
  /// the last one that came when the thread is interrupted while it waits.
  ///
  /// @throws ClusterException when no answer came
  Response answer(Request request) {
    for (int sent = 1; ; sent++) {
      try {
        Response response = once(request);
        Optional<Duration> wait = retries.waitFor(request, response, sent);
        if (wait.isEmpty() || !slept(wait.get())) {
          response.warnings().forEach(warning -> warnings.accept(warning, request));
          return response;
        }
      } catch (ClusterException e) {
        Optional<Duration> wait = retries.waitFor(request, e, sent);
        if (wait.isEmpty() || !slept(wait.get())) {
          throw e;
        }
      }
    }
  }

  /// The answer to `request`, which is no error.
  ///
  /// @throws ClusterException when it is an error, or none came
  Response send(Request request) {
    Response response = answer(request);
    if (!response.isSuccess()) {
      throw ServerErrors.of(request, response);
    }
    return response;
  }

  /// The answer where redirects end.
  private Response once(Request request) {
    var redirects = new Redirects(request, url(request));
    Response response = once(request, redirects.url());
    while (redirects.follow(response)) {
      response = once(request, redirects.url());
    }
    return response;
  }

  private Response once(Request request, String url) {
    long start = System.nanoTime();
    try {
      return unlogged(request, url, start);
    } catch (ClusterException e) {
      log.failed(request, url, millisSince(start), String.valueOf(e.getMessage()));
      throw e;
    }
  }

  private static long millisSince(long start) {
    return Duration.ofNanos(System.nanoTime() - start).toMillis();
  }

  private Response unlogged(Request request, String url, long start) {
    CompletableFuture<HttpResponse<byte[]>> running =
        client.sendAsync(httpRequest(request, url), byte[].class);
    try {
      HttpResponse<byte[]> answer =
          timeout.isZero() ? running.get() : running.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
      Response response = Response.of(answer);
      log.answered(request, answer, response, millisSince(start));
      return response;
    } catch (ExecutionException e) {
      throw new TransportErrors(target).of(request, Objects.requireNonNullElse(e.getCause(), e));
    } catch (TimeoutException e) {
      running.cancel(true);
      throw new TransportErrors(target).of(request, e);
    } catch (InterruptedException e) {
      running.cancel(true);
      throw interrupted(request, e);
    }
  }

  private ClusterException interrupted(Request request, InterruptedException cause) {
    Thread.currentThread().interrupt();
    return new TransportErrors(target).of(request, new IOException("interrupted", cause));
  }

  private boolean slept(Duration wait) {
    try {
      sleep.sleep(wait);
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private HttpRequest httpRequest(Request request, String url) {
    HttpRequest.Builder builder = client.newHttpRequestBuilder();
    builder.uri(url);
    builder.setHeader("Accept", request.accept());
    if (!Kubeconfig.flag(target.cluster(), "disable-compression")) {
      builder.setHeader("Accept-Encoding", "gzip");
    }
    builder.setHeader("User-Agent", userAgent);
    if (!timeout.isZero()) {
      builder.timeout(timeout.toMillis(), TimeUnit.MILLISECONDS);
    }
    if (request.isRead()) {
      return builder.build();
    }
    if (!request.contentType().isEmpty()) {
      builder.setHeader("Content-Type", request.contentType());
    }
    return builder.method(request.method(), request.contentType(), request.body()).build();
  }

  private String url(Request request) {
    var query = new TreeMap<>(request.query());
    if (!timeout.isZero()) {
      query.put("timeout", timeout.toMillis() + "ms");
    }
    String address = target.server() + request.path();
    if (query.isEmpty()) {
      return address;
    }
    String parameters =
        query.entrySet().stream()
            .map(entry -> entry.getKey() + "=" + encode(entry.getValue()))
            .collect(Collectors.joining("&"));
    return address + (address.contains("?") ? "&" : "?") + parameters;
  }

  private static String encode(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }
}
