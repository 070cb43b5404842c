package dev.japply.apply;

import java.util.Optional;
import java.util.function.Consumer;

/// Applies one object, by one of the ways of [ApplyMethod].
interface Applier {

  /// Applies `target`; the answer says how it ended, and has not gone to `events`. Empty when the
  /// run was ended before anything was sent.
  Optional<Event.Ended> apply(ResolvedObject target, Consumer<Event> events);
}
