package dev.japply.input;

import dev.japply.problem.Origin;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Json;
import dev.japply.tree.JsonSyntaxException;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import dev.japply.yaml.Document;
import dev.japply.yaml.DocumentStream;
import dev.japply.yaml.PositionedValue;
import dev.japply.yaml.PositionedValue.TextPosition;
import dev.japply.yaml.YamlEditor;
import dev.japply.yaml.YamlSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// The text of a file of manifests, whose objects get other values. Unchanged parts keep their
/// characters: comments, quotes, the order of keys, the ends of lines.
public final class ManifestText {
  private static final String MARK = "\ufeff";

  private final String text;
  private final Map<Origin, UnaryOperator<MapValue>> changes;
  private int found;

  private ManifestText(String text, Map<Origin, UnaryOperator<MapValue>> changes) {
    this.text = text;
    this.changes = changes;
  }

  /// `text` with other values for some objects.
  ///
  /// @param changes change of the object that begins at that place
  /// @return empty when that is not possible with all else as it is
  public static Optional<String> edit(String text, Map<Origin, UnaryOperator<MapValue>> changes) {
    String mark = text.startsWith(MARK) ? MARK : "";
    String unmarked = text.substring(mark.length());
    boolean windows = unmarked.contains("\r\n");
    String lines = unmarked.replace("\r\n", "\n");
    if (windows && !lines.replace("\n", "\r\n").equals(unmarked)) {
      return Optional.empty();
    }
    return new ManifestText(lines, changes)
        .edit()
        .map(edited -> mark + (windows ? edited.replace("\n", "\r\n") : edited));
  }

  private Optional<String> edit() {
    var documents = new ArrayList<DocumentStream.DocumentEntry>();
    if (DocumentStream.read("", text, documents::add).isPresent()) {
      return Optional.empty();
    }
    var edited = new StringBuilder(text);
    for (DocumentStream.DocumentEntry entry : documents.reversed()) {
      Value before = entry.root().value();
      Value wanted = changed(before, entry.root(), FieldPath.root());
      if (!wanted.equals(before) && !splice(entry.document(), wanted, edited)) {
        return Optional.empty();
      }
    }
    return found == changes.size() ? Optional.of(edited.toString()) : Optional.empty();
  }

  private static boolean splice(Document document, Value wanted, StringBuilder into) {
    String old = document.text();
    int start = offset(into, document.start());
    boolean whole = into.indexOf(old, start) == start;
    String there = whole ? old : old.substring(0, Math.max(0, old.length() - 1));
    if (!whole
        && (into.indexOf(there, start) != start || start + there.length() != into.length())) {
      return false;
    }
    Optional<String> text =
        YamlSource.parse(old)
            .flatMap(source -> YamlEditor.splice(source, wanted))
            .filter(now -> isJson(now) || !isJson(old));
    text.ifPresent(
        now -> into.replace(start, start + there.length(), whole ? now : now.stripTrailing()));
    return text.isPresent();
  }

  /// Whether the text is one JSON value, which has no comments, and must not become YAML.
  private static boolean isJson(String text) {
    try {
      var unused = Json.parse(text);
      return true;
    } catch (JsonSyntaxException e) {
      return false;
    }
  }

  private static int offset(StringBuilder text, TextPosition place) {
    int at = 0;
    for (int line = 1; line < place.line(); line++) {
      at = text.indexOf("\n", at) + 1;
    }
    return text.toString().offsetByCodePoints(at, place.column() - 1);
  }

  /// The value at `path` after the changes of the objects in it.
  private Value changed(Value value, PositionedValue root, FieldPath path) {
    if (!(value instanceof MapValue map)) {
      return value;
    }
    UnaryOperator<MapValue> change = change(root.find(path));
    if (change != null) {
      found++;
      return change.apply(map);
    }
    if (!(map.get("items") instanceof ListValue(List<Value> items))) {
      return value;
    }
    var after = new ArrayList<Value>();
    for (int i = 0; i < items.size(); i++) {
      after.add(changed(items.get(i), root, path.key("items").index(i)));
    }
    return map.with("items", new ListValue(after));
  }

  private @Nullable UnaryOperator<MapValue> change(TextPosition place) {
    return changes.entrySet().stream()
        .filter(entry ->
            entry.getKey().line() == place.line() && entry.getKey().column() == place.column())
        .map(Map.Entry::getValue)
        .findFirst()
        .orElse(null);
  }
}
