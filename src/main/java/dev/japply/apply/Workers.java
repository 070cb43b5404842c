package dev.japply.apply;

import dev.japply.io.Cancellation;
import dev.japply.tree.Json;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;

/// Threads that work through tasks, and begin them in the given order.
///
/// A thread that waits for a task may be interrupted, as when a run is cancelled. Then running
/// tasks are interrupted, too, and no other begins.
public final class Workers implements AutoCloseable {
  /// So many results for each thread wait for those before them.
  private static final int AHEAD = 8;

  private final int threads;
  private final ExecutorService pool;

  public Workers(int threads) {
    this.threads = threads;
    this.pool =
        Executors.newFixedThreadPool(threads, task -> new Thread(null, task, "worker", Json.STACK));
  }

  public <T> Future<T> begin(Callable<T> task) {
    return pool.submit(task);
  }

  /// Calls `look` for each of `items`, several in parallel, and passes on the results in the order
  /// of the items; fewer if the run is cancelled. Results take more memory than items, so the
  /// number of waiting results is bounded.
  ///
  /// @param take receives the result of an item, and returns whether to continue
  <A, B> void runInOrder(
      List<A> items, Cancellation cancellation, Function<A, B> look, Predicate<B> take) {
    Deque<Future<B>> running = new ArrayDeque<>();
    for (A item : items) {
      boolean full = running.size() == AHEAD * threads;
      if (cancellation.requested() || (full && !takeNext(running, take))) {
        return;
      }
      running.add(begin(() -> look.apply(item)));
    }
    boolean on = true;
    while (on && !running.isEmpty() && !cancellation.requested()) {
      on = takeNext(running, take);
    }
  }

  private <B> boolean takeNext(Deque<Future<B>> running, Predicate<B> take) {
    return result(running.remove()).filter(take).isPresent();
  }

  /// Performs `action` for all of `items`, and waits until it has ended; after an interrupt, for
  /// those that had begun. After a failure no other action begins.
  <T> void run(List<T> items, Consumer<T> action) {
    // Threads take item by item: a task for each would wake threads for each.
    var next = new AtomicInteger();
    var failed = new AtomicBoolean();
    var tasks = new ArrayList<Future<?>>();
    for (int i = 0; i < Math.min(threads, items.size()); i++) {
      tasks.add(
          pool.submit(() -> {
            for (int at = next.getAndIncrement();
                at < items.size() && !pool.isShutdown() && !failed.get();
                at = next.getAndIncrement()) {
              try {
                action.accept(items.get(at));
              } catch (RuntimeException | Error e) {
                failed.set(true);
                throw e;
              }
            }
          }));
    }
    await(tasks);
  }

  /// Waits until all these tasks have ended, or after an interrupt, those that had begun.
  void await(List<? extends Future<?>> tasks) {
    for (Future<?> task : tasks) {
      if (!pool.isShutdown()) {
        await(task);
      }
    }
  }

  private void await(Future<?> task) {
    try {
      task.get();
    } catch (InterruptedException e) {
      end();
      Thread.currentThread().interrupt();
    } catch (ExecutionException e) {
      end();
      throw failure(e);
    }
  }

  /// Waits for the result of a task; empty if this thread was interrupted while it waited.
  public <T> Optional<T> result(Future<T> task) {
    await(List.of(task));
    return task.state() == Future.State.SUCCESS ? Optional.of(task.resultNow()) : Optional.empty();
  }

  /// Returns the exception that a task has thrown.
  ///
  /// @throws Error if the task has thrown one, such as for lack of memory
  static RuntimeException failure(ExecutionException e) {
    return switch (e.getCause()) {
      case RuntimeException cause -> cause;
      case Error cause -> throw cause;
      case null, default -> new IllegalStateException(e);
    };
  }

  /// Waits for running tasks however often this thread is interrupted: their results must be
  /// reported.
  private void end() {
    pool.shutdownNow();
    boolean ended = false;
    boolean interrupted = false;
    while (!ended) {
      try {
        ended = pool.awaitTermination(1, TimeUnit.MINUTES);
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /// Ends the threads; tasks that have not begun never will.
  @Override
  public void close() {
    pool.shutdownNow();
  }
}
