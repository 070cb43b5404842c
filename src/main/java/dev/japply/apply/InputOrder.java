package dev.japply.apply;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;

/// Passes the events of objects on in the order of the input, whatever the order of application:
/// the events of an object wait until all objects before it have ended. The listener receives one
/// event at a time, except for [Event.Progress].
final class InputOrder {
  private final Consumer<Event> events;
  private final EventDetail detail;
  private final List<List<Event>> waiting;
  private final boolean[] ended;
  private int turn;

  /// @param places number of objects
  /// @param detail the amount of data kept for events that wait
  InputOrder(int places, Consumer<Event> events, EventDetail detail) {
    this.events = events;
    this.detail = detail;
    this.waiting =
        Stream.generate(() -> (List<Event>) new ArrayList<Event>()).limit(places).toList();
    this.ended = new boolean[places];
  }

  /// Takes an event of the object at that place of the input.
  void accept(int place, Event event) {
    if (event instanceof Event.Progress) {
      events.accept(event);
    } else {
      acceptInOrder(place, event);
    }
  }

  private synchronized void acceptInOrder(int place, Event event) {
    // Under the lock, so that the receiver gets one event at a time, and no event of the next
    // object in between. An event about waiting passes immediately: in its turn, it would arrive
    // when the waiting is over.
    if (place == turn || event instanceof Event.Waiting) {
      events.accept(event);
    } else {
      detail.kept(event).ifPresent(waiting.get(place)::add);
    }
  }

  /// Nothing more comes of the object at that place.
  synchronized void end(int place) {
    ended[place] = true;
    // Objects behind this one may have ended before it. Each gets its turn here, and so does the
    // first that has not ended: from now on its events pass immediately, after its earlier ones.
    while (turn < ended.length && ended[turn]) {
      turn++;
      passOn();
    }
  }

  /// Passes everything on that is still held back: some objects were not tried.
  synchronized void release() {
    while (turn < ended.length) {
      turn++;
      passOn();
    }
  }

  private void passOn() {
    if (turn < ended.length) {
      waiting.get(turn).forEach(events);
      waiting.get(turn).clear();
    }
  }
}
