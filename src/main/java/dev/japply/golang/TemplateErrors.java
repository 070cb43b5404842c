package dev.japply.golang;

/// Creates the errors of a malformed template, with its line and the line of the enclosing action.
final class TemplateErrors {
  private static final String AT = "template: " + TemplateException.NAME + ":";

  private final Tokens tokens;
  private int action;

  TemplateErrors(Tokens tokens) {
    this.tokens = tokens;
  }

  /// An action begins in `line`.
  void enter(int line) {
    action = line;
  }

  /// The action is over.
  void leave() {
    action = 0;
  }

  TemplateException at(String message) {
    return new TemplateException(AT + tokens.line() + ": " + message);
  }

  TemplateException unexpected(Token token, String context) {
    if (token.type() != Token.Type.ERROR) {
      return at("unexpected " + token.shown() + " in " + context);
    }
    String message = token.shown();
    if (action == 0 || action == token.line()) {
      return at(message);
    }
    String action = message.endsWith(" action") ? "" : " in action";
    return at(message + action + " started at " + TemplateException.NAME + ":" + this.action);
  }

  /// Reads the end of an action.
  Token expectEnd(String context) {
    Token token = tokens.nextNonSpace();
    if (token.type() != Token.Type.RIGHT_DELIMITER) {
      throw unexpected(token, context);
    }
    return token;
  }
}
