package dev.japply.cli;

import dev.japply.cli.flags.Command;
import dev.japply.cli.flags.Command.CommandGroup;
import dev.japply.cli.flags.FlagSet;
import dev.japply.cli.flags.FlagSet.FlagSections;
import dev.japply.report.WrappedText;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/// The help text of a command.
///
/// @param names the names of the parent commands and its own
/// @param complete whether the text has all flags of the command, and not only the usual ones
record HelpText(String program, List<String> names, boolean complete) {
  HelpText {
    names = List.copyOf(names);
  }

  @Override
  public String toString() {
    Command command = Commands.described(names);
    UsageMessageSpec usage = usage(command);
    FlagSections flags = command.flags().sections();
    return paragraph(named(String.join(" ", usage.header())))
        + "\n"
        + String.join("\n  ", WrappedText.of("Usage: " + synopsis(usage), WrappedText.HELP_WIDTH))
        + "\n"
        + (usage.description().length == 0
            ? ""
            : "\n" + paragraph(named(String.join(" ", usage.description()))))
        + examples(usage)
        + (complete ? flags.complete() : flags.usual(connects(command)))
        + commands()
        + more(flags.rare());
  }

  private static UsageMessageSpec usage(Command command) {
    UsageMessageSpec usage = CommandSpec.create().interpolateVariables(false).usageMessage();
    command.describe(usage);
    return usage;
  }

  private boolean connects(Command command) {
    return command.needsCluster() && !names.isEmpty();
  }

  private String synopsis(UsageMessageSpec usage) {
    String custom = named(String.join(" ", usage.customSynopsis()));
    if (!custom.isEmpty()) {
      return custom;
    }
    return path() + (Commands.group(names).names().isEmpty() ? " [flags]" : " COMMAND [flags]");
  }

  private String path() {
    return String.join(" ", words());
  }

  private List<String> words() {
    var words = new ArrayList<>(List.of(program));
    words.addAll(names);
    return words;
  }

  private String named(String text) {
    return text.replace("${ROOT-COMMAND-NAME}", program).replace("${COMMAND-FULL-NAME}", path());
  }

  private static String paragraph(String text) {
    return String.join("\n", WrappedText.of(text, WrappedText.HELP_WIDTH)) + "\n";
  }

  private String examples(UsageMessageSpec usage) {
    String lines = String.join("\n", usage.footer());
    return lines.isEmpty() ? "" : "\nExamples:\n" + named(lines) + "\n";
  }

  private String commands() {
    CommandGroup group = Commands.group(names);
    int width =
        group.groups().values().stream()
            .flatMap(List::stream)
            .mapToInt(name -> listed(group, name).length())
            .max()
            .orElse(0);
    var text = new StringBuilder();
    for (Map.Entry<String, List<String>> each : group.groups().entrySet()) {
      if (!each.getValue().isEmpty()) {
        text.append('\n').append(each.getKey()).append(":\n");
      }
      for (String name : each.getValue()) {
        UsageMessageSpec usage = usage(group.command(name, FlagSet.described()));
        String listed = listed(group, name);
        text.append("  ")
            .append(listed)
            .append(" ".repeat(width - listed.length() + 2))
            .append(named(String.join(" ", usage.header())))
            .append('\n');
      }
    }
    return text.toString();
  }

  private static String listed(CommandGroup group, String name) {
    String alias = group.alias(name);
    return alias.isEmpty() ? name : name + ", " + alias;
  }

  private String more(int rare) {
    var text = new StringBuilder("\n");
    if (!complete && rare > 0) {
      String flags = rare == 1 ? "flag" : "flags";
      text.append("Use \"%s --help=all\" for %d more %s.\n".formatted(path(), rare, flags));
    }
    if (names.isEmpty()) {
      text.append(
          "Use \"%s COMMAND --help\" for more information about a given command.\n"
              .formatted(program));
    }
    return text + "Use \"%s options\" for the flags of all commands.\n".formatted(program);
  }
}
