package dev.japply.cli;

import dev.japply.execute.Stop;
import dev.japply.problem.ExitCode;
import java.util.List;

/// A command whose flags have been read.
interface Command {

  /// Does what was asked for.
  ///
  /// @param arguments what is not a flag
  /// @return the exit status
  int run(World world, Stop stop, List<String> arguments);

  /// The flags that every command takes.
  GlobalFlags global();

  /// The exit status when the flags cannot be used or the command fails as a whole.
  default ExitCode failure() {
    return ExitCode.FAILED;
  }
}
