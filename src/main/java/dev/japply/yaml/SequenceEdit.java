package dev.japply.yaml;

import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.yaml.YamlNode.Sequence;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Edits a list: retained items keep their lines and the comments above them, also when they move.
final class SequenceEdit {
  private final ValueEdit editor;
  private final TextEdits splices;

  SequenceEdit(ValueEdit editor) {
    this.editor = editor;
    this.splices = editor.splices();
  }

  void edit(DocumentPart part, Sequence sequence, ListValue wanted, @Nullable DocumentPart donor) {
    List<DocumentPart> items = part.items();
    if (items.size() != sequence.items().size()) {
      throw new UneditableException("items are not known");
    }
    int[] pairs = ItemPairs.of(((ListValue) part.value()).items(), wanted.items());
    List<DocumentPart> given = donor == null ? List.of() : donor.items();
    List<Value> givenValues = given.stream().map(DocumentPart::value).toList();
    int[] donors = ItemPairs.of(givenValues, wanted.items());
    var texts = new ArrayList<String>();
    for (int i = 0; i < wanted.size(); i++) {
      DocumentPart from = donors[i] < 0 ? null : given.get(donors[i]);
      Value value = wanted.items().get(i);
      texts.add(
          sequence.isFlow()
              ? flow(pairs[i] < 0 ? null : items.get(pairs[i]), value, from)
              : block(part, sequence, pairs[i], value, from));
    }
    if (sequence.isFlow()) {
      replaceFlow(sequence, pairs, texts);
    } else {
      replaceBlock(part, sequence, pairs, texts);
    }
  }

  private String flow(@Nullable DocumentPart item, Value value, @Nullable DocumentPart from) {
    if (item == null) {
      return InsertedText.scalar(value, from).orElseGet(() -> InlineValueWriter.flow(value));
    }
    ValueEdit apart = editor.apart();
    int start = item.node().start();
    int end = item.node().end();
    apart.child(
        item,
        value,
        from,
        () -> apart.splices().replace(start, end, InlineValueWriter.flow(value)));
    return apart.splices().apply(item.text(), start, end);
  }

  /// Replaces the items of a flow list. If the order is unchanged, the text between the items is
  /// unchanged, too.
  private void replaceFlow(Sequence sequence, int[] pairs, List<String> texts) {
    List<YamlNode> old = sequence.items();
    if (isSameOrder(pairs, old.size())) {
      for (int i = 0; i < texts.size(); i++) {
        splices.replace(old.get(i).start(), old.get(i).end(), texts.get(i));
      }
    } else {
      splices.replace(old.getFirst().start(), old.getLast().end(), String.join(", ", texts));
    }
  }

  private static boolean isSameOrder(int[] pairs, int size) {
    if (pairs.length != size) {
      return false;
    }
    for (int i = 0; i < size; i++) {
      if (pairs[i] != i) {
        return false;
      }
    }
    return true;
  }

  /// Returns the lines of an item, from the comments above it.
  private String block(
      DocumentPart part, Sequence sequence, int pair, Value value, @Nullable DocumentPart from) {
    var lines = new Lines(part.text());
    int column = lines.column(dash(part, sequence, 0));
    boolean wide = InsertedText.isWide(part.text());
    if (pair < 0) {
      return InsertedText.item(value, from, column, wide);
    }
    DocumentPart item = part.items().get(pair);
    ValueEdit apart = editor.apart();
    int begin = begin(part, sequence, pair);
    int end = end(part, sequence, pair);
    boolean[] whole = {false};
    apart.child(item, value, from, () -> whole[0] = true);
    if (whole[0]) {
      String comments = part.text().substring(begin, lines.start(dash(part, sequence, pair)));
      return (pair == 0 ? "" : comments) + InsertedText.item(value, null, column, wide);
    }
    String text = apart.splices().apply(part.text(), begin, end);
    return text.endsWith("\n") ? text : text + "\n";
  }

  private static int dash(DocumentPart part, Sequence sequence, int i) {
    YamlNode item = sequence.items().get(i);
    int from = i == 0 ? sequence.start() : sequence.items().get(i - 1).end();
    int dash = i == 0 ? from : part.text().indexOf('-', lineAfter(part, from));
    if (dash < 0 || dash > item.start() || part.text().charAt(dash) != '-') {
      throw new UneditableException("the dash of an item is not known");
    }
    if (i > 0) {
      // A comment between the items may have dashes, too.
      dash = lastDash(part, from, item.start());
    }
    return dash;
  }

  private static int lineAfter(DocumentPart part, int at) {
    return new Lines(part.text()).end(at);
  }

  /// Returns the dash before an item: the one that is first in its line.
  private static int lastDash(DocumentPart part, int from, int itemStart) {
    var lines = new Lines(part.text());
    int at = itemStart;
    while (at > from) {
      int begin = lines.start(at);
      String line = part.text().substring(begin, at);
      if (line.stripLeading().startsWith("-")) {
        return begin + line.indexOf('-');
      }
      at = begin - 1;
    }
    int dash = part.text().lastIndexOf('-', itemStart - 1);
    if (dash < from) {
      throw new UneditableException("the dash of an item is not known");
    }
    return dash;
  }

  private static int begin(DocumentPart part, Sequence sequence, int i) {
    var lines = new Lines(part.text());
    int dash = dash(part, sequence, i);
    if (i == 0) {
      return lines.isFirst(dash) ? lines.start(dash) : dash;
    }
    return end(part, sequence, i - 1);
  }

  private static int end(DocumentPart part, Sequence sequence, int i) {
    return new Lines(part.text()).end(sequence.items().get(i).end());
  }

  /// Takes the lines of all items together. The first item of a list in a list has its dash in the
  /// line of another one.
  private void replaceBlock(DocumentPart part, Sequence sequence, int[] pairs, List<String> texts) {
    var lines = new Lines(part.text());
    int first = dash(part, sequence, 0);
    boolean inside = !lines.isFirst(first);
    if (inside && (pairs.length == 0 || pairs[0] != 0)) {
      throw new UneditableException("the first item is in the line of another list");
    }
    int begin = begin(part, sequence, 0);
    int end = end(part, sequence, sequence.items().size() - 1);
    String text = String.join("", texts);
    boolean open = part.text().charAt(end - 1) != '\n';
    splices.replace(begin, end, open ? text.substring(0, text.length() - 1) : text);
  }
}
