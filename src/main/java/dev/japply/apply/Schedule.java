package dev.japply.apply;

import dev.japply.plan.Order;

/// Order of applying objects, and the number in parallel.
///
/// @param concurrency number of objects of one wave in parallel; in the order of the input it is
///   always one, since dependencies are not known there
public record Schedule(Order order, int concurrency) {
  public static final int USUAL_CONCURRENCY = 8;

  /// @throws IllegalArgumentException when `concurrency` is not positive
  public Schedule {
    if (concurrency < 1) {
      throw new IllegalArgumentException("concurrency " + concurrency);
    }
  }
}
