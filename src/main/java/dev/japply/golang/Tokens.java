package dev.japply.golang;

import java.util.Arrays;

/// The tokens of a template. Up to three tokens can be put back.
final class Tokens {
  private final Lexer lexer;
  private final Token[] held = new Token[3];
  private int back;

  Tokens(Lexer lexer) {
    this.lexer = lexer;
    Arrays.fill(held, new Token(Token.Type.END_OF_FILE, 0, "", 0));
  }

  Token next() {
    if (back > 0) {
      back--;
    } else {
      held[0] = lexer.next();
    }
    return held[back];
  }

  Token peek() {
    Token token = next();
    back++;
    return token;
  }

  Token nextNonSpace() {
    Token token = next();
    while (token.type() == Token.Type.SPACE) {
      token = next();
    }
    return token;
  }

  Token peekNonSpace() {
    Token token = nextNonSpace();
    back++;
    return token;
  }

  /// Puts the last word back.
  void putBack() {
    back++;
  }

  /// Puts `before` back, in front of the word that is there.
  void putBack(Token before) {
    held[1] = before;
    back = 2;
  }

  /// Puts two words back, in front of the word that is there.
  void putBack(Token first, Token second) {
    held[1] = second;
    held[2] = first;
    back = 3;
  }

  /// Returns the line that messages show as the current position.
  int line() {
    return held[0].line();
  }
}
