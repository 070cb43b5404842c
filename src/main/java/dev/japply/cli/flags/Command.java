package dev.japply.cli.flags;

import dev.japply.io.Cancellation;
import dev.japply.problem.ExitCode;
import java.util.List;
import picocli.CommandLine.Model.UsageMessageSpec;

/// A command whose flags have been read.
public interface Command {

  /// What it is called.
  String name();

  /// Says what help says of it, besides its flags.
  void describe(UsageMessageSpec usage);

  /// Adds its flags, those of all commands last.
  void declare(Flags flags);

  /// The commands below it.
  default List<Command> commands() {
    return List.of();
  }

  /// The words that it takes for an argument; empty when it takes none, or others.
  default List<String> arguments() {
    return List.of();
  }

  /// Does what was asked for.
  ///
  /// @param arguments what is not a flag
  /// @return the exit status
  int run(CommandContext context, Cancellation cancellation, List<String> arguments);

  /// The flags that every command takes.
  GlobalFlags global();

  /// Whether it talks to a cluster.
  default boolean asksCluster() {
    return true;
  }

  /// Whether the project file has a say in what it does.
  default boolean readsProject() {
    return true;
  }

  /// The exit status when the flags cannot be used or the command fails as a whole.
  default ExitCode failure() {
    return ExitCode.FAILED;
  }
}
