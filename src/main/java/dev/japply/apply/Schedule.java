package dev.japply.apply;

import dev.japply.plan.Order;

/// In which order objects are applied, and how many at once.
///
/// @param concurrency so many objects of one stage; in the order of the input it is one at a time
///   all the same, since there nothing tells what needs what
public record Schedule(Order order, int concurrency) {
  /// The default of [#concurrency].
  public static final int USUAL_CONCURRENCY = 8;

  /// @throws IllegalArgumentException when `concurrency` is not positive
  public Schedule {
    if (concurrency < 1) {
      throw new IllegalArgumentException("concurrency " + concurrency);
    }
  }
}
