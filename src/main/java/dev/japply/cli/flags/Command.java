package dev.japply.cli.flags;

import dev.japply.io.Cancellation;
import dev.japply.problem.ExitCode;
import java.util.List;
import picocli.CommandLine.Model.UsageMessageSpec;

/// A command. It declares its flags as it is made, so that only the command that runs has any.
public abstract class Command {
  /// Adds flags of the command.
  protected final Flags flags;

  /// The flags that every command has.
  protected final GlobalFlags global;

  protected Command(FlagSet set) {
    this.flags = Flags.of(set);
    this.global = new GlobalFlags(flags.ofAll());
  }

  /// The name of the command, without the commands above it.
  public abstract String name();

  /// Adds the texts of its help, without its flags.
  public abstract void describe(UsageMessageSpec usage);

  /// The words that it takes for an argument; empty if it takes none, or others.
  public List<String> arguments() {
    return List.of();
  }

  /// Runs the command.
  ///
  /// @param arguments what is not a flag
  /// @return the exit status
  public abstract int run(
      CommandContext context, Cancellation cancellation, List<String> arguments);

  /// Its flags.
  public final FlagSet flags() {
    return flags.set();
  }

  /// The flags that every command has.
  public final GlobalFlags global() {
    return global;
  }

  /// Whether it connects to a cluster.
  public boolean asksCluster() {
    return true;
  }

  /// Whether a project file may have defaults for its flags.
  public boolean readsProject() {
    return true;
  }

  /// The exit status when the flags cannot be used or the command fails as a whole.
  public ExitCode failure() {
    return ExitCode.FAILED;
  }
}
