package dev.japply.cli.flags;

import dev.japply.io.Cancellation;
import dev.japply.problem.ExitCode;
import java.util.List;
import picocli.CommandLine.Model.UsageMessageSpec;

/// A command. Its constructor declares the flags, so that only the command that runs has any.
public abstract class Command {
  protected final Flags flags;

  /// The flags of all commands.
  protected final GlobalFlags global;

  protected Command(FlagSet set) {
    this.flags = Flags.of(set);
    this.global = new GlobalFlags(flags.ofAll());
  }

  /// Returns the name of the command without its parent commands.
  public abstract String name();

  /// Adds the help texts, except for the flags.
  public abstract void describe(UsageMessageSpec usage);

  /// Returns the allowed values of an argument; empty if there are no arguments or other ones.
  public List<String> arguments() {
    return List.of();
  }

  /// Runs the command.
  ///
  /// @param arguments the arguments that are not flags
  /// @return the exit status
  public abstract int run(
      CommandContext context, Cancellation cancellation, List<String> arguments);

  /// Refuses arguments after the first `most`.
  protected final void checkCount(List<String> arguments, int most) {
    if (arguments.size() > most) {
      throw UsageException.extra(global.command(), arguments.subList(most, arguments.size()));
    }
  }

  /// Returns the value of a flag that must be positive.
  protected static int positive(Flag<Integer> flag) {
    int value = flag.get();
    if (value < 1) {
      throw new UsageException(
          "invalid %s value \"%d\"; must be at least 1".formatted(flag.name(), value));
    }
    return value;
  }

  public final FlagSet flags() {
    return flags.set();
  }

  public final GlobalFlags global() {
    return global;
  }

  /// Whether the command connects to a cluster.
  public boolean needsCluster() {
    return true;
  }

  /// Whether a project file can set defaults for its flags.
  public boolean readsProject() {
    return true;
  }

  /// Returns the exit status for invalid flags and for failures of the command as a whole.
  public ExitCode failure() {
    return ExitCode.FAILED;
  }
}
