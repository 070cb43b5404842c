package dev.japply.input;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/// Response body of a URL, which is cut off when its time is over.
final class UrlBody extends FilterInputStream {
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
          timer.completeOnTimeout(null, time.toMillis(), TimeUnit.MILLISECONDS).thenRun(this::cut);
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
