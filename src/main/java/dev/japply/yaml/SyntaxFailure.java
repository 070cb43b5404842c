package dev.japply.yaml;

import dev.japply.yaml.PositionedValue.TextPosition;

/// Text that cannot be read as YAML or JSON. The message is the one that `kubectl` gives, without
/// the line: the place has it.
public final class SyntaxFailure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient TextPosition place;
  private final String hint;

  SyntaxFailure(String message, TextPosition place, String hint) {
    super(message);
    this.place = place;
    this.hint = hint;
  }

  public TextPosition place() {
    return place;
  }

  /// Returns the message with its line, for errors that name only the file.
  public String withLine() {
    String message = String.valueOf(getMessage());
    int start = message.startsWith(YamlErrors.PREFIX) ? YamlErrors.PREFIX.length() : 0;
    return message.substring(0, start) + "line " + place.line() + ": " + message.substring(start);
  }

  /// Returns the suggested fix; empty if there is none.
  public String hint() {
    return hint;
  }
}
