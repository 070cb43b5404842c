package dev.japply.cli.flags;

import java.util.Map;

/// The setting for colors in output for people.
public final class Colours {
  /// The values of the setting.
  public enum When {
    /// Colors on a terminal, unless the environment disables them.
    AUTO,
    ALWAYS,
    NEVER
  }

  private volatile When when = When.AUTO;

  /// Applies the value from the command line.
  public void choose(When choice) {
    when = choice;
  }

  /// Whether a stream has colors. By default, a terminal has colors unless it does not support them
  /// or the environment disables them. Other streams have colors only if the user forces them.
  ///
  /// @param terminal whether the stream is a terminal
  boolean on(boolean terminal, Map<String, String> environment) {
    return switch (when) {
      case ALWAYS -> true;
      case NEVER -> false;
      case AUTO -> wanted(terminal, environment);
    };
  }

  private static boolean wanted(boolean terminal, Map<String, String> environment) {
    if (!environment.getOrDefault("NO_COLOR", "").isEmpty()) {
      return false;
    }
    return forced(environment, "FORCE_COLOR")
        || forced(environment, "CLICOLOR_FORCE")
        || (terminal && !environment.getOrDefault("TERM", "").equals("dumb"));
  }

  private static boolean forced(Map<String, String> environment, String variable) {
    String value = environment.getOrDefault(variable, "");
    return !value.isEmpty() && !value.equals("0");
  }
}
