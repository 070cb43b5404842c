package dev.japply.golang;

/// A word of a template.
///
/// @param at the start of the token, in bytes from 0
/// @param text the text as written, a byte text; the error if the type is [Type#ERROR]
/// @param line the line, from 1
record Token(Type type, int at, String text, int line) {
  private static final int SHOWN = 10;

  /// The kinds of words.
  enum Type {
    ERROR,
    BOOL,
    /// A character that is nothing else, as a comma.
    CHAR,
    CHAR_CONSTANT,
    COMPLEX,
    ASSIGN,
    DECLARE,
    END_OF_FILE,
    FIELD,
    IDENTIFIER,
    LEFT_DELIMITER,
    LEFT_PAREN,
    NUMBER,
    PIPE,
    RAW_STRING,
    RIGHT_DELIMITER,
    RIGHT_PAREN,
    SPACE,
    STRING,
    TEXT,
    VARIABLE,
    DOT,
    BLOCK,
    BREAK,
    CONTINUE,
    DEFINE,
    ELSE,
    END,
    IF,
    NIL,
    RANGE,
    TEMPLATE,
    WITH;

    boolean isKeyword() {
      return compareTo(DOT) >= 0;
    }
  }

  /// The token as messages name it.
  String shown() {
    if (type == Type.END_OF_FILE) {
      return "EOF";
    }
    if (type == Type.ERROR) {
      return ByteText.decode(text);
    }
    if (type.isKeyword()) {
      return "<" + text + ">";
    }
    return text.length() <= SHOWN
        ? ByteText.decode(Quoted.quote(text))
        : ByteText.decode(Quoted.quote(beginning())) + "...";
  }

  private String beginning() {
    int end = 0;
    for (int i = 0; i < SHOWN && end < text.length(); i++) {
      end += ByteText.rune(text, end).width();
    }
    return text.substring(0, end);
  }
}
