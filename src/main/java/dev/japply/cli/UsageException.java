package dev.japply.cli;

import java.util.List;

/// Arguments that cannot be used; nothing has been done. The message is kubectl's.
class UsageException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String text;

  UsageException(String message) {
    super(message);
    this.text = message;
  }

  /// A message, and where to read about `command`'s flags.
  static UsageException of(String command, String message) {
    return new UsageException(message + "\nSee '" + command + " --help' for usage.");
  }

  /// Arguments where `command` takes none.
  static UsageException extra(String command, List<String> arguments) {
    return new UsageException(
        "Unexpected args: [%s]\nSee '%s -h' for help and examples"
            .formatted(String.join(" ", arguments), command));
  }

  @Override
  public String getMessage() {
    return text;
  }
}
