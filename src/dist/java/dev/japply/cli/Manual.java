package dev.japply.cli;

import dev.japply.cli.command.Commands;
import dev.japply.cli.command.RootCommand;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/// What there is to know of japply's commands, for manual pages and the completion of shells.
public final class Manual {
  private Manual() {}

  /// A command.
  ///
  /// @param path its name after those of the commands above it
  /// @param header what it does, in a sentence
  /// @param synopsis what is typed after its name; empty when its flags say it all
  /// @param description more sentences on what it does
  /// @param footer lines of examples; empty when there are none
  /// @param flags its own before those of all commands
  /// @param commands those below it
  public record Command(
      List<String> path,
      String header,
      String synopsis,
      String description,
      List<String> footer,
      List<Flag> flags,
      List<Command> commands) {
    public Command {
      path = List.copyOf(path);
      footer = List.copyOf(footer);
      flags = List.copyOf(flags);
      commands = List.copyOf(commands);
    }

    /// Its own name.
    public String name() {
      return path.getLast();
    }
  }

  /// A flag.
  ///
  /// @param names `-n` before `--namespace`
  /// @param label what stands for its value; `|` stands between the values when those are all
  /// @param description what it does, in a sentence or two
  /// @param bare whether it may stand without a value
  public record Flag(List<String> names, String label, String description, boolean bare) {
    public Flag {
      names = List.copyOf(names);
    }

    /// The values that it takes; empty when there are too many to tell.
    public List<String> values() {
      return switch (label) {
        case "BOOL" -> List.of("true", "false");
        case String choice when choice.contains("|") -> List.of(choice.split("\\|", -1));
        default -> List.of();
      };
    }

    /// Whether its values are files or directories.
    public boolean takesFiles() {
      return label.startsWith("FILE") || label.startsWith("DIR");
    }
  }

  /// `japply`, with all that it can do.
  public static Command read() {
    return command(List.of(), Commands.whole(Commands.root(new RootCommand(), "japply")));
  }

  private static Command command(List<String> above, CommandLine line) {
    CommandSpec spec = line.getCommandSpec();
    UsageMessageSpec usage = spec.usageMessage();
    var path = new ArrayList<>(above);
    path.add(spec.name());
    return new Command(
        path,
        String.join(" ", usage.header()),
        synopsis(usage),
        String.join(" ", usage.description()),
        lines(usage.footer()),
        spec.options().stream().filter(option -> !option.hidden()).map(Manual::flag).toList(),
        commands(path, line.getSubcommands()));
  }

  private static List<Command> commands(List<String> path, Map<String, CommandLine> below) {
    return below.values().stream().map(line -> command(path, line)).toList();
  }

  private static String synopsis(UsageMessageSpec usage) {
    String custom = String.join(" ", usage.customSynopsis());
    return custom.replaceFirst("^(\\$\\{COMMAND-FULL-NAME\\}|japply( [a-z-]+)?) ?", "");
  }

  private static List<String> lines(String[] lines) {
    return Arrays.stream(lines)
        .map(line -> line.replace("${ROOT-COMMAND-NAME}", "japply").stripTrailing())
        .toList();
  }

  private static Flag flag(OptionSpec option) {
    return new Flag(
        List.of(option.names()),
        option.paramLabel(),
        Arrays.stream(option.description()).collect(Collectors.joining(" ")),
        !Objects.requireNonNullElse(option.fallbackValue(), "").isEmpty());
  }
}
