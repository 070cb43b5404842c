package dev.japply.cluster.rest;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/// Computes each value at most once; concurrent callers wait for it. A failure is thrown to all
/// waiting callers and is not stored.
final class SingleFlight<K, V> {
  private final ConcurrentHashMap<K, CompletableFuture<V>> values = new ConcurrentHashMap<>();
  private final Function<K, V> compute;

  SingleFlight(Function<K, V> compute) {
    this.compute = compute;
  }

  V get(K key) {
    var mine = new CompletableFuture<V>();
    CompletableFuture<V> running = values.putIfAbsent(key, mine);
    return running == null ? computeNow(key, mine) : await(running);
  }

  /// Removes the value at `key`.
  void forget(K key) {
    values.remove(key);
  }

  /// Removes the value at `key` if it is `stale`.
  void forget(K key, V stale) {
    values.computeIfPresent(
        key, (k, future) -> future.isDone() && future.join().equals(stale) ? null : future);
  }

  private V computeNow(K key, CompletableFuture<V> mine) {
    try {
      V value = compute.apply(key);
      mine.complete(value);
      return value;
    } catch (RuntimeException | Error e) {
      values.remove(key, mine);
      mine.completeExceptionally(e);
      throw e;
    }
  }

  private static <V> V await(CompletableFuture<V> running) {
    try {
      return running.join();
    } catch (CompletionException e) {
      switch (e.getCause()) {
        case RuntimeException cause -> throw cause;
        case Error cause -> throw cause;
        case null, default -> throw e;
      }
    }
  }
}
