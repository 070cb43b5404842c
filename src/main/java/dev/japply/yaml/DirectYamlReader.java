package dev.japply.yaml;

import dev.japply.tree.Json;
import dev.japply.yaml.PositionedValue.Place;
import dev.japply.yaml.YamlNode.Mapping;
import dev.japply.yaml.YamlNode.Pair;
import dev.japply.yaml.YamlNode.Scalar;
import dev.japply.yaml.YamlNode.Sequence;
import dev.japply.yaml.YamlNode.Span;
import dev.japply.yaml.YamlNode.Style;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Reads documents of the usual form in one pass over the text, without tokens and events: maps and
/// lists in blocks and in brackets, scalars and comments.
///
/// It gives up on everything else, and on every error: anchors, aliases, tags, `?`, tabs between
/// tokens, directives, several documents. [YamlParser] reads these, and would read the same nodes
/// of the usual documents. [ScalarScanner] reads scalars that are not simple, for both.
final class DirectYamlReader {
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
  private @Nullable ScalarScanner scalars;

  private DirectYamlReader(String text, int line) {
    this.text = text;
    this.cursor = new YamlCursor(text, line);
    this.chars = cursor.chars();
    this.line = line;
  }

  /// The text needs the general reader.
  private static final class Unusual extends RuntimeException {
    private static final long serialVersionUID = 1;

    Unusual() {
      super(null, null, false, false);
    }
  }

  /// Returns the only document of `text`; null if there is none, or its form is not usual.
  ///
  /// @param line the first line of `text` in the source
  static @Nullable YamlNode read(String text, int line) {
    try {
      return new DirectYamlReader(text, line).document();
    } catch (Unusual | SyntaxFailure e) {
      return null;
    }
  }

  private @Nullable YamlNode document() {
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
    YamlNode root = node(-1);
    require(column < 0);
    return root;
  }

  private static void require(boolean isUsual) {
    if (!isUsual) {
      throw new Unusual();
    }
  }

  private Place place() {
    return new Place(line, at - lineStart + 1);
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
  private YamlNode node(int parent) {
    if (isEntry()) {
      return sequence(false);
    }
    int own = at - lineStart;
    YamlNode node = inline(parent, false);
    if (node instanceof Scalar key && isKeyEnd(key, false)) {
      return mapping(key, own);
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
  private Sequence sequence(boolean isIndentless) {
    enter();
    int own = at - lineStart;
    var sequence = new Sequence(false, new Span(place(), at, at));
    List<YamlNode> items = sequence.items();
    do {
      at++;
      Place place = place();
      int start = at;
      isNewLine = false;
      skip();
      boolean isEmpty = column < 0 || (isNewLine && column <= own);
      items.add(isEmpty ? empty(place, start) : node(own));
    } while (column == own && isEntry());
    require(column < own || (column == own && isIndentless));
    sequence.span().end(Math.max(sequence.start() + 1, items.getLast().end()));
    depth--;
    return sequence;
  }

  private static Scalar empty(Place place, int start) {
    return new Scalar("", "", Style.PLAIN, new Span(place, start, start));
  }

  /// @param first the first key, before the position
  private Mapping mapping(Scalar first, int own) {
    enter();
    var mapping = new Mapping(false, new Span(first.place(), first.start(), first.start()));
    List<Pair> pairs = mapping.pairs();
    Scalar key = first;
    while (true) {
      at++;
      pairs.add(new Pair(key, value(own)));
      if (column != own) {
        break;
      }
      key = key(own, false);
    }
    require(column < own);
    mapping.span().end(pairs.getLast().end());
    depth--;
    return mapping;
  }

  /// Reads a key, up to its colon.
  private Scalar key(int parent, boolean isFlow) {
    YamlNode node = inline(parent, isFlow);
    if (node instanceof Scalar key && isKeyEnd(key, isFlow)) {
      return key;
    }
    throw new Unusual();
  }

  /// Returns whether a colon is here that makes a key of the scalar before it, which must be on one
  /// line, and not too long.
  private boolean isKeyEnd(Scalar key, boolean isFlow) {
    return chars[at] == ':'
        && (isFlow || isGap(chars[at + 1]))
        && !isNewLine
        && key.place().line() == line
        && at - key.start() <= LONGEST_KEY;
  }

  /// Reads the value after the colon before the position.
  private YamlNode value(int own) {
    int start = at;
    int startColumn = start - lineStart + 1;
    int startLine = line;
    isNewLine = false;
    skip();
    if (!isNewLine && column >= 0) {
      YamlNode value = inline(own, false);
      endValue();
      return value;
    }
    if (column > own) {
      return node(own);
    }
    return column == own && isEntry()
        ? sequence(true)
        : empty(new Place(startLine, startColumn), start);
  }

  /// Reads a scalar, or a collection in brackets.
  private YamlNode inline(int parent, boolean isFlow) {
    isNewLine = false;
    char c = chars[at];
    return switch (c) {
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
  }

  private Scalar plain(int parent, boolean isFlow) {
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
    var span = new Span(place(), start, end);
    at = i;
    return new Scalar("", text.substring(start, end), Style.PLAIN, span);
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

  private Scalar quoted(char quote, int parent) {
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
    var span = new Span(place(), start, i + 1);
    at = i + 1;
    return new Scalar("", text.substring(start + 1, i), style, span);
  }

  /// Reads a block below a `|` with the indentation of its first line.
  private Scalar literal(int parent) {
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
    Place place = place();
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
    var span = new Span(place, at, YamlParser.endOfBlock(text, at, begin));
    line += lines + 1;
    lineStart = begin;
    at = i;
    isNewLine = true;
    return new Scalar("", content.toString(), Style.LITERAL, span);
  }

  /// Reads any scalar.
  private Scalar general(int parent, boolean isFlow) {
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
    var span = new Span(place(), at, Math.max(at, token.end().at()));
    if (token.style().isBlock()) {
      span.end(YamlParser.endOfBlock(text, span.start(), span.end()));
    }
    at = mark.at();
    line = mark.line();
    lineStart = at - cursor.column();
    return new Scalar("", token.text(), token.style(), span);
  }

  private Sequence flowSequence(int parent) {
    enter();
    var sequence = new Sequence(true, new Span(place(), at, at));
    nextInFlow();
    while (chars[at] != ']') {
      sequence.items().add(inline(parent, true));
      endEntry(']');
    }
    endFlow(sequence);
    return sequence;
  }

  private Mapping flowMapping(int parent) {
    enter();
    var mapping = new Mapping(true, new Span(place(), at, at));
    nextInFlow();
    while (chars[at] != '}') {
      Scalar key = key(parent, true);
      nextInFlow();
      mapping.pairs().add(new Pair(key, inline(parent, true)));
      endEntry('}');
    }
    endFlow(mapping);
    return mapping;
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

  private void endFlow(YamlNode collection) {
    at++;
    isNewLine = false;
    collection.span().end(at);
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
