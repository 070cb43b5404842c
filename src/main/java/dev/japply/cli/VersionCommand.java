package dev.japply.cli;

import dev.japply.execute.Stop;
import dev.japply.problem.ExitCode;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;

/// `japply version`.
@CommandLine.Command(name = "version", header = "Print the version.")
final class VersionCommand implements Command {
  @Mixin GlobalFlags global = new GlobalFlags();

  @Override
  public GlobalFlags global() {
    return global;
  }

  @Override
  public int run(World world, Stop stop, List<String> arguments) {
    return print(world.console());
  }

  /// Prints the version.
  static int print(Console console) {
    String version = VersionCommand.class.getPackage().getImplementationVersion();
    console.out().print("japply " + (version == null ? "(unpacked)" : version) + "\n");
    return ExitCode.OK.status();
  }
}
