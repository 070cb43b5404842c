package dev.japply.cluster.rest;

import dev.japply.cluster.http.ResponseStream;
import io.fabric8.kubernetes.client.http.HttpClient;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.HttpResponse;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.zip.GZIPInputStream;

/// Sends requests through a fabric8 client: [SocketHttpClient] for the command line, or an
/// application's own, with any HTTP library.
///
/// @param owned true if the client is closed at the end; an application's own stays open
record RequestSender(HttpClient client, boolean owned) implements AutoCloseable {

  /// Sends `request` and returns the response, or the server's error.
  ///
  /// @param timeout the timeout for the whole request; zero for none
  /// @throws ExecutionException if there is no response
  /// @throws InterruptedException if the thread is interrupted; the request is stopped then, as at
  ///   the timeout
  SentRequest send(Request request, String url, Map<String, String> headers, Duration timeout)
      throws ExecutionException, InterruptedException, IOException, TimeoutException {
    HttpRequest.Builder builder = client.newHttpRequestBuilder().uri(url);
    headers.forEach(builder::setHeader);
    if (!timeout.isZero()) {
      builder.timeout(timeout.toMillis(), TimeUnit.MILLISECONDS);
    }
    if (!request.isRead()) {
      builder.method(request.method(), request.contentType(), request.body());
    }
    BodyReceiver sink = request.sink();
    if (sink != null) {
      var response = await(client.sendAsync(builder.build(), InputStream.class), timeout);
      return SentRequest.of(response, poured(response, sink));
    }
    var response = await(client.sendAsync(builder.build(), byte[].class), timeout);
    byte[] body = Objects.requireNonNullElse(response.body(), new byte[0]);
    return SentRequest.of(response, isZipped(response) ? unzipped(body) : body);
  }

  /// Whether the body is still compressed. Our client has decompressed it; of an application's
  /// client, most do so only if they have requested it themselves, and then remove the header.
  private boolean isZipped(HttpResponse<?> response) {
    return !owned && "gzip".equalsIgnoreCase(response.header("Content-Encoding"));
  }

  private static byte[] unzipped(byte[] body) throws IOException {
    try (var stream = new GZIPInputStream(new ByteArrayInputStream(body))) {
      return stream.readAllBytes();
    }
  }

  private static <T> T await(CompletableFuture<T> running, Duration timeout)
      throws ExecutionException, InterruptedException, TimeoutException {
    try {
      return timeout.isZero()
          ? running.get()
          : running.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException | TimeoutException e) {
      running.cancel(true);
      throw e;
    }
  }

  /// Passes the body of a success to `sink` and returns an empty array; returns the body of an
  /// error.
  private byte[] poured(HttpResponse<InputStream> response, BodyReceiver sink)
      throws IOException, InterruptedException {
    try (InputStream body =
        isZipped(response) ? new GZIPInputStream(response.body()) : response.body()) {
      if (response.code() != 200) {
        return body.readAllBytes();
      }
      if (body instanceof ResponseStream stream) {
        stream.limitSilence(sink.patience());
      }
      sink.take(body);
      return new byte[0];
    } catch (IOException e) {
      if (Thread.interrupted()) {
        throw new InterruptedException("interrupted");
      }
      throw e;
    }
  }

  @Override
  public void close() {
    if (owned) {
      client.close();
    }
  }
}
