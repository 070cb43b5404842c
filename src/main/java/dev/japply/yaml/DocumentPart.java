package dev.japply.yaml;

import dev.japply.tree.Value;
import dev.japply.yaml.PositionedValue.Fields;
import dev.japply.yaml.PositionedValue.Items;
import dev.japply.yaml.PositionedValue.PositionedField;
import dev.japply.yaml.YamlNode.Mapping;
import dev.japply.yaml.YamlNode.Pair;
import dev.japply.yaml.YamlNode.Sequence;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/// A part of a document: its text and its value.
///
/// @param node the part as it is written
record DocumentPart(DocumentText source, YamlNode node, PositionedValue located) {

  /// An entry that is written in the map itself and is not merged by `<<`.
  record Written(Pair entry, DocumentPart value) {}

  Value value() {
    return located.value();
  }

  String text() {
    return source.text();
  }

  /// Returns the entries that are written in this map, by their keys; of a repeated key, the last
  /// one.
  SequencedMap<String, Written> entries() {
    var entries = new LinkedHashMap<String, Written>();
    if (!(node instanceof Mapping mapping) || !(located instanceof Fields fields)) {
      return entries;
    }
    Map<Integer, String> keys = keys(fields);
    for (Pair entry : mapping.pairs()) {
      String key = keys.get(entry.key().start());
      PositionedField field = key == null ? null : fields.fields().get(key);
      if (key != null && field != null) {
        entries.put(
            key, new Written(entry, new DocumentPart(source, entry.value(), field.value())));
      }
    }
    return entries;
  }

  private Map<Integer, String> keys(Fields fields) {
    var keys = new LinkedHashMap<Integer, String>();
    fields.fields().forEach((key, field) -> keys.put(source.offset(field.place()), key));
    return keys;
  }

  List<DocumentPart> items() {
    if (!(node instanceof Sequence sequence)
        || !(located instanceof Items items)
        || sequence.items().size() != items.items().size()) {
      return List.of();
    }
    var parts = new ArrayList<DocumentPart>();
    for (int i = 0; i < sequence.items().size(); i++) {
      parts.add(new DocumentPart(source, sequence.items().get(i), items.items().get(i)));
    }
    return parts;
  }

  /// Returns the value at `key`; null if it is not written in this part.
  @Nullable DocumentPart at(String key) {
    Written written = entries().get(key);
    return written == null ? null : written.value();
  }
}
