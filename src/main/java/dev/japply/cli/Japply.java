package dev.japply.cli;

import dev.japply.execute.Stop;
import dev.japply.problem.ExitCode;
import dev.japply.problem.JapplyException;
import dev.japply.report.ProblemReporter;
import dev.japply.report.ProblemReporter.Requests;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.ParameterException;

/// The whole tool, callable in process: arguments in, exit status out.
///
/// @param world what the commands touch
/// @param stop asked for by Ctrl-C
/// @param program the file name of the program, by which it was called
public record Japply(World world, Stop stop, String program) {
  /// What is said when a run is ended before anything was sent that changes something.
  public static final String INTERRUPTED = "interrupted: nothing was changed";

  /// How the names of programs begin that are commands of kubectl.
  private static final String PLUGIN = "kubectl-";

  /// The tool by its own name.
  public Japply(World world, Stop stop) {
    this(world, stop, "japply");
  }

  /// What the user types: `japply`, or `kubectl japply`.
  private String name() {
    return program.startsWith(PLUGIN) ? "kubectl " + program.substring(PLUGIN.length()) : program;
  }

  /// Runs the command that `args` names.
  public int run(List<String> args) {
    CommandLine commands = Commands.root(name());
    ExitCode failure = ExitCode.FAILED;
    try {
      GoFlags.Choice choice =
          GoFlags.choose(commands, Preferences.apply(commands, args, world.console()));
      Command command = choice.command().getCommand();
      failure = command.failure();
      return printed(status(command.global(), run(commands, choice, command)), failure);
    } catch (UsageException e) {
      e.lines().forEach(world.console().err()::line);
    } catch (JapplyException e) {
      if (stop.requested()) {
        stop.sayOnce(this::interrupted);
        return ExitCode.INTERRUPTED.status();
      }
      ProblemReporter reporter = world.console().problems(Requests.HIDDEN);
      e.problems().forEach(reporter::print);
    } catch (OutOfMemoryError e) {
      world.console().complain("out of memory; JAVA_TOOL_OPTIONS=-Xmx4g allows 4 GiB");
    } finally {
      world.console().flush();
    }
    return failure.status();
  }

  /// The status, or that of a failure when not all could be printed.
  private int printed(int status, ExitCode failure) {
    world.console().flush();
    StandardOutput output = world.console().output();
    if (output.isWhole() || status == ExitCode.INTERRUPTED.status()) {
      return status;
    }
    if (!output.complaint().isEmpty()) {
      world.console().complain(output.complaint());
    }
    return failure.status();
  }

  private void interrupted() {
    world.console().err().line(INTERRUPTED);
  }

  private int run(CommandLine commands, GoFlags.Choice choice, Command command) {
    GoFlags.Parsed parsed = choice.read();
    parse(commands, choice.command(), parsed.canonical());
    if (command.global().help || command instanceof RootCommand) {
      Commands.whole(choice.command()).usage(world.console().data(), Ansi.OFF);
      return ExitCode.OK.status();
    }
    command.global().called(program, choice.command().getCommandSpec().qualifiedName(), parsed);
    command.global().client.check();
    if (command.global().client.versionOnly()) {
      return VersionCommand.print(world.console());
    }
    if (command.asksCluster()) {
      world.connector().prepare(command.global()::connection, world.console());
    }
    try {
      return command.run(world, stop, parsed.positionals());
    } finally {
      world.connector().close();
    }
  }

  /// The status, or that of a failure when the server's warnings count as one.
  private int status(GlobalFlags global, int status) {
    int warnings = world.console().received().get();
    boolean done = status == ExitCode.OK.status() || status == ExitCode.CHANGED.status();
    if (!global.client.warningsAsErrors || warnings == 0 || !done) {
      return status;
    }
    world.console().complain(warnings + (warnings == 1 ? " warning" : " warnings") + " received");
    return ExitCode.FAILED.status();
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
