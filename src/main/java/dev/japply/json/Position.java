package dev.japply.json;

/// A position in a text, which moves forward: it goes through the text once.
public final class Position {
  private final byte[] text;
  private int offset;
  private int line = 1;
  private int column = 1;
  private int character;

  /// Creates the position of the start of `text`, in UTF-8.
  public Position(byte[] text) {
    this.text = text;
  }

  /// Moves forward to an offset in bytes.
  ///
  /// @return this position
  public Position moveTo(int target) {
    for (; offset < target; offset++) {
      byte b = text[offset];
      boolean continued = b == '\r' && offset + 1 < text.length && text[offset + 1] == '\n';
      if (b == '\n' || (b == '\r' && !continued)) {
        line++;
        column = 1;
        character++;
      } else if ((b & 0xc0) != 0x80) {
        int units = (b & 0xf8) == 0xf0 ? 2 : 1;
        column += units;
        character += units;
      }
    }
    return this;
  }

  /// Returns the line, from 1.
  public int line() {
    return line;
  }

  /// Returns the column in UTF-16 characters, from 1.
  public int column() {
    return column;
  }

  /// Returns the number of UTF-16 characters before the position.
  public int character() {
    return character;
  }
}
