package dev.japply.cli;

import dev.japply.cli.flags.Command;
import dev.japply.cli.flags.CommandGroup;
import dev.japply.cli.flags.FlagSections;
import dev.japply.cli.flags.FlagSet;
import java.util.Arrays;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/// The tree of commands, and its help. picocli could read both from annotations, but by reflection,
/// which takes longer than most commands.
///
/// The names of a command are the names of its parent commands and its own, without the program.
final class Commands {
  static final CommandGroup ALL = new RootGroup();

  private Commands() {}

  /// The names in a text such as `apply view-last-applied`.
  static List<String> names(String path) {
    return Arrays.stream(path.strip().split("\\s+")).filter(word -> !word.isEmpty()).toList();
  }

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

  /// The command of these names with the texts of its flags.
  static Command described(List<String> names) {
    return command(names, FlagSet.described());
  }

  static CommandGroup group(List<String> names) {
    CommandGroup group = ALL;
    for (String name : names) {
      group = group.below(name);
    }
    return group;
  }

  /// Returns all commands of the program with their texts.
  static CommandLine tree() {
    CommandLine root = line(described(List.of()));
    addBelow(root, ALL);
    return root;
  }

  private static void addBelow(CommandLine line, CommandGroup group) {
    for (String name : group.names()) {
      CommandLine below = line(group.command(name, FlagSet.described()));
      addBelow(below, group.below(name));
      line.addSubcommand(name, below);
    }
  }

  private static CommandLine line(Command command) {
    CommandSpec spec = CommandSpec.wrapWithoutInspection(command).name(command.name());
    command.describe(spec.usageMessage());
    command.flags().options().forEach(spec::addOption);
    return new CommandLine(spec);
  }

  /// The flags of a command with help, below their headings.
  static FlagSections sections(CommandLine line) {
    return line.<Command>getCommand().flags().sections();
  }
}
