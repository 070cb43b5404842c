package dev.japply.manifest;

import dev.japply.manifest.Located.Field;
import dev.japply.manifest.Located.Place;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SequencedMap;
import java.util.function.Consumer;

/// The entries of one map as they are read, with a notice where an entry replaces another that it
/// was hardly meant to replace.
final class FieldCollector {
  private final Consumer<Notice> notices;
  private final SequencedMap<String, Field> fields = new LinkedHashMap<>();
  private final Map<String, Place> written = new HashMap<>();
  private int merges;

  FieldCollector(Consumer<Notice> notices) {
    this.notices = notices;
  }

  SequencedMap<String, Field> fields() {
    return fields;
  }

  void put(String key, Place place, Located value) {
    fields.put(key, new Field(place, value));
    if (merges == 0) {
      Place before = written.put(key, place);
      if (before != null) {
        notices.accept(duplicate(key, before, place));
      }
    }
  }

  /// Runs `entries`, which puts what the `<<` at `place` brings.
  void merge(Place place, Runnable entries) {
    Map<String, Field> before = merges == 0 ? new HashMap<>(fields) : Map.of();
    merges++;
    entries.run();
    merges--;
    before.forEach((key, field) -> {
      if (written.containsKey(key) && !field.equals(fields.get(key))) {
        notices.accept(overridden(key, field.place(), place));
      }
    });
  }

  private static Notice duplicate(String key, Place first, Place second) {
    return new Notice(
        second,
        "duplicate key \"%s\": line %d replaces line %d"
            .formatted(key, second.line(), first.line()),
        "remove one of them");
  }

  private static Notice overridden(String key, Place first, Place merge) {
    return new Notice(
        merge,
        "the << on line %d replaces \"%s\" of line %d".formatted(merge.line(), key, first.line()),
        "write << above the keys that override it");
  }
}
