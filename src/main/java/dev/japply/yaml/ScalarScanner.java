package dev.japply.yaml;

import dev.japply.yaml.YamlCursor.Mark;
import dev.japply.yaml.YamlNode.Style;

/// Reads scalars of every style, as go-yaml does.
final class ScalarScanner {
  private static final int MAX_CODE_POINT = 0x10ffff;

  private final YamlCursor cursor;
  private final Gap gap = new Gap();
  private boolean endedLine;

  ScalarScanner(YamlCursor cursor) {
    this.cursor = cursor;
  }

  /// Returns whether the end of the line followed the last plain scalar.
  boolean endedLine() {
    return endedLine;
  }

  private YamlToken token(Style style, Mark start, Mark end, TextPieces text) {
    return new YamlToken(YamlToken.Type.SCALAR, start, end, text.toString(), "", style);
  }

  /// Returns the scalar below the current `|` or `>`.
  ///
  /// @param parent the indentation of the enclosing block; -1 if there is none
  YamlToken block(boolean literal, int parent) {
    Mark start = cursor.mark();
    cursor.skip();
    Header header = header();
    var breaks = new StringBuilder();
    var block = new Block(parent, header.indent(parent), cursor.mark());
    block.skipBreaks(breaks);
    var text = new TextPieces(cursor.text());
    String lineEnd = "";
    boolean wasIndented = false;
    while (cursor.column() == block.indent && !cursor.isEnd()) {
      boolean isIndented = cursor.isBlank(0);
      boolean folds = !literal && !wasIndented && !isIndented && lineEnd.equals("\n");
      if (!folds) {
        text.add(lineEnd);
      } else if (breaks.isEmpty()) {
        text.add(" ");
      }
      text.add(breaks.toString());
      breaks.setLength(0);
      wasIndented = isIndented;
      int from = cursor.at();
      cursor.skipLine();
      text.add(from, cursor.at());
      lineEnd = cursor.skipBreak();
      block.skipBreaks(breaks);
    }
    if (header.chomping != '-') {
      text.add(lineEnd);
    }
    if (header.chomping == '+') {
      text.add(breaks.toString());
    }
    return token(literal ? Style.LITERAL : Style.FOLDED, start, block.end, text);
  }

  /// The indicators after `|` or `>`.
  ///
  /// @param chomping `+`, `-` or a space
  /// @param increment the indentation relative to the parent; 0 if the first line defines it
  private record Header(char chomping, int increment) {
    int indent(int parent) {
      return increment == 0 ? 0 : Math.max(parent, 0) + increment;
    }
  }

  private Header header() {
    char chomping = chomping();
    int increment = 0;
    if (cursor.peek() >= '0' && cursor.peek() <= '9') {
      increment = cursor.peek() - '0';
      if (increment == 0) {
        throw cursor.failure(YamlErrorMessages.INDENTATION);
      }
      cursor.skip();
      chomping = chomping == ' ' ? chomping() : chomping;
    }
    while (cursor.isBlank(0)) {
      cursor.skip();
    }
    if (cursor.peek() == '#') {
      cursor.skipLine();
    }
    if (!cursor.isBreakOrEnd(0)) {
      throw cursor.failure(YamlErrorMessages.BLOCK_HEADER);
    }
    cursor.skipBreak();
    return new Header(chomping, increment);
  }

  private char chomping() {
    char c = cursor.peek();
    if (c != '+' && c != '-') {
      return ' ';
    }
    cursor.skip();
    return c;
  }

  /// The indentation of a block scalar, and its end so far.
  private final class Block {
    private final int parent;
    private int indent;
    private Mark end;

    Block(int parent, int indent, Mark end) {
      this.parent = parent;
      this.indent = indent;
      this.end = end;
    }

    /// Goes past empty lines, and past the indentation of the next line. The first time that
    /// decides the indentation, if the header does not.
    void skipBreaks(StringBuilder breaks) {
      end = cursor.mark();
      int widest = 0;
      while (true) {
        while (isBefore() && cursor.peek() == ' ') {
          cursor.skip();
        }
        widest = Math.max(widest, cursor.column());
        if (isBefore() && cursor.peek() == '\t') {
          throw cursor.failure(YamlErrorMessages.BLOCK_TAB);
        }
        if (!cursor.isBreak(0)) {
          break;
        }
        breaks.append(cursor.skipBreak());
        end = cursor.mark();
      }
      if (indent == 0) {
        indent = Math.max(widest, Math.max(parent + 1, 1));
      }
    }

    private boolean isBefore() {
      return indent == 0 || cursor.column() < indent;
    }
  }

  /// Blanks and line ends within a scalar that is not a block. Blanks within a line are retained,
  /// and lines are folded.
  private final class Gap {
    private final StringBuilder breaks = new StringBuilder();
    private String lineEnd = "";
    private boolean isLineStart;
    private int from;
    private int to;

    void reset() {
      breaks.setLength(0);
      lineEnd = "";
      isLineStart = false;
      from = to;
    }

    void blank() {
      if (isLineStart) {
        cursor.skip();
        return;
      }
      from = from == to ? cursor.at() : from;
      cursor.skip();
      to = cursor.at();
    }

    void lineBreak() {
      if (isLineStart) {
        breaks.append(cursor.skipBreak());
      } else {
        from = to;
        lineEnd = cursor.skipBreak();
        isLineStart = true;
      }
    }

    /// Adds the folded gap to `text` and resets it.
    void flush(TextPieces text) {
      if (!isLineStart) {
        text.add(from, to);
      } else if (!lineEnd.equals("\n")) {
        text.add(lineEnd);
        text.add(breaks.toString());
      } else {
        text.add(breaks.isEmpty() ? " " : breaks.toString());
      }
      reset();
    }
  }

  /// Returns the scalar in the quotes that begin here.
  YamlToken quoted(boolean single) {
    Mark start = cursor.mark();
    char quote = cursor.peek();
    cursor.skip();
    var text = new TextPieces(cursor.text());
    while (true) {
      if (cursor.isDocumentMark("---") || cursor.isDocumentMark("...")) {
        throw cursor.failure(YamlErrorMessages.QUOTE_DOCUMENT, start);
      }
      if (cursor.isEnd()) {
        throw cursor.failure(YamlErrorMessages.QUOTE, start);
      }
      gap.reset();
      while (!cursor.isGap(0) && !isQuote(quote) && !gap.isLineStart) {
        if (single || cursor.peek() != '\\') {
          cursor.skip(cursor.peek() == quote ? 1 : 0);
          int from = cursor.at();
          do {
            cursor.skip();
            cursor.skipLetters();
          } while (!cursor.isGap(0) && cursor.peek() != quote && (single || cursor.peek() != '\\'));
          text.add(from, cursor.at());
        } else if (cursor.isBreak(1)) {
          cursor.skip();
          cursor.skipBreak();
          gap.isLineStart = true;
        } else {
          escape(text);
        }
      }
      if (isQuote(quote)) {
        break;
      }
      while (cursor.isBlank(0) || cursor.isBreak(0)) {
        if (cursor.isBlank(0)) {
          gap.blank();
        } else {
          gap.lineBreak();
        }
      }
      gap.flush(text);
    }
    cursor.skip();
    return token(single ? Style.SINGLE_QUOTED : Style.DOUBLE_QUOTED, start, cursor.mark(), text);
  }

  /// Returns whether the quotes end here; two single quotes are an escaped quote.
  private boolean isQuote(char quote) {
    return cursor.peek() == quote && (quote == '"' || cursor.peek(1) != quote);
  }

  private void escape(TextPieces text) {
    int digits =
        switch (cursor.peek(1)) {
          case 'x' -> 2;
          case 'u' -> 4;
          case 'U' -> 8;
          default -> 0;
        };
    if (digits == 0) {
      text.addCodePoint(escaped(cursor.peek(1)));
      cursor.skip(2);
      return;
    }
    cursor.skip(2);
    long value = 0;
    for (int i = 0; i < digits; i++) {
      int digit = cursor.peek(i) < 0x80 ? Character.digit(cursor.peek(i), 16) : -1;
      if (digit < 0) {
        throw cursor.failure(YamlErrorMessages.HEX);
      }
      value = value * 16 + digit;
    }
    boolean half = value >= Character.MIN_SURROGATE && value <= Character.MAX_SURROGATE;
    if (half || value > MAX_CODE_POINT) {
      throw cursor.failure(YamlErrorMessages.CHARACTER);
    }
    text.addCodePoint((int) value);
    cursor.skip(digits);
  }

  private int escaped(char c) {
    return switch (c) {
      case '0' -> '\0';
      case 'a' -> '\u0007';
      case 'b' -> '\b';
      case 't', '\t' -> '\t';
      case 'n' -> '\n';
      case 'v' -> '\u000b';
      case 'f' -> '\f';
      case 'r' -> '\r';
      case 'e' -> '\u001b';
      case ' ', '"', '\'', '\\' -> c;
      case 'N' -> '\u0085';
      case '_' -> '\u00a0';
      case 'L' -> '\u2028';
      case 'P' -> '\u2029';
      default -> throw cursor.failure(YamlErrorMessages.ESCAPE);
    };
  }

  /// Returns the unquoted scalar that begins here.
  ///
  /// @param parent the indentation of the enclosing block; -1 if there is none
  /// @param isFlow whether it is within brackets
  YamlToken plain(int parent, boolean isFlow) {
    Mark start = cursor.mark();
    Mark end = start;
    var text = new TextPieces(cursor.text());
    gap.reset();
    while (!cursor.isDocumentMark("---") && !cursor.isDocumentMark("...") && cursor.peek() != '#') {
      int from = cursor.at();
      boolean any = !cursor.isGap(0) && !endsPlain(isFlow);
      if (any) {
        gap.flush(text);
      }
      while (!cursor.isGap(0) && !endsPlain(isFlow)) {
        cursor.skip();
        cursor.skipLetters();
      }
      if (any) {
        text.add(from, cursor.at());
        end = cursor.mark();
      }
      if (!cursor.isBlank(0) && !cursor.isBreak(0)) {
        break;
      }
      while (cursor.isBlank(0) || cursor.isBreak(0)) {
        if (!cursor.isBlank(0)) {
          gap.lineBreak();
        } else if (gap.isLineStart && cursor.column() <= parent && cursor.peek() == '\t') {
          throw cursor.failure(YamlErrorMessages.PLAIN_TAB);
        } else {
          gap.blank();
        }
      }
      if (!isFlow && cursor.column() <= parent) {
        break;
      }
    }
    endedLine = gap.isLineStart;
    return token(Style.PLAIN, start, end, text);
  }

  private boolean endsPlain(boolean isFlow) {
    char c = cursor.peek();
    return (c == ':' && cursor.isGap(1)) || (isFlow && ",?[]{}".indexOf(c) >= 0);
  }
}
