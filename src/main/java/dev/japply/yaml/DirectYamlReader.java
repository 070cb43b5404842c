package dev.japply.yaml;

import dev.japply.tree.Json;
import dev.japply.yaml.YamlNode.Style;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Reads documents of the usual form in one pass over the text, without tokens and events: maps and
/// lists in blocks and in brackets, scalars and comments.
///
/// It gives up on everything else, and on every error: anchors, aliases, tags, `?`, tabs between
/// tokens, directives, several documents. [YamlParser] reads these, and would read the same nodes
/// of the usual documents. [ScalarScanner] reads scalars that are not simple, for both.
///
/// @param <N> the form of the parts of a document: nodes or values
abstract class DirectYamlReader<N> {
  /// A simple key ends within so many characters.
  private static final int LONGEST_KEY = 1024;

  private static final int ASCII = 128;
  private static final byte TEXT = 0;
  private static final byte FLOW_END = 1;
  private static final byte OTHER = 2;

  /// The effect of each ASCII character in a plain scalar: `TEXT` is part of it, `FLOW_END` ends it
  /// within brackets.
  private static final byte[] EFFECTS = effects();

  private final String text;
  private final YamlCursor cursor;
  private final char[] chars;
  private int at;
  private int line;
  private int lineStart;

  /// Whether only blanks precede the position on its line.
  private boolean isNewLine = true;

  /// The column of the content that [#skip] has found; -1 at the end of the text.
  private int column;

  private int depth;

  /// Whether the last part that was read on a line is a scalar.
  private boolean isScalar;

  /// The reader of scalars that are not simple; null until there is one.
  private @Nullable ScalarScanner scalars;

  /// @param line the first line of `text` in the source
  DirectYamlReader(String text, int line) {
    this.text = text;
    this.cursor = new YamlCursor(text, line);
    this.chars = cursor.chars();
    this.line = line;
  }

  /// The text needs the general reader.
  static final class Unusual extends RuntimeException {
    private static final long serialVersionUID = 1;

    Unusual() {
      super(null, null, false, false);
    }
  }

  /// Returns a scalar.
  ///
  /// @param line the line of its first character
  /// @param start the offsets of the text that it takes up
  abstract N scalar(String text, Style style, int line, int column, int start, int end);

  /// Returns a sequence.
  ///
  /// @param end the end of its text; -1 for the end of its last item
  abstract N sequence(List<N> items, int line, int column, int start, int end);

  /// Returns a mapping.
  ///
  /// @param entries keys and values in turn
  /// @param end the end of its text; -1 for the end of its last entry
  abstract N mapping(List<N> entries, int line, int column, int start, int end);

  /// Receives the position of the next part: the document, an item, or a key with its value.
  ///
  /// @return a number for the part
  int begin(int atLine, int atColumn) {
    return 0;
  }

  /// Receives the end of the part with a number.
  void end(int number) {}

  /// Returns the only document of the text; null if there is none, or its form is not usual.
  final @Nullable N read() {
    try {
      return document();
    } catch (Unusual | SyntaxFailure e) {
      return null;
    }
  }

  /// Whether all scalars are simple, so that lines end with `\n` alone.
  final boolean isSimple() {
    return scalars == null;
  }

  private @Nullable N document() {
    skipBlank();
    if (column == 0 && text.startsWith("---", at) && isGap(chars[at + 3])) {
      at += 3;
      isNewLine = false;
      skipBlank();
      require(isNewLine);
    }
    if (column < 0) {
      return null;
    }
    checkLine();
    int number = begin(line, at - lineStart + 1);
    N root = node(-1);
    end(number);
    require(column < 0);
    return root;
  }

  static void require(boolean isUsual) {
    if (!isUsual) {
      throw new Unusual();
    }
  }

  /// Advances past blanks, comments and line ends, to the content after them.
  private void skip() {
    skipBlank();
    if (column == 0) {
      checkLine();
    }
  }

  /// Gives up on markers of documents and directives.
  private void checkLine() {
    char c = chars[at];
    require(c != '%' && (c != '-' || chars[at + 1] != '-') && (c != '.' || chars[at + 1] != '.'));
  }

  private void skipBlank() {
    int i = at;
    while (true) {
      while (chars[i] == ' ') {
        i++;
      }
      if (chars[i] == '#') {
        i = lineEnd(i);
      }
      if (chars[i] != '\n') {
        break;
      }
      i++;
      line++;
      lineStart = i;
      isNewLine = true;
    }
    at = i;
    column = i < text.length() ? i - lineStart : -1;
  }

  /// Returns the end of the line that contains `from`.
  private int lineEnd(int from) {
    int i = from;
    while ((chars[i] >= ' ' && chars[i] < ASCII - 1) || chars[i] == '\t' || isOther(chars[i])) {
      i++;
    }
    require(chars[i] == '\n' || i == text.length());
    return i;
  }

  /// Returns whether the character, which is not ASCII, may be in a line.
  private static boolean isOther(char c) {
    return c >= '\u00a0' && c < '\ufefe' && c != '\u2028' && c != '\u2029';
  }

  /// Returns whether the character is neither blank nor any line break of YAML 1.1.
  private static boolean isInLine(char c) {
    return (c > ' ' && c < ASCII - 1) || isOther(c);
  }

  private static boolean isGap(char c) {
    return c == ' ' || c == '\n' || c == YamlCursor.END;
  }

  private boolean isEntry() {
    return chars[at] == '-' && isGap(chars[at + 1]);
  }

  /// Reads the node here, whose first token may begin a block, and advances to the content after
  /// it.
  ///
  /// @param parent the column of the block around it
  private N node(int parent) {
    if (isEntry()) {
      return sequence(false);
    }
    int start = at;
    int startLine = line;
    int own = at - lineStart;
    N node = inline(parent, false);
    if (isKeyEnd(start, startLine, false)) {
      return mapping(node, own, start, startLine);
    }
    endValue();
    return node;
  }

  /// Advances to the next line with content.
  private void endValue() {
    skip();
    require(isNewLine || column < 0);
  }

  private void enter() {
    require(++depth < Json.MAX_DEPTH);
  }

  /// @param isIndentless whether a key in the same column ends it
  private N sequence(boolean isIndentless) {
    enter();
    int start = at;
    int startLine = line;
    int own = at - lineStart;
    var items = new ArrayList<N>();
    do {
      at++;
      int itemStart = at;
      int itemLine = line;
      int itemColumn = at - lineStart + 1;
      isNewLine = false;
      skip();
      if (column < 0 || (isNewLine && column <= own)) {
        int number = begin(itemLine, itemColumn);
        items.add(empty(itemLine, itemColumn, itemStart));
        end(number);
      } else {
        int number = begin(line, at - lineStart + 1);
        items.add(node(own));
        end(number);
      }
    } while (column == own && isEntry());
    require(column < own || (column == own && isIndentless));
    depth--;
    return sequence(items, startLine, own + 1, start, -1);
  }

  private N empty(int atLine, int atColumn, int start) {
    return scalar("", Style.PLAIN, atLine, atColumn, start, start);
  }

  /// @param first the first key, before the position
  /// @param own its column, from 0
  private N mapping(N first, int own, int start, int startLine) {
    enter();
    var entries = new ArrayList<N>();
    N key = first;
    int keyLine = startLine;
    while (true) {
      at++;
      int number = begin(keyLine, own + 1);
      entries.add(key);
      entries.add(value(own));
      end(number);
      if (column != own) {
        break;
      }
      keyLine = line;
      key = key(own, false);
    }
    require(column < own);
    depth--;
    return mapping(entries, startLine, own + 1, start, -1);
  }

  /// Reads a key, up to its colon.
  private N key(int parent, boolean isFlow) {
    int start = at;
    int startLine = line;
    N key = inline(parent, isFlow);
    require(isKeyEnd(start, startLine, isFlow));
    return key;
  }

  /// Returns whether a colon is here that makes a key of the scalar before it, which must be on one
  /// line, and not too long.
  private boolean isKeyEnd(int start, int startLine, boolean isFlow) {
    return chars[at] == ':'
        && isScalar
        && (isFlow || isGap(chars[at + 1]))
        && !isNewLine
        && startLine == line
        && at - start <= LONGEST_KEY;
  }

  /// Reads the value after the colon before the position.
  private N value(int own) {
    int start = at;
    int startColumn = start - lineStart + 1;
    int startLine = line;
    isNewLine = false;
    skip();
    if (!isNewLine && column >= 0) {
      N value = inline(own, false);
      endValue();
      return value;
    }
    if (column > own) {
      return node(own);
    }
    return column == own && isEntry() ? sequence(true) : empty(startLine, startColumn, start);
  }

  /// Reads a scalar, or a collection in brackets.
  private N inline(int parent, boolean isFlow) {
    isNewLine = false;
    char c = chars[at];
    N node =
        switch (c) {
          case '[' -> flowSequence(parent);
          case '{' -> flowMapping(parent);
          case '"', '\'' -> quoted(c, parent);
          case '|' -> {
            require(!isFlow);
            yield literal(parent);
          }
          case '>' -> {
            require(!isFlow);
            yield general(parent, false);
          }
          case '?', ':', ',', ']', '}', '#', '&', '*', '!', '%', '@', '`' -> throw new Unusual();
          default -> plain(parent, isFlow);
        };
    isScalar = c != '[' && c != '{';
    return node;
  }

  private N plain(int parent, boolean isFlow) {
    int start = at;
    int i = start;
    while (true) {
      char c = chars[i];
      byte effect = c < ASCII ? EFFECTS[c] : isOther(c) && !Character.isSurrogate(c) ? TEXT : OTHER;
      boolean isText =
          switch (effect) {
            case TEXT -> true;
            case FLOW_END -> !isFlow;
            default ->
                c == ':' ? !isGap(chars[i + 1]) : c == '#' && i > start && chars[i - 1] != ' ';
          };
      if (!isText) {
        break;
      }
      i++;
    }
    char c = chars[i];
    require(i > start && (chars[start] != '-' || isInLine(chars[start + 1])));
    if (c == '\n' ? isFlow || continues(i, parent) : c == '\t' || c >= ASCII) {
      return general(parent, isFlow);
    }
    int end = i;
    while (chars[end - 1] == ' ') {
      end--;
    }
    at = i;
    int startColumn = start - lineStart + 1;
    return scalar(text.substring(start, end), Style.PLAIN, line, startColumn, start, end);
  }

  /// Returns whether the plain scalar with a line end at `from` may have another line.
  private boolean continues(int from, int parent) {
    int start = from;
    int i = from;
    while (chars[i] == '\n' || chars[i] == ' ') {
      start = chars[i] == '\n' ? i + 1 : start;
      i++;
    }
    return chars[i] != '#' && i - start > parent && i < text.length();
  }

  private N quoted(char quote, int parent) {
    int start = at;
    int i = start + 1;
    while (chars[i] != quote) {
      char c = chars[i];
      boolean isText =
          (c >= ' ' && c < ASCII - 1 && c != '\\') || (isOther(c) && !Character.isSurrogate(c));
      if (!isText) {
        return general(parent, false);
      }
      i++;
    }
    if (chars[i + 1] == quote) {
      return general(parent, false);
    }
    var style = quote == '"' ? Style.DOUBLE_QUOTED : Style.SINGLE_QUOTED;
    at = i + 1;
    int startColumn = start - lineStart + 1;
    return scalar(text.substring(start + 1, i), style, line, startColumn, start, i + 1);
  }

  /// Reads a block below a `|` with the indentation of its first line.
  private N literal(int parent) {
    char chomping = chars[at + 1];
    int from = chomping == '-' || chomping == '+' ? at + 2 : at + 1;
    int i = from + 1;
    while (chars[from] == '\n' && chars[i] == ' ') {
      i++;
    }
    int indent = i - from - 1;
    if (indent <= Math.max(0, parent) || chars[i] <= ' ') {
      return general(parent, false);
    }
    var content = new StringBuilder();
    int begin = from + 1;
    int lines = 0;
    int breaks = 0;
    while (true) {
      i = begin;
      while (i < begin + indent && chars[i] == ' ') {
        i++;
      }
      if (chars[i] == '\n') {
        breaks++;
      } else if (i < begin + indent || i == text.length()) {
        break;
      } else {
        content.repeat('\n', breaks);
        int end = lineEnd(i);
        content.append(text, i, end);
        i = end;
        breaks = 1;
      }
      if (i == text.length()) {
        breaks = 0;
        begin = i;
        break;
      }
      lines++;
      begin = i + 1;
    }
    require(chars[i] != '\t');
    content.repeat('\n', chomping == '+' ? breaks : chomping == '-' ? 0 : Math.min(1, breaks));
    int start = at;
    int startLine = line;
    int startColumn = start - lineStart + 1;
    line += lines + 1;
    lineStart = begin;
    at = i;
    isNewLine = true;
    return scalar(content.toString(), Style.LITERAL, startLine, startColumn, start, begin);
  }

  /// Reads any scalar.
  private N general(int parent, boolean isFlow) {
    ScalarScanner scanner = scalars == null ? new ScalarScanner(cursor) : scalars;
    scalars = scanner;
    cursor.moveTo(at, line, at - lineStart);
    char c = chars[at];
    YamlToken token =
        switch (c) {
          case '"', '\'' -> scanner.quoted(c == '\'');
          case '|', '>' -> scanner.block(c == '|', parent);
          default -> scanner.plain(parent, isFlow);
        };
    cursor.check();
    YamlCursor.Mark mark = cursor.mark();
    require(mark.column() == cursor.column() + 1);
    isNewLine = token.style().isBlock() || (token.style() == Style.PLAIN && scanner.endedLine());
    int start = at;
    int startLine = line;
    int startColumn = start - lineStart + 1;
    at = mark.at();
    line = mark.line();
    lineStart = at - cursor.column();
    int end = Math.max(start, token.end().at());
    return scalar(token.text(), token.style(), startLine, startColumn, start, end);
  }

  private N flowSequence(int parent) {
    enter();
    int start = at;
    int startLine = line;
    int startColumn = at - lineStart + 1;
    var items = new ArrayList<N>();
    nextInFlow();
    while (chars[at] != ']') {
      int number = begin(line, at - lineStart + 1);
      items.add(inline(parent, true));
      end(number);
      endEntry(']');
    }
    endFlow();
    return sequence(items, startLine, startColumn, start, at);
  }

  private N flowMapping(int parent) {
    enter();
    int start = at;
    int startLine = line;
    int startColumn = at - lineStart + 1;
    var entries = new ArrayList<N>();
    nextInFlow();
    while (chars[at] != '}') {
      int number = begin(line, at - lineStart + 1);
      entries.add(key(parent, true));
      nextInFlow();
      entries.add(inline(parent, true));
      end(number);
      endEntry('}');
    }
    endFlow();
    return mapping(entries, startLine, startColumn, start, at);
  }

  /// Advances past the indicator here.
  private void nextInFlow() {
    at++;
    isNewLine = false;
    skip();
  }

  private void endEntry(char end) {
    skip();
    if (chars[at] == ',') {
      nextInFlow();
    } else {
      require(chars[at] == end);
    }
  }

  private void endFlow() {
    at++;
    isNewLine = false;
    depth--;
  }

  private static byte[] effects() {
    var effects = new byte[ASCII];
    for (int c = 0; c < ASCII; c++) {
      boolean isOther = c < ' ' || c == ASCII - 1 || c == ':' || c == '#';
      effects[c] = isOther ? OTHER : ",?[]{}".indexOf(c) >= 0 ? FLOW_END : TEXT;
    }
    return effects;
  }
}
