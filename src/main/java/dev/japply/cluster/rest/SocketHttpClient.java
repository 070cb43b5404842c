package dev.japply.cluster.rest;

import dev.japply.cluster.config.ClientIdentity;
import dev.japply.cluster.http.ConnectionPool;
import dev.japply.cluster.http.NativeTls.Identity;
import dev.japply.cluster.http.RawRequest;
import dev.japply.cluster.http.RawResponse;
import io.fabric8.kubernetes.client.http.AsyncBody;
import io.fabric8.kubernetes.client.http.HttpClient;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.HttpResponse;
import io.fabric8.kubernetes.client.http.Interceptor;
import io.fabric8.kubernetes.client.http.StandardHttpHeaders;
import io.fabric8.kubernetes.client.http.StandardHttpRequest;
import io.fabric8.kubernetes.client.http.WebSocket;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/// fabric8's HTTP client over our own [ConnectionPool], for the command line. The calling thread
/// does the work, and the response is complete when [#sendAsync] returns; the caller reads a stream
/// from the connection itself. A request with a timeout gets its own thread, which is interrupted
/// when the future is cancelled: the caller, which waits, cancels it at the timeout.
///
/// Credentials come from fabric8's interceptors, as in its own clients, and from the certificate of
/// the connections. If the server rejects the certificate (401, without any effect) and another one
/// is available, the request is repeated on a connection with the new one. Nothing else is repeated
/// here, unlike in fabric8's `StandardHttpClient`, which would send a write again.
///
/// Programs are offered no `HttpClient.Factory` of such clients: they have no WebSockets, follow no
/// redirects, and serve one server with the bodies and types that [RequestSender] needs.
final class SocketHttpClient implements HttpClient, Interceptor.RequestTags {
  private static final int UNAUTHORIZED = 401;

  private final ConnectionPool connections;
  private final List<Interceptor> interceptors;
  private final ClientIdentity identity;
  private volatile boolean closed;

  SocketHttpClient(
      ConnectionPool connections, List<Interceptor> interceptors, ClientIdentity identity) {
    this.connections = connections;
    this.interceptors = List.copyOf(interceptors);
    this.identity = identity;
  }

  @Override
  public HttpRequest.Builder newHttpRequestBuilder() {
    return new StandardHttpRequest.Builder();
  }

  /// @param type `byte[]`, or [InputStream] for a stream
  @Override
  public <T> CompletableFuture<HttpResponse<T>> sendAsync(HttpRequest request, Class<T> type) {
    var standard = (StandardHttpRequest) request;
    var result = new Pending<HttpResponse<T>>();
    if (standard.getTimeout() == null) {
      complete(result, standard, type);
    } else {
      result.start(() -> complete(result, standard, type));
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

  private <T> void complete(
      CompletableFuture<HttpResponse<T>> result, StandardHttpRequest request, Class<T> type) {
    try {
      result.complete(exchange(request, type));
    } catch (ExecutionException e) {
      result.completeExceptionally(e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      result.completeExceptionally(new IOException("interrupted", e));
    } catch (IOException | RuntimeException e) {
      result.completeExceptionally(e);
    }
  }

  private <T> HttpResponse<T> exchange(StandardHttpRequest request, Class<T> type)
      throws IOException, InterruptedException, ExecutionException {
    StandardHttpRequest.Builder builder = request.newBuilder();
    for (Interceptor interceptor : interceptors) {
      interceptor.before(builder, request, this);
    }
    Identity shown = identity.get();
    Received<T> received = once(builder.build(), type);
    for (Interceptor interceptor : interceptors) {
      if (!received.isSuccessful() && interceptor.afterFailure(builder, received, this).get()) {
        received = once(builder.build(), type);
      }
    }
    return received.code() == UNAUTHORIZED && identity.isRenewed(shown)
        ? once(builder.build(), type)
        : received;
  }

  private <T> Received<T> once(StandardHttpRequest request, Class<T> type)
      throws IOException, InterruptedException {
    String content = request.bodyString();
    byte[] body = content == null ? null : content.getBytes(StandardCharsets.UTF_8);
    boolean streamed = type == InputStream.class;
    RawResponse response =
        connections.send(
            new RawRequest(request.method(), request.uri(), request.headers(), body, streamed));
    Object received =
        streamed
            ? Objects.requireNonNullElseGet(
                response.stream(), () -> new ByteArrayInputStream(response.body()))
            : response.body();
    return new Received<>(response, request, type.cast(received));
  }

  private static final class Received<T> extends StandardHttpHeaders implements HttpResponse<T> {
    private final int code;
    private final HttpRequest request;
    private final T body;

    Received(RawResponse response, HttpRequest request, T body) {
      super(response.headers());
      this.code = response.status();
      this.request = request;
      this.body = body;
    }

    @Override
    public int code() {
      return code;
    }

    @Override
    public T body() {
      return body;
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
  public DerivedClientBuilder newBuilder() {
    throw new UnsupportedOperationException();
  }

  @Override
  public CompletableFuture<HttpResponse<AsyncBody>> consumeBytes(
      HttpRequest request, AsyncBody.Consumer<List<ByteBuffer>> consumer) {
    throw new UnsupportedOperationException();
  }

  @Override
  public WebSocket.Builder newWebSocketBuilder() {
    throw new UnsupportedOperationException();
  }

  @Override
  public boolean isClosed() {
    return closed;
  }

  @Override
  public void close() {
    closed = true;
    connections.close();
  }
}
