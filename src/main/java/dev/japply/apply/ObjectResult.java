package dev.japply.apply;

import dev.japply.plan.PlannedObject;
import org.jspecify.annotations.Nullable;

/// Result of one object of a run.
///
/// @param end the event about it
/// @param planned what was done; null if the object failed before or while it was written, or was
///   not compared
record ObjectResult(Event.Ended end, @Nullable PlannedObject planned) {
  /// A result without a plan.
  static ObjectResult of(Event.Ended end) {
    return new ObjectResult(end, null);
  }
}
