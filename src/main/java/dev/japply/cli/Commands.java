package dev.japply.cli;

import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/// The commands as picocli knows them. It could read them from annotations, but by reflection,
/// which takes longer than most commands.
final class Commands {
  private static final int USAGE_WIDTH = 100;

  private Commands() {}

  /// The first command, of that name, with its flags; below it are all others.
  static CommandLine root(String name) {
    var root = new CommandLine(spec(new RootCommand()));
    root.setCommandName(name).setUsageHelpWidth(USAGE_WIDTH).setExpandAtFiles(false);
    root.setOverwrittenOptionsAllowed(true);
    return withFlags(root);
  }

  /// The same command with its flags, which only commands have that someone asked for.
  static CommandLine withFlags(CommandLine line) {
    CommandSpec spec = line.getCommandSpec();
    if (spec.options().isEmpty()) {
      line.<Command>getCommand().declare(new Flags(spec));
    }
    return line;
  }

  private static CommandSpec spec(Command command) {
    CommandSpec spec = CommandSpec.wrapWithoutInspection(command).name(command.name());
    UsageMessageSpec usage = spec.usageMessage();
    command.describe(usage.sortOptions(false).abbreviateSynopsis(true));
    if (usage.footer().length > 0) {
      usage.footerHeading("%nExamples:%n");
    }
    command.commands().forEach(below -> spec.addSubcommand(below.name(), spec(below)));
    return spec;
  }
}
