package dev.japply.cli;

import dev.japply.problem.Origin;
import dev.japply.tree.Value;
import dev.japply.yaml.DocumentStream;
import dev.japply.yaml.PositionedValue;
import dev.japply.yaml.PositionedValue.Fields;
import dev.japply.yaml.PositionedValue.Items;
import dev.japply.yaml.PositionedValue.PositionedField;
import dev.japply.yaml.PositionedValue.TextPosition;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The positions of default flags in a file of preferences.
///
/// @param root the preferences; null if they were not found in the file
record PreferencePositions(Path file, @Nullable Fields root) {

  /// Reads the positions in the document that has that value.
  static PreferencePositions read(Path file, Value preferences) {
    var entries = new ArrayList<DocumentStream.DocumentEntry>();
    try {
      DocumentStream.read(file.toString(), Files.readString(file), entries::add);
    } catch (IOException e) {
      return new PreferencePositions(file, null);
    }
    Fields root =
        entries.stream()
            .map(DocumentStream.DocumentEntry::root)
            .filter(Fields.class::isInstance)
            .map(Fields.class::cast)
            .filter(fields -> fields.value().equals(preferences))
            .findFirst()
            .orElse(null);
    return new PreferencePositions(file, root);
  }

  /// The position of a default flag; the file alone if it is not known.
  ///
  /// @param entry the number of the entry in the list, from 0
  /// @param option the number of the flag in the entry, from 0
  Origin of(String list, int entry, String options, int option) {
    List<Fields> flags = root == null ? List.of() : at(maps(root, list), entry, options);
    if (option >= flags.size()) {
      return Origin.of(file.toString());
    }
    TextPosition place = flags.get(option).place();
    return new Origin(file.toString(), place.line(), place.column());
  }

  private static List<Fields> at(List<Fields> entries, int entry, String options) {
    return entry < entries.size() ? maps(entries.get(entry), options) : List.of();
  }

  private static List<Fields> maps(Fields map, String key) {
    PositionedField field = map.fields().get(key);
    return field != null
            && field.value() instanceof Items(List<PositionedValue> items, TextPosition place)
        ? items.stream().filter(Fields.class::isInstance).map(Fields.class::cast).toList()
        : List.of();
  }
}
