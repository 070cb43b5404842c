package dev.japply.yaml;

import org.jspecify.annotations.Nullable;

/// A text that is put together of pieces of another one, which is copied only where that is needed.
final class TextPieces {
  private final String source;
  private int from;
  private int to;
  private @Nullable StringBuilder copy;

  TextPieces(String source) {
    this.source = source;
  }

  /// Adds the characters of the source from `start` to `end`.
  void add(int start, int end) {
    if (start == end) {
      return;
    }
    if (copy == null && from == to) {
      from = start;
      to = end;
    } else if (copy == null && to == start) {
      to = end;
    } else {
      copy().append(source, start, end);
    }
  }

  void add(String piece) {
    if (!piece.isEmpty()) {
      copy().append(piece);
    }
  }

  void addCodePoint(int codePoint) {
    copy().appendCodePoint(codePoint);
  }

  private StringBuilder copy() {
    StringBuilder known = copy;
    if (known == null) {
      known = new StringBuilder().append(source, from, to);
      copy = known;
    }
    return known;
  }

  @Override
  public String toString() {
    return copy == null ? source.substring(from, to) : copy.toString();
  }
}
