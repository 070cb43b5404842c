package dev.japply.cli;

import dev.japply.cli.flags.Command;
import dev.japply.cli.flags.FlagSections;
import dev.japply.cli.flags.Flags;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.IHelpSectionRenderer;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/// The commands as picocli knows them. It could read them from annotations, but by reflection,
/// which takes longer than most commands.
public final class Commands {
  private static final int USAGE_WIDTH = 100;

  private Commands() {}

  /// The command above all others, called by that name.
  public static CommandLine root(Command root, String name) {
    return line(root).setCommandName(name);
  }

  /// Whether there are commands below that one.
  static boolean isGroup(CommandLine line) {
    return !line.<Command>getCommand().commands().isEmpty();
  }

  /// The names of the commands below that one.
  static List<String> names(CommandLine line) {
    return line.<Command>getCommand().commands().stream().map(Command::name).toList();
  }

  /// The command of that name below `line`; empty when there is none. picocli only gets those that
  /// are asked for.
  static Optional<CommandLine> below(CommandLine line, String name) {
    if (!line.getSubcommands().containsKey(name)) {
      for (Command command : line.<Command>getCommand().commands()) {
        if (command.name().equals(name)) {
          line.addSubcommand(name, line(command));
        }
      }
    }
    return Optional.ofNullable(line.getSubcommands().get(name));
  }

  /// The command of those words below `root`; empty when there is none.
  static Optional<CommandLine> find(CommandLine root, String path) {
    Optional<CommandLine> found = Optional.of(root);
    for (String word : words(path)) {
      found = found.flatMap(command -> below(command, word));
    }
    return words(path).isEmpty() ? Optional.empty() : found;
  }

  /// The words of a command's name.
  static List<String> words(String path) {
    return Arrays.stream(path.strip().split("\\s+")).filter(word -> !word.isEmpty()).toList();
  }

  /// Whether both are the same command: some have two places.
  static boolean isSame(CommandLine one, CommandLine other) {
    return one.getCommandName().equals(other.getCommandName())
        && one.getCommand().getClass().equals(other.getCommand().getClass());
  }

  /// The same command with its flags, which only commands have that someone asked for.
  static CommandLine withFlags(CommandLine line) {
    CommandSpec spec = line.getCommandSpec();
    if (spec.options().isEmpty()) {
      Flags flags = Flags.of(spec);
      line.<Command>getCommand().declare(flags);
      Map<String, IHelpSectionRenderer> sections = spec.usageMessage().sectionMap();
      sections.put(UsageMessageSpec.SECTION_KEY_OPTION_LIST, flags.sections());
      sections.put(UsageMessageSpec.SECTION_KEY_FOOTER, Commands::footer);
    }
    return line;
  }

  /// The flags of a command that [#withFlags] has given it, below their headings.
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

  /// The same command with its flags, the commands below it, at any depth, and all that is said of
  /// them in help.
  static CommandLine whole(CommandLine line) {
    UsageMessageSpec usage = line.getCommandSpec().usageMessage();
    if (usage.footer().length > 0) {
      usage.footerHeading("%nExamples:%n");
    }
    usage.commandListHeading("%nCommands:%n");
    for (Command command : line.<Command>getCommand().commands()) {
      below(line, command.name()).ifPresent(Commands::whole);
    }
    return withFlags(line);
  }

  /// What is set holds for one command only.
  private static CommandLine line(Command command) {
    CommandSpec spec = CommandSpec.wrapWithoutInspection(command).name(command.name());
    command.describe(spec.usageMessage().sortOptions(false).abbreviateSynopsis(true));
    return new CommandLine(spec)
        .setUsageHelpWidth(USAGE_WIDTH)
        .setExpandAtFiles(false)
        .setOverwrittenOptionsAllowed(true);
  }
}
