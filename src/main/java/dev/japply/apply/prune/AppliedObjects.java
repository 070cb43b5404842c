package dev.japply.apply.prune;

import dev.japply.apply.Event;
import dev.japply.plan.PrunePlan;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;

/// Passes events on, and takes note of the objects that were applied, by their uids.
public final class AppliedObjects implements Consumer<Event> {
  private final Consumer<Event> events;
  private final Set<String> uids = new HashSet<>();

  /// Passes on to `events`.
  public AppliedObjects(Consumer<Event> events) {
    this.events = events;
  }

  @Override
  public void accept(Event event) {
    if (event instanceof Event.Applied applied) {
      uids.add(PrunePlan.uid(applied.object()));
    }
    events.accept(event);
  }

  /// What was applied so far.
  public Set<String> uids() {
    return Set.copyOf(uids);
  }
}
