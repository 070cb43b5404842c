package dev.japply.yaml;

import dev.japply.problem.WarningId;
import dev.japply.tree.Entries;
import dev.japply.yaml.PositionedValue.PositionedField;
import dev.japply.yaml.PositionedValue.TextPosition;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Collects the entries of one map, and warns if an entry probably replaces another by mistake.
final class FieldCollector {
  private final boolean isStrict;
  private final Consumer<DocumentWarning> notices;
  private final Entries.Builder<PositionedField> fields;
  private @Nullable Merged merged;
  private @Nullable SyntaxFailure badKey;
  private int merges;

  /// @param notices receives the warnings
  /// @param capacity the expected number of entries
  /// @param isStrict whether a repeated key is an error
  FieldCollector(Consumer<DocumentWarning> notices, int capacity, boolean isStrict) {
    this.isStrict = isStrict;
    this.notices = notices;
    this.fields = new Entries.Builder<>(capacity);
  }

  /// The keys that some `<<` has merged, and the entries that the current one replaced. Few maps
  /// have a `<<`.
  private record Merged(Set<String> keys, Map<String, PositionedField> replaced) {}

  /// Returns the entries, once.
  Entries<PositionedField> fields() {
    return fields.build();
  }

  /// Notes a key that JSON cannot express; only the first one counts.
  void reject(SyntaxFailure failure) {
    badKey = badKey == null ? failure : badKey;
  }

  /// Returns the error about a key that JSON cannot express; empty if there is none.
  Optional<SyntaxFailure> badKey() {
    return Optional.ofNullable(badKey);
  }

  /// Adds an entry.
  ///
  /// @throws SyntaxFailure if the key is repeated and that is an error
  void put(String key, TextPosition place, PositionedValue value) {
    PositionedField before = fields.put(key, new PositionedField(place, value));
    Merged known = merged;
    boolean wasMerged =
        known != null && (merges > 0 ? !known.keys.add(key) : known.keys.remove(key));
    if (before == null || wasMerged) {
      return;
    }
    if (known != null && merges > 0) {
      known.replaced.put(key, before);
    } else if (isStrict) {
      throw YamlErrors.failure(
          "mapping key \"%s\" already defined at line %d".formatted(key, before.place().line()),
          place,
          "remove one of them");
    } else {
      notices.accept(duplicate(key, before.place(), place));
    }
  }

  /// Runs `entries`, which adds the entries that the `<<` at `place` merges.
  void merge(TextPosition place, Runnable entries) {
    Merged known = merged == null ? new Merged(new HashSet<>(), new LinkedHashMap<>()) : merged;
    merged = known;
    merges++;
    entries.run();
    merges--;
    if (merges == 0) {
      known.replaced.forEach((key, field) -> notices.accept(overridden(key, field.place(), place)));
      known.replaced.clear();
    }
  }

  private static DocumentWarning duplicate(String key, TextPosition first, TextPosition second) {
    String which =
        first.line() == second.line()
            ? "line %d has it twice, and the last one counts".formatted(second.line())
            : "line %d replaces line %d".formatted(second.line(), first.line());
    return new DocumentWarning(
        WarningId.DUPLICATE_KEY,
        second,
        "duplicate key \"%s\": %s".formatted(key, which),
        "remove one of them");
  }

  private static DocumentWarning overridden(String key, TextPosition first, TextPosition merge) {
    return new DocumentWarning(
        WarningId.DUPLICATE_KEY,
        merge,
        "the << on line %d replaces \"%s\" of line %d".formatted(merge.line(), key, first.line()),
        "write << above the keys that override it");
  }
}
