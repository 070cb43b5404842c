package dev.japply.golang;

import dev.japply.golang.ByteText.Rune;
import java.util.Map;

/// Cuts a template, which is a byte text, into words.
final class Lexer {
  private static final int END = -1;
  private static final String LEFT = "{{";
  private static final String RIGHT = "}}";
  private static final String SPACES = " \t\r\n";
  private static final Map<String, Token.Type> KEYWORDS =
      Map.ofEntries(
          Map.entry(".", Token.Type.DOT),
          Map.entry("block", Token.Type.BLOCK),
          Map.entry("break", Token.Type.BREAK),
          Map.entry("continue", Token.Type.CONTINUE),
          Map.entry("define", Token.Type.DEFINE),
          Map.entry("else", Token.Type.ELSE),
          Map.entry("end", Token.Type.END),
          Map.entry("if", Token.Type.IF),
          Map.entry("nil", Token.Type.NIL),
          Map.entry("range", Token.Type.RANGE),
          Map.entry("template", Token.Type.TEMPLATE),
          Map.entry("with", Token.Type.WITH));

  private String input;
  private int at;
  private int start;
  private int line = 1;
  private boolean insideAction;
  private int parentheses;

  Lexer(String input) {
    this.input = input;
  }

  /// The next word; [Token.Type#END_OF_FILE] at the end and after an error.
  Token next() {
    return insideAction ? insideAction() : text();
  }

  private Token token(Token.Type type) {
    String text = input.substring(start, at);
    var token = new Token(type, start, text, line);
    skip();
    return token;
  }

  /// Skips the input that is in no token yet.
  private void skip() {
    line += (int) input.substring(start, at).chars().filter(c -> c == '\n').count();
    start = at;
  }

  private Token error(String message) {
    var token = new Token(Token.Type.ERROR, start, ByteText.of(message), line);
    start = 0;
    at = 0;
    input = "";
    insideAction = false;
    return token;
  }

  /// Text up to an action; comments are passed over.
  private Token text() {
    while (true) {
      int open = input.indexOf(LEFT, at);
      if (open < 0) {
        at = input.length();
        return token(at > start ? Token.Type.TEXT : Token.Type.END_OF_FILE);
      }
      boolean trims = trimsLeft(open + LEFT.length());
      at = trims ? endOfText(open) : open;
      if (at > start) {
        Token text = token(Token.Type.TEXT);
        at = open;
        skip();
        return text;
      }
      at = open;
      skip();
      int inside = open + LEFT.length() + (trims ? 2 : 0);
      if (!input.startsWith("/*", inside)) {
        return leftDelimiter(inside);
      }
      at = inside;
      skip();
      String problem = comment();
      if (!problem.isEmpty()) {
        return error(problem);
      }
    }
  }

  private Token leftDelimiter(int inside) {
    at += LEFT.length();
    Token token = token(Token.Type.LEFT_DELIMITER);
    insideAction = true;
    parentheses = 0;
    at = inside;
    skip();
    return token;
  }

  private boolean trimsLeft(int from) {
    return input.startsWith("-", from) && from + 1 < input.length() && isSpace(byteAt(from + 1));
  }

  private boolean trimsRight(int from) {
    return from + 1 < input.length() && isSpace(byteAt(from)) && byteAt(from + 1) == '-';
  }

  private int endOfText(int open) {
    int end = open;
    while (end > start && isSpace(byteAt(end - 1))) {
      end--;
    }
    return end;
  }

  private int endOfSpaces(int from) {
    int end = from;
    while (end < input.length() && isSpace(byteAt(end))) {
      end++;
    }
    return end;
  }

  /// Skips a comment, and returns the error in it.
  private String comment() {
    int end = input.indexOf("*/", at + 2);
    if (end < 0) {
      return "unclosed comment";
    }
    at = end + 2;
    if (!atRight()) {
      return "comment ends before closing delimiter";
    }
    boolean trims = atTrimmedRight();
    at += RIGHT.length() + (trims ? 2 : 0);
    at = trims ? endOfSpaces(at) : at;
    skip();
    return "";
  }

  private boolean atTrimmedRight() {
    return trimsRight(at) && input.startsWith(RIGHT, at + 2);
  }

  private boolean atRight() {
    return atTrimmedRight() || input.startsWith(RIGHT, at);
  }

  private Token rightDelimiter() {
    boolean trims = atTrimmedRight();
    at += trims ? 2 : 0;
    skip();
    at += RIGHT.length();
    Token token = token(Token.Type.RIGHT_DELIMITER);
    at = trims ? endOfSpaces(at) : at;
    skip();
    insideAction = false;
    return token;
  }

  private Token insideAction() {
    if (atRight()) {
      return parentheses == 0 ? rightDelimiter() : error("unclosed left paren");
    }
    int first = peek();
    return switch (first) {
      case END -> error("unclosed action");
      case ' ', '\t', '\r', '\n' -> space();
      case '=' -> one(Token.Type.ASSIGN);
      case '|' -> one(Token.Type.PIPE);
      case ':' -> declare();
      case '"' -> quoted('"', Token.Type.STRING, "unterminated quoted string");
      case '\'' -> quoted('\'', Token.Type.CHAR_CONSTANT, "unterminated character constant");
      case '`' -> raw();
      case '$' -> name(Token.Type.VARIABLE, Token.Type.VARIABLE);
      case '(', ')' -> parenthesis(first);
      default -> other(first);
    };
  }

  private Token other(int first) {
    boolean digitFollows = at + 1 < input.length() && isDigit(byteAt(at + 1));
    if (first == '.' && !digitFollows && at + 1 < input.length()) {
      return name(Token.Type.FIELD, Token.Type.DOT);
    }
    if (first == '.' || first == '+' || first == '-' || isDigit(first)) {
      return number();
    }
    if (ByteText.isWord(first)) {
      return word();
    }
    if (first <= 0x7f && ByteText.isPrint(first)) {
      return one(Token.Type.CHAR);
    }
    return error("unrecognized character in action: " + unicode(first));
  }

  private static String unicode(int code) {
    String shown = ByteText.isPrint(code) ? " '" + Character.toString(code) + "'" : "";
    return code == END ? "U+FFFFFFFFFFFFFFFF" : "U+%04X%s".formatted(code, shown);
  }

  private Token one(Token.Type type) {
    at++;
    return token(type);
  }

  private Token declare() {
    at++;
    if (peek() != '=') {
      advance();
      return error("expected :=");
    }
    return one(Token.Type.DECLARE);
  }

  private Token parenthesis(int which) {
    parentheses += which == '(' ? 1 : -1;
    at++;
    return parentheses < 0
        ? error("unexpected right paren")
        : token(which == '(' ? Token.Type.LEFT_PAREN : Token.Type.RIGHT_PAREN);
  }

  /// A run of spaces, but for the last one if that belongs to a trimming delimiter.
  private Token space() {
    int from = at;
    at = endOfSpaces(at);
    if (trimsRight(at - 1) && input.startsWith(RIGHT, at + 1)) {
      at--;
      if (at == from) {
        return rightDelimiter();
      }
    }
    return token(Token.Type.SPACE);
  }

  private Token word() {
    passWord();
    String word = input.substring(start, at);
    if (!atTerminator()) {
      return error("bad character " + unicode(peek()));
    }
    if (word.equals("true") || word.equals("false")) {
      return token(Token.Type.BOOL);
    }
    return token(KEYWORDS.getOrDefault(word, Token.Type.IDENTIFIER));
  }

  /// A field or a variable; its sign alone is `alone`.
  private Token name(Token.Type type, Token.Type alone) {
    at++;
    if (atTerminator()) {
      return token(alone);
    }
    passWord();
    return atTerminator() ? token(type) : error("bad character " + unicode(peek()));
  }

  private void passWord() {
    while (ByteText.isWord(peek())) {
      advance();
    }
  }

  private boolean atTerminator() {
    int next = peek();
    return next == END || " \t\r\n.,|:)(".indexOf(next) >= 0 || input.startsWith(RIGHT, at);
  }

  private Token quoted(char mark, Token.Type type, String problem) {
    at++;
    while (peek() != mark) {
      if (peek() == '\\') {
        at++;
      }
      if (peek() == END || peek() == '\n') {
        return error(problem);
      }
      advance();
    }
    return one(type);
  }

  private Token raw() {
    int end = input.indexOf('`', at + 1);
    if (end < 0) {
      return error("unterminated raw quoted string");
    }
    at = end + 1;
    return token(Token.Type.RAW_STRING);
  }

  private Token number() {
    Token.Type type = Token.Type.NUMBER;
    NumberSyntax.pass(this::accept);
    boolean good = !wordFollows();
    if (good && (peek() == '+' || peek() == '-')) {
      type = Token.Type.COMPLEX;
      NumberSyntax.pass(this::accept);
      good = !wordFollows() && byteAt(at - 1) == 'i';
    }
    return good
        ? token(type)
        : error("bad number syntax: " + ByteText.decode(Quoted.quote(input.substring(start, at))));
  }

  private boolean wordFollows() {
    boolean follows = ByteText.isWord(peek());
    if (follows) {
      advance();
    }
    return follows;
  }

  private boolean accept(String valid) {
    boolean next = peek() != END && valid.indexOf(peek()) >= 0;
    at += next ? 1 : 0;
    return next;
  }

  private int peek() {
    return at < input.length() ? ByteText.rune(input, at).code() : END;
  }

  private void advance() {
    if (at < input.length()) {
      Rune rune = ByteText.rune(input, at);
      at += rune.width();
    }
  }

  private char byteAt(int place) {
    return input.charAt(place);
  }

  private static boolean isDigit(int c) {
    return c >= '0' && c <= '9';
  }

  private static boolean isSpace(int c) {
    return SPACES.indexOf(c) >= 0;
  }
}
