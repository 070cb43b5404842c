package dev.japply.cli;

import dev.japply.cli.Commands.RootCommand;
import dev.japply.cli.flags.Command;
import dev.japply.cli.flags.CommandContext;
import dev.japply.cli.flags.CommandContext.InterruptNotice;
import dev.japply.cli.flags.Console.StandardOutput;
import dev.japply.cli.flags.FlagSet;
import dev.japply.cli.flags.GlobalFlags;
import dev.japply.cli.flags.GlobalFlags.Help;
import dev.japply.cli.flags.TargetFlags;
import dev.japply.cli.flags.UsageException;
import dev.japply.io.Cancellation;
import dev.japply.problem.ExitCode;
import dev.japply.problem.JapplyException;
import dev.japply.report.ProblemReporter;
import dev.japply.report.ProblemReporter.Requests;
import java.nio.file.InvalidPathException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The whole tool, callable in process: arguments in, exit status out.
///
/// @param cancellation requested by Ctrl-C
/// @param notice the message for Ctrl-C
/// @param program the file name under which the program was called
public record Japply(
    CommandContext context, Cancellation cancellation, InterruptNotice notice, String program) {
  /// The prefix in the names of programs that are plugins of kubectl.
  private static final String PLUGIN = "kubectl-";

  /// The command for the completion of shells. No help lists it.
  static final String COMPLETE = "__complete";

  /// The tool by its own name.
  public Japply(CommandContext context, Cancellation cancellation) {
    this(context, cancellation, "japply");
  }

  /// The tool by the name `program`.
  public Japply(CommandContext context, Cancellation cancellation, String program) {
    this(context, cancellation, new InterruptNotice(), program);
  }

  /// The program as the user types it: `japply`, or `kubectl japply`.
  private String name() {
    return program.startsWith(PLUGIN) ? "kubectl " + program.substring(PLUGIN.length()) : program;
  }

  /// Runs the command that `args` names.
  ///
  /// @throws InternalFailure if a defect of japply made it fail
  public int run(List<String> args) {
    return run(args, Map.of());
  }

  /// Returns the tool in another context, such as the context of one target.
  Japply in(CommandContext other) {
    return new Japply(other, cancellation, notice, program);
  }

  /// Runs a command with values for the variables in its manifests.
  int run(List<String> args, Map<String, String> substitutes) {
    Command command = null;
    if (!args.isEmpty() && args.getFirst().equals(COMPLETE)) {
      new CompletionLookup(context, cancellation).run(name(), args.subList(1, args.size()));
      context.console().flush();
      return ExitCode.OK.status();
    }
    try {
      context.console().warnings().silenceTyped(args);
      CommandChoice choice = CommandChoice.of(name(), args, context.console());
      command = choice.command();
      command.global().setSubstitutes(substitutes);
      if (!choice.names().isEmpty() && command.needsCluster()) {
        context.connector().expect(context.console());
      }
      return printed(status(command.global(), run(choice)), failure(command));
    } catch (UsageException e) {
      e.lines().forEach(context.console()::printMessage);
    } catch (JapplyException e) {
      if (cancellation.requested()) {
        notice.print(this::printInterrupted);
        return ExitCode.INTERRUPTED.status();
      }
      ProblemReporter reporter = context.console().problems(Requests.HIDDEN);
      e.problems().forEach(reporter::print);
    } catch (InvalidPathException e) {
      context
          .console()
          .printError(
              "'%s' cannot be the name of a file here: %s; set LC_ALL=C.UTF-8, or rename it"
                  .formatted(e.getInput(), e.getReason()));
    } catch (OutOfMemoryError e) {
      context
          .console()
          .printError(
              "out of memory; JAPPLY_JAVA_OPTIONS=-Xmx4g allows 4 GiB, and java -Xmx4g for the"
                  + " jar");
    } catch (RuntimeException | StackOverflowError e) {
      throw new InternalFailure(e, failure(command));
    } finally {
      context.connector().close();
      context.console().conclude();
      context.console().flush();
    }
    return failure(command).status();
  }

  private static ExitCode failure(@Nullable Command command) {
    return command == null ? ExitCode.FAILED : command.failure();
  }

  /// Returns `status`, or the status of `failure` if the output could not be written. A reader that
  /// needs no more of it, as `head`, is no failure.
  private int printed(int status, ExitCode failure) {
    context.console().flush();
    StandardOutput output = context.console().output();
    if (output.error().isEmpty() || status == ExitCode.INTERRUPTED.status()) {
      return status;
    }
    context.console().printError(output.error());
    return failure.status();
  }

  private void printInterrupted() {
    context.console().err().printLine(InterruptNotice.NOTHING_CHANGED);
  }

  private int run(CommandChoice choice) {
    var defaults = new Defaults(choice, context.console());
    try {
      choice.flags().parse(choice.arguments(), defaults);
      return run(choice, defaults);
    } catch (UsageException e) {
      String command = String.join(" ", choice.names());
      throw defaults.locate(e).forCommand((name() + " " + command).strip());
    } catch (JapplyException e) {
      throw defaults.locate(e);
    }
  }

  private int run(CommandChoice choice, Defaults defaults) {
    Command command = choice.command();
    FlagSet flags = choice.flags();
    Help help = command.global().help();
    boolean version = command.global().client().versionOnly();
    if (help != Help.NONE || (command instanceof RootCommand && !version)) {
      var text = new HelpText(name(), choice.names(), help == Help.COMPLETE);
      context.console().data().print(text.toString());
      return ExitCode.OK.status();
    }
    command.global().setCommand(program, choice.names());
    command.global().setPlugins(choice.plugins());
    command.global().setProject(defaults.project());
    command.global().setServerSideApply(defaults.serverSideApply());
    TargetFlags targets = command.targets();
    targets = targets != null && targets.isWanted() ? targets : null;
    if (targets == null) { // the run for each target logs them
      command.global().logProject(context.console());
      if (choice.usesPreferences()) {
        command.global().logExpanded(context.console());
      }
    }
    context.console().warnings().silence(command.global().silenced());
    context.console().colouring().choose(command.global().colours());
    command.global().client().check();
    if (version) {
      return VersionCommand.print(context.console());
    }
    if (targets != null) {
      return new TargetRuns(this, choice, targets, defaults.project()).run();
    }
    if (command.needsCluster()) {
      context.connector().prepare(command.global()::connection);
    }
    return command.run(context, cancellation, flags.arguments());
  }

  /// Returns `status`, or a failure if the server's warnings count as errors.
  private int status(GlobalFlags global, int status) {
    int warnings = context.console().warnings().received();
    boolean done = status == ExitCode.OK.status() || status == ExitCode.CHANGED.status();
    if (!global.client().treatsWarningsAsErrors() || warnings == 0 || !done) {
      return status;
    }
    context
        .console()
        .printError(warnings + (warnings == 1 ? " warning" : " warnings") + " received");
    return ExitCode.FAILED.status();
  }

  /// A command has failed by a defect of japply.
  public static final class InternalFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final ExitCode status;

    InternalFailure(Throwable cause, ExitCode status) {
      super(cause);
      this.status = status;
    }

    public ExitCode status() {
      return status;
    }
  }
}
