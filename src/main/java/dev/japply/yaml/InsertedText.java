package dev.japply.yaml;

import dev.japply.tree.Value;
import dev.japply.yaml.DocumentPart.Written;
import dev.japply.yaml.YamlNode.Alias;
import dev.japply.yaml.YamlNode.Mapping;
import dev.japply.yaml.YamlNode.Scalar;
import dev.japply.yaml.YamlNode.Sequence;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Creates the text of new parts of a document. Copies the donor's text with its comments and moves
/// it to its new column. If the donor has another value, writes the value from scratch.
final class InsertedText {
  private static final Pattern LIST = Pattern.compile("(?m)^( *)[^ #\\n-][^\\n]*:[ ]*\\n( *)- ");

  private InsertedText() {}

  /// Returns an entry of a block map in `column`, with its line ends.
  static String entry(
      String key, Value value, @Nullable DocumentPart donor, int column, boolean wide) {
    Written written = donor == null ? null : donor.entries().get(key);
    if (donor == null || written == null || !isWhole(donor, written.value(), value)) {
      return new BlockText(wide).entry(key, value, column);
    }
    var lines = new Lines(donor.text());
    int start = written.entry().start();
    boolean first = lines.isFirst(start);
    int begin = first ? lines.withComments(start) : start;
    String text = donor.text().substring(begin, lines.end(written.entry().end()));
    String block = first ? text : " ".repeat(lines.column(start)) + text;
    return Lines.moved(ended(block), lines.column(start), column);
  }

  /// Returns the text after the colon of a key, to the end of its last line.
  static String behind(
      String key, Value value, @Nullable DocumentPart donor, int column, boolean wide) {
    String entry = entry(key, value, donor, column, wide);
    Written written = donor == null ? null : donor.entries().get(key);
    if (donor == null || written == null || !isWhole(donor, written.value(), value)) {
      return new BlockText(wide).behind(value, column);
    }
    var lines = new Lines(donor.text());
    int start = written.entry().start();
    int comments =
        lines.isFirst(start)
            ? (int)
                donor
                    .text()
                    .substring(lines.withComments(start), start)
                    .chars()
                    .filter(c -> c == '\n')
                    .count()
            : 0;
    int at = 0;
    for (int i = 0; i < comments; i++) {
      at = entry.indexOf('\n', at) + 1;
    }
    return entry.substring(entry.indexOf(':', at + keyLength(written)) + 1);
  }

  private static int keyLength(Written written) {
    return written.entry().key().end() - written.entry().key().start();
  }

  /// Returns an item of a block list whose dash is in `column`, with its line ends.
  static String item(Value value, @Nullable DocumentPart item, int column, boolean wide) {
    if (item == null || !isWhole(item, item, value)) {
      return new BlockText(wide).item(value, column);
    }
    var lines = new Lines(item.text());
    int dash = item.text().lastIndexOf('-', item.node().start() - 1);
    if (dash < lines.start(item.node().start()) || !lines.isFirst(dash)) {
      return new BlockText(wide).item(value, column);
    }
    String text = item.text().substring(lines.withComments(dash), lines.end(item.node().end()));
    return Lines.moved(ended(text), lines.column(dash), column);
  }

  /// Returns whether the donor has exactly this value, in lines of its own.
  private static boolean isWhole(@Nullable DocumentPart donor, DocumentPart part, Value value) {
    boolean flow = donor != null && donor.node().isFlow() && isOther(donor, part);
    return !flow
        && part.value().equals(value)
        && !part.source().isAnchored()
        && !refers(part.node());
  }

  @SuppressWarnings("ReferenceEquality")
  private static boolean isOther(DocumentPart donor, DocumentPart part) {
    return donor != part;
  }

  private static boolean refers(YamlNode node) {
    return switch (node) {
      case Alias alias -> true;
      case Mapping mapping -> mapping.pairs().stream().anyMatch(e -> refers(e.value()));
      case Sequence sequence -> sequence.items().stream().anyMatch(InsertedText::refers);
      default -> false;
    };
  }

  /// Returns the donor's text of a scalar; empty if its value differs or it spans several lines.
  static Optional<String> scalar(Value wanted, @Nullable DocumentPart donor) {
    if (donor == null
        || !(donor.node() instanceof Scalar scalar)
        || scalar.style().isBlock()
        || !donor.value().equals(wanted)) {
      return Optional.empty();
    }
    return Optional.of(donor.text().substring(scalar.start(), scalar.end()))
        .filter(text -> text.indexOf('\n') < 0);
  }

  private static String ended(String block) {
    return block.endsWith("\n") ? block : block + "\n";
  }

  /// Returns whether the first list of a text is indented deeper than its key.
  static boolean isWide(String text) {
    Matcher list = LIST.matcher(text);
    return list.find() && list.group(2).length() > list.group(1).length();
  }
}
