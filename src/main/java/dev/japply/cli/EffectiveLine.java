package dev.japply.cli;

import dev.japply.cli.flags.ParsedLine;
import dev.japply.cli.flags.UsageException;
import dev.japply.input.Project;
import dev.japply.input.Project.FlagDefault;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;

/// A command line with all defaults, and where those come from that nobody has typed.
///
/// @param project the project whose defaults they are; null when there is none
/// @param defaults those that are in force
public record EffectiveLine(
    GoFlags.Choice choice, @Nullable Project project, List<FlagDefault> defaults) {
  public EffectiveLine {
    defaults = List.copyOf(defaults);
  }

  /// The command.
  CommandLine command() {
    return choice.command();
  }

  /// Its flags and arguments.
  public ParsedLine read() {
    return choice.read();
  }

  /// The same error, with the place of a default that it is about.
  UsageException locate(UsageException e) {
    return defaults.stream()
        .filter(flag -> isAbout(e.getMessage(), flag.flag()))
        .findFirst()
        .map(flag -> e.at(flag.place().toString()))
        .orElse(e);
  }

  /// Messages have names of flags with dashes, or, as kubectl's, in words of their own.
  private static boolean isAbout(String message, String flag) {
    String dashes = flag.contains("-") || flag.equals("output") ? "(?:--)?" : "--";
    return Pattern.compile("(?<![\\w-])" + dashes + flag + "(?![\\w-])").matcher(message).find();
  }
}
