package dev.japply.cli;

import dev.japply.execute.Stop;
import dev.japply.problem.ExitCode;
import dev.japply.problem.JapplyException;
import dev.japply.report.ProblemReporter;
import dev.japply.report.ProblemReporter.Requests;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/// The whole tool, callable in process: arguments in, exit status out.
///
/// @param world what the commands touch
/// @param stop asked for by Ctrl-C
public record Japply(World world, Stop stop) {
  /// What is said when a run is ended before anything was sent that changes something.
  public static final String INTERRUPTED = "interrupted: nothing was changed\n";

  private static final int USAGE_WIDTH = 100;

  /// Runs the command that `args` names.
  public int run(List<String> args) {
    var commands = new CommandLine(new RootCommand());
    commands.setUsageHelpWidth(USAGE_WIDTH).setExpandAtFiles(false);
    commands.setOverwrittenOptionsAllowed(true);
    ownFlagsFirst(commands.getCommandSpec());
    ExitCode failure = ExitCode.FAILED;
    try {
      GoFlags.Choice choice =
          GoFlags.choose(commands, Preferences.apply(commands, args, world.console()));
      Command command = choice.command().getCommand();
      failure = command.failure();
      return run(commands, choice, command);
    } catch (UsageException e) {
      world.console().complain(e.getMessage());
    } catch (JapplyException e) {
      if (stop.requested()) {
        world.console().err().print(INTERRUPTED);
        return ExitCode.INTERRUPTED.status();
      }
      ProblemReporter reporter = world.console().problems(Requests.HIDDEN);
      e.problems().forEach(reporter::print);
    } finally {
      world.console().flush();
    }
    return failure.status();
  }

  /// In help texts: a command's own flags before those that all have, and no list of them on top.
  private static void ownFlagsFirst(CommandSpec spec) {
    spec.usageMessage().sortOptions(false).abbreviateSynopsis(true);
    spec.subcommands().values().forEach(command -> ownFlagsFirst(command.getCommandSpec()));
  }

  private int run(CommandLine commands, GoFlags.Choice choice, Command command) {
    GoFlags.Parsed parsed = choice.read();
    parse(commands, choice.command(), parsed.canonical());
    if (choice.command().isUsageHelpRequested() || command instanceof RootCommand) {
      choice.command().usage(world.console().out());
      return ExitCode.OK.status();
    }
    return command.run(world, stop, parsed.positionals());
  }

  /// [GoFlags] has found all that picocli could mind, but values that are no numbers.
  private static void parse(CommandLine commands, CommandLine chosen, List<String> canonical) {
    try {
      commands.parseArgs(canonical.toArray(String[]::new));
    } catch (ParameterException e) {
      String message = String.valueOf(e.getMessage());
      throw UsageException.of(chosen.getCommandSpec().qualifiedName(), message);
    }
  }
}
