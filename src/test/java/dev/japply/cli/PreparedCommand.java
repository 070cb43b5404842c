package dev.japply.cli;

import dev.japply.cli.flags.Command;
import dev.japply.cli.flags.CommandContext;
import dev.japply.cli.flags.Console;
import dev.japply.cli.flags.UsageException;
import dev.japply.io.CancellationSource;
import dev.japply.problem.JapplyException;
import dev.japply.report.ProblemReporter.Requests;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.util.List;
import java.util.Map;

/// A command whose flags were read once, to be carried out many times: to read them takes longer
/// than most of what commands do.
public final class PreparedCommand {
  private final Command command;
  private final List<String> arguments;

  private PreparedCommand(Command command, List<String> arguments) {
    this.command = command;
    this.arguments = arguments;
  }

  /// What [dev.japply.cli.Japply] makes of a command line without preferences and project.
  public static PreparedCommand of(String... args) {
    var none = new ByteArrayOutputStream();
    Console console =
        Console.of(Map.of("HOME", "/nonexistent"), InputStream.nullInputStream(), none, none);
    CommandChoice choice = CommandChoice.of("japply", List.of(args), console);
    var defaults = new Defaults(choice, console);
    choice.flags().parse(choice.arguments(), defaults);
    Command command = choice.command();
    command.global().setCommand("japply", choice.names());
    command.global().setProject(defaults.project());
    return new PreparedCommand(command, choice.flags().arguments());
  }

  /// Carries it out, and tells what is wrong as [dev.japply.cli.Japply] does.
  public int run(CommandContext context) {
    int status = command.failure().status();
    try {
      status = command.run(context, new CancellationSource(), arguments);
    } catch (UsageException e) {
      e.lines().forEach(context.console().err()::printLine);
    } catch (JapplyException e) {
      e.problems().forEach(context.console().problems(Requests.HIDDEN)::print);
    } finally {
      context.console().conclude();
      context.console().flush();
    }
    return status;
  }
}
