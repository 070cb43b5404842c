package dev.japply.cli.flags;

import java.util.List;

/// Arguments that cannot be used; nothing has been done. The message is kubectl's.
public class UsageException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String text;
  private final String advice;
  private final boolean located;

  public UsageException(String message) {
    this(message, "", false);
  }

  private UsageException(String message, String advice, boolean located) {
    super(message);
    this.text = message;
    this.advice = advice;
    this.located = located;
  }

  /// A message, and where to read about `command`'s flags.
  public static UsageException of(String command, String message) {
    return new UsageException(message, "See '" + command + " --help' for usage.", false);
  }

  /// Arguments where `command` takes none.
  public static UsageException extra(String command, List<String> arguments) {
    return new UsageException(
        "Unexpected args: [%s]".formatted(String.join(" ", arguments)),
        "See '%s -h' for help and examples".formatted(command),
        false);
  }

  /// The same, with the place in a file where they come from.
  public UsageException at(String place) {
    return new UsageException(place + ": " + text, advice, true);
  }

  /// Whether the message begins with a place in a file.
  public boolean isLocated() {
    return located;
  }

  @Override
  public String getMessage() {
    return text;
  }

  /// What is printed, line by line.
  public List<String> lines() {
    return advice.isEmpty() ? List.of("error: " + text) : List.of("error: " + text, advice);
  }
}
