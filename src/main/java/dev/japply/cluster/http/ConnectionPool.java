package dev.japply.cluster.http;

import dev.japply.problem.ByteLimit;
import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/// A pool of reusable connections to one server. Safe for use by multiple threads.
///
/// Opening a connection costs as much as several requests. So the pool opens one more connection
/// for each few requests. A few requests share connections; many requests get as many as they use
/// in parallel. A request waits only briefly for a connection, because the request before it may
/// take long.
public final class ConnectionPool implements Closeable {
  private static final int WORTH = 4;
  private static final long PATIENCE = Duration.ofMillis(20).toNanos();

  /// The time after the last use without a check. Servers keep idle connections longer.
  private static final Duration FRESH = Duration.ofSeconds(1);

  private final Dialer dialer;
  private final ByteLimit bodies;
  private final Duration fresh;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final ArrayDeque<Future<Http1Connection>> idle = new ArrayDeque<>();
  private int open;
  private int sent;
  private int renewals;
  private boolean closed;

  /// The connection for a request.
  ///
  /// @param kept an idle connection; null if a new one may be opened
  /// @param renewals the number of renewals of the pool so far
  private record Turn(@Nullable Future<Http1Connection> kept, int renewals) {}

  /// @param limit the timeout for opening a connection
  /// @param bodies the maximum length of a response body
  public ConnectionPool(Route route, Duration limit, ByteLimit bodies) {
    this(route, limit, bodies, FRESH);
  }

  /// @param fresh the time after the last use during which no check is needed
  ConnectionPool(Route route, Duration limit, ByteLimit bodies, Duration fresh) {
    this.dialer = new Dialer(route, limit);
    this.bodies = bodies;
    this.fresh = fresh;
  }

  /// Initializes the JDK's classes for connections, in this thread, so that the first connection
  /// need not. Opens none.
  public static void load() {
    Dialer.load();
  }

  /// Opens, in this thread, the connection for the first request; nothing is sent on it. If this
  /// fails, the first request fails, too.
  public void openAhead() {
    var dial = new FutureTask<>(dialer::dial);
    lock.lock();
    try {
      if (closed || open > 0) {
        return;
      }
      open++;
      idle.add(dial);
    } finally {
      lock.unlock();
    }
    dial.run();
  }

  /// Sends `call` and returns the response with any status. A harmless request is repeated if its
  /// reused connection is dead. The connection of a stream leaves the pool.
  ///
  /// @throws InterruptedException if the thread is interrupted; the server may have received the
  ///   request
  public RawResponse send(RawRequest call) throws IOException, InterruptedException {
    Turn turn = begin();
    Http1Connection used = null;
    try {
      if (turn.kept() != null) {
        used = await(turn.kept());
        Optional<RawResponse> response = sendOnKept(used, call);
        if (response.isPresent()) {
          return response.get();
        }
        used.close();
      }
      used = await(dial());
      return used.exchange(call, bodies);
    } catch (IOException e) {
      throw interruptedOr(e);
    } finally {
      end(used, turn);
    }
  }

  /// Retires the open connections: later requests use new ones, with the client's new certificate.
  public void renew() {
    dialer.forgetSessions(); // before requests may open new connections
    lock.lock();
    try {
      renewals++;
      open -= idle.size();
      idle.forEach(ConnectionPool::abandon);
      idle.clear();
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /// Waits until a connection is idle or a new one may be opened.
  private Turn begin() throws IOException, InterruptedException {
    lock.lockInterruptibly();
    try {
      sent++;
      long left = PATIENCE;
      while (idle.isEmpty() && open > sent / WORTH && left > 0 && !closed) {
        left = changed.awaitNanos(left);
      }
      if (closed) {
        throw new IOException("closed");
      }
      if (idle.isEmpty()) {
        open++;
      }
      return new Turn(idle.pollLast(), renewals);
    } finally {
      lock.unlock();
    }
  }

  private void end(@Nullable Http1Connection used, Turn turn) {
    lock.lock();
    try {
      boolean current = !closed && turn.renewals() == renewals;
      if (used != null && used.isKept() && current) {
        idle.add(CompletableFuture.completedFuture(used));
      } else {
        open--;
        if (used != null && !used.isStreaming()) {
          used.close();
        }
      }
      changed.signal();
    } finally {
      lock.unlock();
    }
  }

  /// Sends `call` on a reused connection. Empty if the connection is dead and `call` can be
  /// repeated.
  private Optional<RawResponse> sendOnKept(Http1Connection kept, RawRequest call)
      throws IOException {
    if (!kept.isAlive(fresh)) {
      return Optional.empty();
    }
    try {
      return Optional.of(kept.exchange(call, bodies));
    } catch (SSLException e) {
      throw e;
    } catch (IOException e) {
      if (kept.isResponding() || !call.isRepeatable() || Thread.currentThread().isInterrupted()) {
        throw e;
      }
      return Optional.empty();
    }
  }

  /// Opens a connection in its own thread, because a name lookup cannot be interrupted.
  private Future<Http1Connection> dial() {
    var dial = new FutureTask<>(dialer::dial);
    Thread.ofPlatform().daemon().name("dial").start(dial);
    return dial;
  }

  private static Http1Connection await(Future<Http1Connection> dialled)
      throws IOException, InterruptedException {
    try {
      return dialled.get();
    } catch (InterruptedException e) {
      abandon(dialled);
      throw e;
    } catch (ExecutionException e) {
      if (e.getCause() instanceof IOException cause) {
        throw cause;
      }
      throw new IOException(e.getCause());
    }
  }

  private static void abandon(Future<Http1Connection> dialled) {
    if (!dialled.cancel(true) && dialled.state() == Future.State.SUCCESS) {
      dialled.resultNow().close();
    }
  }

  private static IOException interruptedOr(IOException failure) throws InterruptedException {
    if (!Thread.interrupted()) {
      return failure;
    }
    var interrupted = new InterruptedException("interrupted");
    interrupted.initCause(failure);
    throw interrupted;
  }

  @Override
  public void close() {
    lock.lock();
    try {
      closed = true;
      idle.forEach(ConnectionPool::abandon);
      idle.clear();
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }
}
