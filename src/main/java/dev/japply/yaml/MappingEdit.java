package dev.japply.yaml;

import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import dev.japply.yaml.DocumentPart.Written;
import dev.japply.yaml.YamlNode.Mapping;
import dev.japply.yaml.YamlNode.Pair;
import java.util.ArrayList;
import java.util.List;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/// Edits a map. Removes entries with their comments, changes entries in place, and adds an entry
/// after its predecessor in the donor.
final class MappingEdit {
  private final ValueEdit editor;
  private final TextEdits splices;

  MappingEdit(ValueEdit editor) {
    this.editor = editor;
    this.splices = editor.splices();
  }

  void edit(DocumentPart part, Mapping mapping, MapValue wanted, @Nullable DocumentPart donor) {
    SequencedMap<String, Written> written = part.entries();
    var kept = new ArrayList<Pair>();
    written.forEach((key, entry) -> {
      if (wanted.get(key) instanceof Value value) {
        kept.add(entry.entry());
        change(part, mapping, key, entry, value, donor);
      }
    });
    MapValue now = (MapValue) part.value();
    for (String key : now.entries().keySet()) {
      if (!written.containsKey(key) && !wanted.has(key)) {
        throw new UneditableException("what << brings cannot go alone");
      }
    }
    if (kept.isEmpty() && !mapping.isFlow()) {
      throw new UneditableException("no entry remains that others could follow");
    }
    remove(part, mapping, kept);
    add(part, mapping, kept, wanted, donor);
  }

  private void change(
      DocumentPart part,
      Mapping mapping,
      String key,
      Written entry,
      Value value,
      @Nullable DocumentPart donor) {
    DocumentPart given = donor == null ? null : donor.at(key);
    editor.child(
        entry.value(),
        value,
        given,
        () -> {
          if (mapping.isFlow()) {
            DocumentPart old = entry.value();
            String text = InlineValueWriter.flow(value);
            splices.replace(
                old.node().start(),
                old.node().end(),
                old.node().start() == old.node().end() ? " " + text : text);
          } else {
            replace(part, mapping, key, entry, value, donor);
          }
        });
  }

  /// Replaces the value of the key. A comment after the old value remains after the key.
  private void replace(
      DocumentPart part,
      Mapping mapping,
      String key,
      Written entry,
      Value value,
      @Nullable DocumentPart donor) {
    var lines = new Lines(part.text());
    int column = lines.column(entry.entry().start());
    int colon = part.text().indexOf(':', entry.entry().key().end()) + 1;
    int end = entry.entry().end();
    String behind = InsertedText.behind(key, value, donor, column, isWide(part, mapping));
    String comment = lines.trailingComment(Math.max(end, colon));
    boolean oneLine = behind.indexOf('\n') == behind.length() - 1;
    boolean wasOneLine = part.text().substring(colon, Math.max(colon, end)).indexOf('\n') < 0;
    if (wasOneLine && !comment.isEmpty() && !oneLine) {
      int first = behind.indexOf('\n');
      splices.replace(
          colon,
          Math.max(end, colon) + comment.length(),
          behind.substring(0, first) + comment + behind.substring(first, behind.length() - 1));
    } else {
      splices.replace(colon, Math.max(end, colon), behind.substring(0, behind.length() - 1));
    }
  }

  /// Returns whether lists in this map are indented deeper than their keys.
  private static boolean isWide(DocumentPart part, Mapping mapping) {
    var lines = new Lines(part.text());
    for (Pair entry : mapping.pairs()) {
      if (entry.value() instanceof YamlNode.Sequence list
          && !list.isFlow()
          && !list.items().isEmpty()) {
        return lines.column(list.start()) > lines.column(entry.start());
      }
    }
    return InsertedText.isWide(part.text());
  }

  private void remove(DocumentPart part, Mapping mapping, List<Pair> kept) {
    List<Pair> all = mapping.pairs();
    for (int i = 0; i < all.size(); i++) {
      Pair entry = all.get(i);
      if (!kept.contains(entry) && !isShadowed(part, entry)) {
        if (mapping.isFlow()) {
          removeFlow(all, i, kept);
        } else {
          removeBlock(part, all, i);
        }
      }
    }
  }

  /// Returns whether it is a `<<`, or the first of two entries with one key.
  private static boolean isShadowed(DocumentPart part, Pair entry) {
    return part.entries().values().stream().noneMatch(written -> written.entry().equals(entry));
  }

  private void removeBlock(DocumentPart part, List<Pair> all, int i) {
    var lines = new Lines(part.text());
    Pair entry = all.get(i);
    if (lines.isFirst(entry.start())) {
      splices.replace(lines.withComments(entry.start()), lines.end(entry.end()), "");
    } else if (i + 1 < all.size()) {
      splices.replace(entry.start(), all.get(i + 1).start(), "");
    } else {
      throw new UneditableException("nothing follows in the line");
    }
  }

  private void removeFlow(List<Pair> all, int i, List<Pair> kept) {
    boolean last = all.subList(i, all.size()).stream().noneMatch(kept::contains);
    if (last && i > 0) {
      splices.replace(all.get(i - 1).end(), all.get(i).end(), "");
    } else if (i + 1 < all.size()) {
      splices.replace(all.get(i).start(), all.get(i + 1).start(), "");
    } else {
      splices.replace(all.get(i).start(), all.get(i).end(), "");
    }
  }

  private void add(
      DocumentPart part,
      Mapping mapping,
      List<Pair> kept,
      MapValue wanted,
      @Nullable DocumentPart donor) {
    MapValue now = (MapValue) part.value();
    SequencedMap<String, Written> written = part.entries();
    for (var entry : wanted.entries().entrySet()) {
      String key = entry.getKey();
      boolean there = written.containsKey(key);
      if (there || entry.getValue().equals(now.entries().get(key))) {
        continue;
      }
      if (mapping.isFlow()) {
        addFlow(kept, key, entry.getValue());
      } else {
        addBlock(part, mapping, kept, key, entry.getValue(), donor);
      }
    }
  }

  private void addFlow(List<Pair> kept, String key, Value value) {
    String text = InlineValueWriter.key(key) + ": " + InlineValueWriter.flow(value);
    if (kept.isEmpty()) {
      throw new UneditableException("nothing is left in the braces");
    }
    splices.insert(kept.getLast().end(), ", " + text);
  }

  private void addBlock(
      DocumentPart part,
      Mapping mapping,
      List<Pair> kept,
      String key,
      Value value,
      @Nullable DocumentPart donor) {
    var lines = new Lines(part.text());
    int column = lines.column(kept.getLast().start());
    Pair before = before(part, kept, key, donor);
    int at = lines.end(before.end());
    String text = InsertedText.entry(key, value, donor, column, isWide(part, mapping));
    boolean open = at > 0 && part.text().charAt(at - 1) != '\n';
    splices.insert(at, open ? "\n" + text.substring(0, text.length() - 1) : text);
  }

  /// Returns the entry to insert a new one after: the nearest one that precedes it in the donor, or
  /// the last one.
  private static Pair before(
      DocumentPart part, List<Pair> kept, String key, @Nullable DocumentPart donor) {
    if (donor == null) {
      return kept.getLast();
    }
    SequencedMap<String, Written> ours = part.entries();
    Pair before = null;
    for (String other : donor.entries().keySet()) {
      if (other.equals(key)) {
        return before == null ? kept.getLast() : before;
      }
      Written written = ours.get(other);
      if (written != null && kept.contains(written.entry())) {
        before = written.entry();
      }
    }
    return kept.getLast();
  }
}
