package dev.japply.live.fabric8;

import dev.japply.live.http.Answer;
import dev.japply.live.http.Call;
import dev.japply.live.http.Connections;
import io.fabric8.kubernetes.client.http.AsyncBody;
import io.fabric8.kubernetes.client.http.HttpClient;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.HttpResponse;
import io.fabric8.kubernetes.client.http.Interceptor;
import io.fabric8.kubernetes.client.http.StandardHttpHeaders;
import io.fabric8.kubernetes.client.http.StandardHttpRequest;
import io.fabric8.kubernetes.client.http.WebSocket;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/// fabric8's client over our own [Connections]: whoever asks does the work, and has the answer when
/// [#sendAsync] returns. A request with a time limit gets a thread, which is ended when the answer
/// is not wanted any more.
///
/// Of fabric8's interface only whole bodies are there, no streams of them and no WebSockets.
final class BlockingClient implements HttpClient, Interceptor.RequestTags {
  private final Connections connections;
  private final List<Interceptor> interceptors;
  private volatile boolean closed;

  BlockingClient(Connections connections, List<Interceptor> interceptors) {
    this.connections = connections;
    this.interceptors = List.copyOf(interceptors);
  }

  @Override
  public <T> CompletableFuture<HttpResponse<T>> sendAsync(HttpRequest request, Class<T> type) {
    var asked = (StandardHttpRequest) request;
    var result = new Pending<HttpResponse<T>>();
    if (asked.getTimeout() == null) {
      complete(result, asked, type);
    } else {
      result.start(() -> complete(result, asked, type));
    }
    return result;
  }

  /// What may be done by a thread of its own, which ends when it is cancelled.
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
      result.complete(send(request, type));
    } catch (ExecutionException e) {
      result.completeExceptionally(e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      result.completeExceptionally(new IOException("interrupted", e));
    } catch (IOException | RuntimeException e) {
      result.completeExceptionally(e);
    }
  }

  private <T> Received<T> send(StandardHttpRequest request, Class<T> type)
      throws IOException, InterruptedException, ExecutionException {
    StandardHttpRequest.Builder builder = request.newBuilder();
    for (Interceptor interceptor : interceptors) {
      interceptor.before(builder, request, this);
    }
    Received<T> received = once(builder.build(), type);
    for (Interceptor interceptor : interceptors) {
      if (!received.isSuccessful() && interceptor.afterFailure(builder, received, this).get()) {
        received = once(builder.build(), type);
      }
    }
    return received;
  }

  private <T> Received<T> once(StandardHttpRequest request, Class<T> type)
      throws IOException, InterruptedException {
    String content = request.bodyString();
    byte[] body = content == null ? null : content.getBytes(StandardCharsets.UTF_8);
    Call call = new Call(request.method(), request.uri(), request.headers(), body);
    Answer answer = connections.send(call);
    return new Received<>(answer, type.cast(answer.body()), request);
  }

  /// An answer as fabric8 has it.
  private static final class Received<T> extends StandardHttpHeaders implements HttpResponse<T> {
    private final int code;
    private final T body;
    private final HttpRequest request;

    Received(Answer answer, T body, HttpRequest request) {
      super(answer.headers());
      this.code = answer.status();
      this.body = body;
      this.request = request;
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

  /// Nobody has set any.
  @Override
  public <T> @Nullable T getTag(Class<T> type) {
    return null;
  }

  @Override
  public HttpRequest.Builder newHttpRequestBuilder() {
    return new StandardHttpRequest.Builder();
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
