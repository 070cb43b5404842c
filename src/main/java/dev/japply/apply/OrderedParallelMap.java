package dev.japply.apply;

import dev.japply.io.Cancellation;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.Future;
import java.util.function.Function;
import java.util.function.Predicate;

/// Examines several items in parallel, and passes on the results in the order of the items. Results
/// take more memory than items, so the number of waiting results is bounded.
///
/// @param threads number of `workers`
record OrderedParallelMap(Workers workers, int threads, Cancellation cancellation) {
  /// So many items for each thread.
  private static final int AHEAD = 8;

  /// Calls `look` for each of `items`; for fewer if the run is cancelled.
  ///
  /// @param take receives the result of an item, and returns whether to continue
  <A, B> void run(List<A> items, Function<A, B> look, Predicate<B> take) {
    Deque<Future<B>> running = new ArrayDeque<>();
    for (A item : items) {
      boolean full = running.size() == AHEAD * threads;
      if (cancellation.requested() || (full && !takeNext(running, take))) {
        return;
      }
      running.add(workers.begin(() -> look.apply(item)));
    }
    boolean on = true;
    while (on && !running.isEmpty() && !cancellation.requested()) {
      on = takeNext(running, take);
    }
  }

  private <B> boolean takeNext(Deque<Future<B>> running, Predicate<B> take) {
    return workers.result(running.remove()).filter(take).isPresent();
  }
}
