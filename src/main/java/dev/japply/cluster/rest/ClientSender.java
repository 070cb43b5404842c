package dev.japply.cluster.rest;

import dev.japply.cluster.http.BodySink;
import dev.japply.cluster.http.RawResponse;
import io.fabric8.kubernetes.client.http.HttpClient;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.HttpResponse;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/// Sends requests with an application's own fabric8 client, with any HTTP library. The client stays
/// open, as the application owns it.
record ClientSender(HttpClient client) implements HttpTransport {

  @Override
  public CompletableFuture<SentRequest> send(
      Request request, String url, Map<String, String> headers, Duration timeout) {
    HttpRequest.Builder builder = client.newHttpRequestBuilder().uri(url);
    headers.forEach(builder::setHeader);
    if (!timeout.isZero()) {
      builder.timeout(timeout.toMillis(), TimeUnit.MILLISECONDS);
    }
    if (!request.isRead()) {
      builder.method(request.method(), request.contentType(), request.body());
    }
    BodySink sink = request.sink();
    return sink == null
        ? cancelling(
            client.sendAsync(builder.build(), byte[].class),
            response ->
                exchange(response, Objects.requireNonNullElse(response.body(), new byte[0])))
        : cancelling(
            client.sendAsync(builder.build(), InputStream.class),
            response -> exchange(response, poured(response, sink)));
  }

  /// Passes a cancellation on to `running`, which a dependent future does not do.
  @SuppressWarnings("FutureReturnValueIgnored")
  private static <T> CompletableFuture<SentRequest> cancelling(
      CompletableFuture<HttpResponse<T>> running, Function<HttpResponse<T>, SentRequest> read) {
    CompletableFuture<SentRequest> exchange = running.thenApplyAsync(read);
    exchange.whenComplete((done, failure) -> {
      if (exchange.isCancelled()) {
        running.cancel(true);
      }
    });
    return exchange;
  }

  /// Passes the body of a success to `sink` and returns an empty array; returns the body of an
  /// error.
  private static byte[] poured(HttpResponse<InputStream> response, BodySink sink) {
    try (InputStream body = response.body()) {
      if (response.code() != 200) {
        return body.readAllBytes();
      }
      sink.take(body);
      return new byte[0];
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static SentRequest exchange(HttpResponse<?> response, byte[] body) {
    var headers = new TreeMap<String, List<String>>(String.CASE_INSENSITIVE_ORDER);
    headers.putAll(response.headers());
    HttpRequest sent = response.request();
    return new SentRequest(
        sent.uri(), sent.headers(), new RawResponse(response.code(), headers, body));
  }

  @Override
  public void close() {}
}
