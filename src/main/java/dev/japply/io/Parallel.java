package dev.japply.io;

import dev.japply.tree.Json;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;

/// Computes the results of many items by several threads.
public final class Parallel {
  /// The fewest items that start another thread. Its start takes as long as some of them.
  public static final int MANY = 100;

  private static final int MOST_THREADS = 8;

  private Parallel() {}

  /// Returns the result of each item, in the order of the items. An interrupt does not end the
  /// computation.
  ///
  /// @param function must not fail for other reasons than defects
  public static <T, R> List<R> map(List<T> items, Function<T, R> function) {
    int most = Math.min(MOST_THREADS, 2 * items.size() / MANY);
    int threads = most < 2 ? 1 : Math.min(most, Runtime.getRuntime().availableProcessors());
    if (threads >= 2) {
      return new Work<>(items, function).run(threads);
    }
    var results = new ArrayList<R>(items.size());
    for (T item : items) {
      results.add(function.apply(item));
    }
    return results;
  }

  private static final class Work<T, R> {
    private final List<T> items;
    private final Function<T, R> function;
    private final R[] results;
    private final AtomicInteger next = new AtomicInteger();
    private final AtomicReference<Throwable> failure = new AtomicReference<>();

    @SuppressWarnings("unchecked") // an array of objects, which no caller sees as another one
    Work(List<T> items, Function<T, R> function) {
      this.items = items;
      this.function = function;
      this.results = (R[]) new Object[items.size()];
    }

    /// Computes the first results alone: while their code is not compiled, the JVM's compiler needs
    /// the other processor.
    List<R> run(int threads) {
      work(MANY);
      var others = new ArrayList<Thread>();
      for (int i = 1; i < threads; i++) {
        var thread = new Thread(null, () -> work(items.size()), "parallel", Json.STACK);
        thread.setDaemon(true);
        thread.start();
        others.add(thread);
      }
      work(items.size());
      others.forEach(Work::join);
      switch (failure.get()) {
        case null -> {}
        case RuntimeException e -> throw e;
        case Error e -> throw e;
        default -> throw new IllegalStateException(failure.get());
      }
      return Arrays.asList(results);
    }

    private void work(int end) {
      try {
        boolean more = true;
        while (more) {
          more = next.get() < end && computeNext();
        }
      } catch (RuntimeException | Error e) {
        failure.set(e);
        next.set(items.size());
      }
    }

    /// Returns false if there was no item left. A method by itself, as a loop is compiled late.
    private boolean computeNext() {
      int i = next.getAndIncrement();
      if (i >= items.size()) {
        return false;
      }
      results[i] = function.apply(items.get(i));
      return true;
    }

    private static void join(Thread thread) {
      boolean interrupted = false;
      while (thread.isAlive()) {
        try {
          thread.join();
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
