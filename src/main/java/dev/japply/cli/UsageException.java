package dev.japply.cli;

import java.util.List;

/// Arguments that cannot be used; nothing has been done. The message is kubectl's.
class UsageException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String text;
  private final String advice;

  UsageException(String message) {
    this(message, "");
  }

  private UsageException(String message, String advice) {
    super(message);
    this.text = message;
    this.advice = advice;
  }

  /// A message, and where to read about `command`'s flags.
  static UsageException of(String command, String message) {
    return new UsageException(message, "See '" + command + " --help' for usage.");
  }

  /// Arguments where `command` takes none.
  static UsageException extra(String command, List<String> arguments) {
    return new UsageException(
        "Unexpected args: [%s]".formatted(String.join(" ", arguments)),
        "See '%s -h' for help and examples".formatted(command));
  }

  @Override
  public String getMessage() {
    return text;
  }

  /// What is printed, line by line.
  List<String> lines() {
    return advice.isEmpty() ? List.of("error: " + text) : List.of("error: " + text, advice);
  }
}
