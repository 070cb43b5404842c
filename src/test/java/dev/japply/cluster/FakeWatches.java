package dev.japply.cluster;

import dev.japply.cluster.Watch.Change;
import dev.japply.tree.Value.MapValue;
import java.util.ArrayList;
import java.util.List;

/// Tells of what happens in a cluster in memory.
final class FakeWatches {
  private final List<Entry> history = new ArrayList<>();
  private int ended;

  private record Entry(String key, int version, Change change) {}

  synchronized void add(String key, int version, Change change) {
    history.add(new Entry(key, version, change));
    notifyAll();
  }

  synchronized void end() {
    ended++;
    notifyAll();
  }

  /// @param prefix how the keys of the objects begin that count
  void follow(String prefix, Watch watch) {
    int begun = ended();
    int told = 0;
    while (true) {
      List<Entry> news;
      synchronized (this) {
        while (told == history.size() && ended == begun) {
          try {
            wait();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return;
          }
        }
        if (ended != begun) {
          return;
        }
        news = List.copyOf(history.subList(told, history.size()));
        told = history.size();
      }
      news.stream()
          .filter(entry -> entry.key().startsWith(prefix))
          .filter(entry -> entry.version() > Integer.parseInt(watch.version()))
          .filter(entry -> isSelected(object(entry.change()), watch.fields()))
          .forEach(entry -> watch.changes().accept(entry.change()));
    }
  }

  private synchronized int ended() {
    return ended;
  }

  private static MapValue object(Change change) {
    return switch (change) {
      case Change.Stored(MapValue object) -> object;
      case Change.Deleted(MapValue object) -> object;
      case Change.Nothing nothing -> MapValue.EMPTY;
    };
  }

  /// Whether `fields` selects it, a selector of its name or of the object that an event is about.
  static boolean isSelected(MapValue object, String fields) {
    String[] parts = fields.split("=", 2);
    return switch (parts[0]) {
      case "" -> true;
      case "metadata.name" -> object.map("metadata").text("name").equals(parts[1]);
      case "involvedObject.uid" -> object.map("involvedObject").text("uid").equals(parts[1]);
      default -> throw new IllegalArgumentException(fields);
    };
  }
}
