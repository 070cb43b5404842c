package dev.japply.cli.flags;

import dev.japply.golang.Durations;
import java.time.Duration;

/// Times as flags have them.
public final class GoDuration {
  private GoDuration() {}

  /// Whether Go reads it.
  static boolean parses(String value) {
    try {
      Durations.parse(value);
      return true;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  /// The time that `value` spells; `flag` is for the message.
  public static Duration read(String flag, String value) {
    try {
      return Durations.parse(value);
    } catch (IllegalArgumentException e) {
      throw new UsageException(
          "invalid argument \"%s\" for \"%s\" flag: %s".formatted(value, flag, e.getMessage()));
    }
  }
}
