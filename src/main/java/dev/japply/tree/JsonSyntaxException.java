package dev.japply.tree;

import org.jspecify.annotations.Nullable;

/// Text that is not JSON; `line` and `column` count from 1, and are 0 when the place is not known.
public final class JsonSyntaxException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final int line;
  private final int column;

  /// An error at a place.
  public JsonSyntaxException(String message, int line, int column, @Nullable Throwable cause) {
    super(message, cause);
    this.line = line;
    this.column = column;
  }

  public int line() {
    return line;
  }

  public int column() {
    return column;
  }
}
