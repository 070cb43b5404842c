package dev.japply.execute;

import dev.japply.live.ClusterException;
import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;

/// Whether the run is to end early, and the only way in which it waits. May be asked for from any
/// thread. A write that is under way has a while to finish; reads may be cut off.
public interface Stop {

  /// Whether nothing further is to be tried.
  boolean requested();

  /// Waits that long, or until the run is to end.
  void pause(Duration duration);

  /// Says that a write is about to be sent; false when the run is to end, and it must not be.
  default boolean beginWrite() {
    return true;
  }

  /// Says that the write has ended, one way or the other.
  default void endWrite() {}

  /// Whether what is under way has to be left as it is, too: the time that writes have is over.
  default boolean overdue() {
    return false;
  }

  /// Waits that long in the middle of what is not to be left half done, also when the run is to
  /// end; not longer than there is time for it.
  default void hold(Duration duration) {
    pause(duration);
  }

  /// Says that the server has answered a request.
  default void answered() {}

  /// Says that an object has ended with `e`, since no answer came; whether the run is to end for
  /// that.
  default boolean endedUnanswered(ClusterException e) {
    return false;
  }

  /// Says by `words` that the run was ended, unless that was said before.
  default void sayOnce(Runnable words) {
    words.run();
  }

  /// A stop that somebody can ask for, as Ctrl-C does.
  final class Switch implements Stop {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private int requests;
    private int writes;
    private boolean written;
    private boolean overdue;
    private boolean said;

    /// Ends the run after the writes that are under way; the second time also does not let
    /// [#awaitWrites] wait for these.
    public void request() {
      lock.lock();
      try {
        requests++;
        changed.signalAll();
      } finally {
        lock.unlock();
      }
    }

    @Override
    public boolean requested() {
      lock.lock();
      try {
        return requests > 0;
      } finally {
        lock.unlock();
      }
    }

    @Override
    public void pause(Duration duration) {
      await(() -> requests > 0, duration);
    }

    @Override
    public boolean beginWrite() {
      lock.lock();
      try {
        if (requests > 0) {
          return false;
        }
        writes++;
        written = true;
        return true;
      } finally {
        lock.unlock();
      }
    }

    @Override
    public void endWrite() {
      lock.lock();
      try {
        writes--;
        changed.signalAll();
      } finally {
        lock.unlock();
      }
    }

    @Override
    public boolean overdue() {
      lock.lock();
      try {
        return overdue;
      } finally {
        lock.unlock();
      }
    }

    @Override
    public void hold(Duration duration) {
      await(() -> overdue, duration);
    }

    /// Says that nothing may go on any longer.
    public void leave() {
      lock.lock();
      try {
        overdue = true;
        changed.signalAll();
      } finally {
        lock.unlock();
      }
    }

    /// Waits until no write is under way, at most so long.
    public void awaitWrites(Duration limit) {
      await(() -> writes == 0 || requests > 1, limit);
    }

    /// An interrupt ends the run, too.
    private void await(BooleanSupplier condition, Duration limit) {
      lock.lock();
      try {
        long left = limit.toNanos();
        while (!condition.getAsBoolean() && left > 0) {
          left = changed.awaitNanos(left);
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        request();
      } finally {
        lock.unlock();
      }
    }

    @Override
    public void sayOnce(Runnable words) {
      lock.lock();
      try {
        if (!said) {
          said = true;
          words.run();
        }
      } finally {
        lock.unlock();
      }
    }

    /// Whether any write was begun.
    public boolean written() {
      lock.lock();
      try {
        return written;
      } finally {
        lock.unlock();
      }
    }
  }
}
