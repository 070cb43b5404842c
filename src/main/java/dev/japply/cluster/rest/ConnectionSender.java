package dev.japply.cluster.rest;

import dev.japply.cluster.config.ClientIdentity;
import dev.japply.cluster.http.BodyReceiver;
import dev.japply.cluster.http.ConnectionPool;
import dev.japply.cluster.http.NativeTls.Identity;
import dev.japply.cluster.http.RawRequest;
import dev.japply.cluster.http.RawResponse;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.HttpResponse;
import io.fabric8.kubernetes.client.http.Interceptor;
import io.fabric8.kubernetes.client.http.StandardHttpHeaders;
import io.fabric8.kubernetes.client.http.StandardHttpRequest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/// Sends requests over our own [ConnectionPool]. The calling thread does the work, and the response
/// is complete when [#send] returns. A request with a timeout gets its own thread, which is
/// interrupted when the request is cancelled.
///
/// Credentials come from fabric8's interceptors, as in its own clients, and from the certificate of
/// the connections. If the server rejects the certificate (401, without any effect) and another one
/// is available, the request is repeated on a connection with the new one.
final class ConnectionSender implements HttpTransport, Interceptor.RequestTags {
  private static final int UNAUTHORIZED = 401;

  private final ConnectionPool connections;
  private final List<Interceptor> interceptors;
  private final ClientIdentity identity;

  ConnectionSender(
      ConnectionPool connections, List<Interceptor> interceptors, ClientIdentity identity) {
    this.connections = connections;
    this.interceptors = List.copyOf(interceptors);
    this.identity = identity;
  }

  @Override
  public CompletableFuture<SentRequest> send(
      Request request, String url, Map<String, String> headers, Duration timeout) {
    var builder = new StandardHttpRequest.Builder();
    builder.uri(url);
    headers.forEach(builder::setHeader);
    if (!request.isRead()) {
      builder.method(request.method(), request.contentType(), request.body());
    }
    var result = new Pending<SentRequest>();
    if (timeout.isZero()) {
      complete(result, builder, request.sink());
    } else {
      result.start(() -> complete(result, builder, request.sink()));
    }
    return result;
  }

  /// A future for work in its own thread, which is interrupted when the future is cancelled.
  private static final class Pending<T> extends CompletableFuture<T> {
    private volatile @Nullable Thread thread;

    void start(Runnable work) {
      thread = Thread.ofPlatform().daemon().start(work);
    }

    @Override
    public boolean cancel(boolean mayInterrupt) {
      Thread working = thread;
      if (working != null) {
        working.interrupt();
      }
      return super.cancel(mayInterrupt);
    }
  }

  private void complete(
      CompletableFuture<SentRequest> result,
      StandardHttpRequest.Builder builder,
      @Nullable BodyReceiver sink) {
    try {
      result.complete(exchange(builder, sink));
    } catch (ExecutionException e) {
      result.completeExceptionally(e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      result.completeExceptionally(new IOException("interrupted", e));
    } catch (IOException | RuntimeException e) {
      result.completeExceptionally(e);
    }
  }

  private SentRequest exchange(StandardHttpRequest.Builder builder, @Nullable BodyReceiver sink)
      throws IOException, InterruptedException, ExecutionException {
    StandardHttpRequest request = builder.build();
    for (Interceptor interceptor : interceptors) {
      interceptor.before(builder, request, this);
    }
    Identity shown = identity.get();
    Received received = once(builder.build(), sink);
    for (Interceptor interceptor : interceptors) {
      if (!received.isSuccessful() && interceptor.afterFailure(builder, received, this).get()) {
        received = once(builder.build(), sink);
      }
    }
    if (received.code() == UNAUTHORIZED && identity.isRenewed(shown)) {
      received = once(builder.build(), sink);
    }
    return new SentRequest(
        received.request().uri(), received.request().headers(), received.response());
  }

  private Received once(StandardHttpRequest request, @Nullable BodyReceiver sink)
      throws IOException, InterruptedException {
    String content = request.bodyString();
    byte[] body = content == null ? null : content.getBytes(StandardCharsets.UTF_8);
    RawRequest call =
        new RawRequest(request.method(), request.uri(), request.headers(), body, sink);
    return new Received(connections.send(call), request);
  }

  /// A response in the form of fabric8's interceptors.
  private static final class Received extends StandardHttpHeaders implements HttpResponse<byte[]> {
    private final RawResponse response;
    private final HttpRequest request;

    Received(RawResponse response, HttpRequest request) {
      super(response.headers());
      this.response = response;
      this.request = request;
    }

    RawResponse response() {
      return response;
    }

    @Override
    public int code() {
      return response.status();
    }

    @Override
    public byte[] body() {
      return response.body();
    }

    @Override
    public HttpRequest request() {
      return request;
    }

    @Override
    public Optional<HttpResponse<?>> previousResponse() {
      return Optional.empty();
    }
  }

  /// Returns null, because no tags are set.
  @Override
  public <T> @Nullable T getTag(Class<T> type) {
    return null;
  }

  @Override
  public void close() {
    connections.close();
  }
}
