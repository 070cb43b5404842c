package dev.japply.cli.flags;

import java.util.Map;

/// Whether what people read is coloured.
public final class Colours {
  /// When it is.
  public enum When {
    /// On a terminal, unless the environment says otherwise.
    AUTO,
    ALWAYS,
    NEVER
  }

  private volatile When when = When.AUTO;

  /// Does as the user says on the command line.
  public void choose(When choice) {
    when = choice;
  }

  /// Whether a stream takes colour. A terminal does unless it cannot or the user does not want it;
  /// what is no terminal does when the user insists.
  ///
  /// @param terminal whether it is a terminal
  /// @param environment the variables
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
