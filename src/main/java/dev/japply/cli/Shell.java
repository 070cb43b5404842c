package dev.japply.cli;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// A shell that can complete japply's commands and flags.
public enum Shell {
  BASH,
  ZSH,
  FISH,
  POWERSHELL;

  /// The shell of that name; empty when there is none such.
  static Optional<Shell> named(String name) {
    return Arrays.stream(values()).filter(shell -> shell.command().equals(name)).findFirst();
  }

  /// The names of all shells.
  public static List<String> names() {
    return Arrays.stream(values()).map(Shell::command).toList();
  }

  private String command() {
    return name().toLowerCase(Locale.ROOT);
  }

  public String completion(CommandHelp japply) {
    return switch (this) {
      case BASH -> BashCompletion.of(japply);
      case ZSH -> ZshCompletion.of(japply);
      case FISH -> FishCompletion.of(japply);
      case POWERSHELL -> PowerShellCompletion.of(japply);
    };
  }
}
