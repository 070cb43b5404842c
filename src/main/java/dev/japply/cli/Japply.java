package dev.japply.cli;

import dev.japply.execute.Stop;
import dev.japply.problem.ExitCode;
import dev.japply.problem.JapplyException;
import dev.japply.report.ProblemReporter;
import dev.japply.report.ProblemReporter.Requests;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/// The whole tool, callable in process: arguments in, exit status out.
///
/// @param world what the commands touch
/// @param stop asked for by Ctrl-C
public record Japply(World world, Stop stop) {
  private static final int USAGE_WIDTH = 100;

  /// Runs the command that `args` names.
  public int run(List<String> args) {
    try {
      return dispatch(args);
    } catch (UsageException e) {
      world.console().complain(e.getMessage());
      return ExitCode.FAILED.status();
    } catch (JapplyException e) {
      ProblemReporter reporter = world.console().problems(Requests.HIDDEN);
      e.problems().forEach(reporter::print);
      return ExitCode.FAILED.status();
    } finally {
      world.console().flush();
    }
  }

  private int dispatch(List<String> args) {
    var commands = new CommandLine(new RootCommand());
    commands.setUsageHelpWidth(USAGE_WIDTH).setExpandAtFiles(false);
    GoFlags.Parsed parsed = GoFlags.parse(commands, args);
    CommandLine chosen = parsed.command();
    parse(commands, parsed);
    Command command = chosen.getCommand();
    if (chosen.isUsageHelpRequested() || command instanceof RootCommand) {
      chosen.usage(world.console().out());
      return ExitCode.OK.status();
    }
    return command.run(world, stop, parsed.positionals());
  }

  /// [GoFlags] has found all that picocli could mind, but values that are no numbers.
  private static void parse(CommandLine commands, GoFlags.Parsed parsed) {
    try {
      commands.parseArgs(parsed.canonical().toArray(String[]::new));
    } catch (ParameterException e) {
      String message = String.valueOf(e.getMessage());
      throw UsageException.of(parsed.command().getCommandSpec().qualifiedName(), message);
    }
  }
}
