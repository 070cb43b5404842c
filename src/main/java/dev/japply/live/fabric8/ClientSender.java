package dev.japply.live.fabric8;

import dev.japply.live.http.RawResponse;
import dev.japply.live.rest.Exchange;
import dev.japply.live.rest.Request;
import dev.japply.live.rest.Sender;
import io.fabric8.kubernetes.client.http.HttpClient;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/// Sends by a program's own fabric8 client, whichever library that uses. The client stays open: it
/// is the program's.
record ClientSender(HttpClient client) implements Sender {

  /// To cancel what follows from a future does not cancel the future itself.
  @Override
  @SuppressWarnings("FutureReturnValueIgnored")
  public CompletableFuture<Exchange> send(
      Request request, String url, Map<String, String> headers, Duration timeout) {
    HttpRequest.Builder builder = client.newHttpRequestBuilder().uri(url);
    headers.forEach(builder::setHeader);
    if (!timeout.isZero()) {
      builder.timeout(timeout.toMillis(), TimeUnit.MILLISECONDS);
    }
    if (!request.isRead()) {
      builder.method(request.method(), request.contentType(), request.body());
    }
    CompletableFuture<HttpResponse<byte[]>> running =
        client.sendAsync(builder.build(), byte[].class);
    CompletableFuture<Exchange> exchange = running.thenApply(ClientSender::exchange);
    exchange.whenComplete((done, failure) -> {
      if (exchange.isCancelled()) {
        running.cancel(true);
      }
    });
    return exchange;
  }

  private static Exchange exchange(HttpResponse<byte[]> response) {
    var headers = new TreeMap<String, List<String>>(String.CASE_INSENSITIVE_ORDER);
    headers.putAll(response.headers());
    byte[] body = Objects.requireNonNullElse(response.body(), new byte[0]);
    HttpRequest sent = response.request();
    return new Exchange(
        sent.uri(), sent.headers(), new RawResponse(response.code(), headers, body));
  }

  @Override
  public void close() {}
}
