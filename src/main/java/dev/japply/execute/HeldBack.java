package dev.japply.execute;

import dev.japply.event.Event;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;

/// Passes the events of objects on in the order of the input, in whatever order the objects are
/// applied: those of an object wait until all objects before it have ended.
final class HeldBack {
  private final Consumer<Event> events;
  private final List<List<Event>> waiting;
  private final boolean[] ended;
  private int turn;

  /// @param places how many objects there are
  HeldBack(int places, Consumer<Event> events) {
    this.events = events;
    this.waiting =
        Stream.generate(() -> (List<Event>) new ArrayList<Event>()).limit(places).toList();
    this.ended = new boolean[places];
  }

  /// Takes an event of the object at that place of the input.
  void accept(int place, Event event) {
    if (place == turn || event instanceof Event.Waiting) {
      events.accept(event);
    } else {
      waiting.get(place).add(event);
    }
  }

  /// Nothing more comes of the object at that place.
  void end(int place) {
    ended[place] = true;
    while (turn < ended.length && ended[turn]) {
      turn++;
      passOn();
    }
  }

  /// Passes everything on that is still held back: some objects were not tried.
  void release() {
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
