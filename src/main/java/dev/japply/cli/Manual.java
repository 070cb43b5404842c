package dev.japply.cli;

import dev.japply.cli.flags.Command;
import dev.japply.problem.WarningId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/// The help of all commands, for manual pages and the completion of shells.
public final class Manual {
  private Manual() {}

  /// The command above all others, with all that it can do.
  public static CommandHelp read() {
    return command(List.of(), Commands.tree());
  }

  private static CommandHelp command(List<String> above, CommandLine line) {
    UsageMessageSpec usage = line.getCommandSpec().usageMessage();
    var path = new ArrayList<>(above);
    path.add(line.getCommandName());
    return new CommandHelp(
        path,
        String.join(" ", usage.header()),
        synopsis(usage),
        String.join(" ", usage.description()),
        lines(usage.footer()),
        flags(line),
        line.<Command>getCommand().arguments(),
        commands(path, line.getSubcommands()));
  }

  private static List<FlagHelp> flags(CommandLine line) {
    return Commands.sections(line).all().entrySet().stream()
        .flatMap(each -> each.getValue().stream().map(option -> flag(each.getKey(), option)))
        .toList();
  }

  private static List<CommandHelp> commands(List<String> path, Map<String, CommandLine> below) {
    return below.values().stream().map(line -> command(path, line)).toList();
  }

  private static String synopsis(UsageMessageSpec usage) {
    String custom = String.join(" ", usage.customSynopsis());
    return custom.replaceFirst("^(\\$\\{COMMAND-FULL-NAME\\}|japply( [a-z-]+)*) ?", "");
  }

  private static List<String> lines(String[] lines) {
    return Arrays.stream(lines)
        .map(line -> line.replace("${ROOT-COMMAND-NAME}", "japply").stripTrailing())
        .toList();
  }

  private static List<String> candidates(OptionSpec option) {
    if (option.longestName().equals("--no-warn")) {
      return WarningId.ids();
    }
    var candidates = new ArrayList<String>();
    if (option.completionCandidates() != null) {
      option.completionCandidates().forEach(candidates::add);
    }
    return candidates;
  }

  private static FlagHelp flag(String section, OptionSpec option) {
    return new FlagHelp(
        section,
        List.of(option.names()),
        option.paramLabel(),
        Arrays.stream(option.description()).collect(Collectors.joining(" ")),
        !Objects.requireNonNullElse(option.fallbackValue(), "").isEmpty(),
        candidates(option));
  }
}
