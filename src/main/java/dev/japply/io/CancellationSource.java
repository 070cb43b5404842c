package dev.japply.io;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;

/// A cancellation that a caller can request, as Ctrl-C does.
public final class CancellationSource implements Cancellation {
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private int requests;
  private int sections;
  private boolean entered;
  private boolean expired;

  /// Ends the run after the critical sections that are under way; the second time also does not let
  /// [#awaitSections] wait for these.
  public void cancel() {
    change(() -> requests++);
  }

  /// Ends the time of critical sections, too.
  public void expire() {
    change(() -> expired = true);
  }

  @Override
  public boolean requested() {
    return read(() -> requests > 0);
  }

  @Override
  public void pause(Duration duration) {
    await(() -> requests > 0, duration);
  }

  @Override
  public Optional<CriticalSection> enter() {
    lock.lock();
    try {
      if (requests > 0) {
        return Optional.empty();
      }
      sections++;
      entered = true;
      return Optional.of(new Section());
    } finally {
      lock.unlock();
    }
  }

  /// Waits until no critical section is under way, at most so long.
  public void awaitSections(Duration limit) {
    await(() -> sections == 0 || requests > 1, limit);
  }

  /// Whether any critical section was entered.
  public boolean entered() {
    return read(() -> entered);
  }

  private void change(Runnable change) {
    lock.lock();
    try {
      change.run();
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  private boolean read(BooleanSupplier state) {
    lock.lock();
    try {
      return state.getAsBoolean();
    } finally {
      lock.unlock();
    }
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
      cancel();
    } finally {
      lock.unlock();
    }
  }

  private final class Section implements CriticalSection {
    @Override
    public boolean requested() {
      return read(() -> expired);
    }

    @Override
    public void pause(Duration duration) {
      await(() -> expired, duration);
    }

    @Override
    public void leave() {
      change(() -> sections--);
    }
  }
}
