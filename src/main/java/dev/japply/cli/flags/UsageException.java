package dev.japply.cli.flags;

import java.util.List;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

/// Invalid arguments; nothing has been done. The message is kubectl's.
public class UsageException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /// Arguments that look like files of manifests.
  private static final Pattern FILE = Pattern.compile("-|.*[/\\\\].*|.*\\.(ya?ml|json)");

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

  /// Creates an exception with a hint to the help of `command`.
  public static UsageException of(String command, String message) {
    return new UsageException(message, "See '" + command + " --help' for usage.", false);
  }

  /// Returns this exception with a hint to the help of `command`, if arguments are missing and
  /// there is no other advice.
  public UsageException forCommand(String command) {
    boolean missing = text.startsWith("must ") || text.startsWith("You must provide");
    return missing && advice.isEmpty() && !located ? of(command, text) : this;
  }

  /// Creates an exception with kubectl's hint for errors that commands find themselves.
  static UsageException withExamples(String command, String message) {
    return new UsageException(
        message, "See '%s -h' for help and examples".formatted(command), false);
  }

  /// Creates an exception for arguments of a command that accepts none.
  public static UsageException extra(String command, List<String> arguments) {
    String first = arguments.getFirst();
    String meant = FILE.matcher(first).matches() ? "; did you mean -f " + first + "?" : "";
    return withExamples(
        command, "Unexpected args: [%s]%s".formatted(String.join(" ", arguments), meant));
  }

  /// Returns this exception with the position of the arguments in a file.
  public UsageException at(String place) {
    return new UsageException(place + ": " + text, advice, true);
  }

  public UsageException reworded(UnaryOperator<String> words) {
    return new UsageException(words.apply(text), advice, located);
  }

  /// Whether the message starts with a position in a file.
  public boolean isLocated() {
    return located;
  }

  @Override
  public String getMessage() {
    return text;
  }

  public List<String> lines() {
    return advice.isEmpty() ? List.of("error: " + text) : List.of("error: " + text, advice);
  }
}
