package dev.japply.cli;

import dev.japply.cli.flags.Command;
import dev.japply.cli.flags.CommandGroup;
import dev.japply.cli.flags.FlagSections;
import dev.japply.cli.flags.FlagSet;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.IHelpSectionRenderer;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/// The tree of commands, and its help. picocli could read both from annotations, but by reflection,
/// which takes longer than most commands.
///
/// The names of a command are the names of its parent commands and its own, without the program.
final class Commands {
  /// The commands of the program.
  static final CommandGroup ALL = new RootGroup();

  private static final int USAGE_WIDTH = 100;

  private Commands() {}

  /// The names in a text such as `apply view-last-applied`.
  static List<String> names(String path) {
    return Arrays.stream(path.strip().split("\\s+")).filter(word -> !word.isEmpty()).toList();
  }

  /// Whether there is a command of these names.
  static boolean exists(List<String> names) {
    CommandGroup group = ALL;
    for (String name : names) {
      if (!group.names().contains(name)) {
        return false;
      }
      group = group.below(name);
    }
    return !names.isEmpty();
  }

  /// Whether both are the same command: some are below `apply`, too.
  static boolean isSame(List<String> one, List<String> other) {
    return withoutApply(one).equals(withoutApply(other));
  }

  private static List<String> withoutApply(List<String> names) {
    return names.size() > 1 && names.getFirst().equals("apply")
        ? names.subList(1, names.size())
        : names;
  }

  /// The command of these names, whose arguments are to be parsed.
  ///
  /// @param program the name of the program
  static Command parsing(String program, List<String> names) {
    String path = names.isEmpty() ? program : program + " " + String.join(" ", names);
    return command(names, FlagSet.parsing(path));
  }

  private static Command command(List<String> names, FlagSet set) {
    if (names.isEmpty()) {
      return new RootCommand(set);
    }
    return group(names.subList(0, names.size() - 1)).command(names.getLast(), set);
  }

  private static CommandGroup group(List<String> names) {
    CommandGroup group = ALL;
    for (String name : names) {
      group = group.below(name);
    }
    return group;
  }

  /// Returns the help of the command with these names, including its subcommands.
  ///
  /// @param program the name of the program
  static CommandLine help(String program, List<String> names) {
    CommandLine root = line(List.of()).setCommandName(program);
    CommandLine line = root;
    for (int i = 1; i <= names.size(); i++) {
      CommandLine below = line(names.subList(0, i));
      line.addSubcommand(names.get(i - 1), below);
      line = below;
    }
    addBelow(line, group(names));
    return line;
  }

  private static void addBelow(CommandLine line, CommandGroup group) {
    for (String name : group.names()) {
      CommandLine below = line(group.command(name, FlagSet.described()));
      addBelow(below, group.below(name));
      line.addSubcommand(name, below);
    }
  }

  private static CommandLine line(List<String> names) {
    return line(command(names, FlagSet.described()));
  }

  private static CommandLine line(Command command) {
    CommandSpec spec = CommandSpec.wrapWithoutInspection(command).name(command.name());
    UsageMessageSpec usage = spec.usageMessage().sortOptions(false).abbreviateSynopsis(true);
    command.describe(usage);
    if (usage.footer().length > 0) {
      usage.footerHeading("%nExamples:%n");
    }
    usage.commandListHeading("%nCommands:%n");
    command.flags().options().forEach(spec::addOption);
    Map<String, IHelpSectionRenderer> sections = usage.sectionMap();
    sections.put(UsageMessageSpec.SECTION_KEY_OPTION_LIST, command.flags().sections());
    sections.put(UsageMessageSpec.SECTION_KEY_FOOTER, Commands::footer);
    return new CommandLine(spec).setUsageHelpWidth(USAGE_WIDTH);
  }

  /// The flags of a command with help, below their headings.
  static FlagSections sections(CommandLine line) {
    Map<String, IHelpSectionRenderer> sections = line.getCommandSpec().usageMessage().sectionMap();
    return (FlagSections)
        Objects.requireNonNull(sections.get(UsageMessageSpec.SECTION_KEY_OPTION_LIST));
  }

  /// The examples, and where the flags are that all commands take.
  private static String footer(Help help) {
    String program = help.commandSpec().root().name();
    String more =
        help.commandSpec().parent() == null
            ? "%nUse \"%s COMMAND --help\" for more information about a given command."
            : "";
    return help.footer()
        + more.formatted(program)
        + ("%nUse \"%s options\" for a list of global command-line options"
                + " (applies to all commands).%n")
            .formatted(program);
  }
}
