package dev.japply.cli;

import dev.japply.execute.Stop;
import dev.japply.live.Version;
import dev.japply.problem.ExitCode;
import java.util.List;
import picocli.CommandLine.Model.UsageMessageSpec;

/// `japply version`.
final class VersionCommand implements Command {
  GlobalFlags global = new GlobalFlags();

  @Override
  public String name() {
    return "version";
  }

  @Override
  public void describe(UsageMessageSpec usage) {
    usage.header("Print the version.");
  }

  @Override
  public void declare(Flags flags) {
    global.declare(flags);
  }

  @Override
  public GlobalFlags global() {
    return global;
  }

  @Override
  public boolean asksCluster() {
    return false;
  }

  @Override
  public int run(World world, Stop stop, List<String> arguments) {
    return print(world.console());
  }

  /// Prints the version.
  static int print(Console console) {
    console.out().line("japply " + Version.TEXT);
    return ExitCode.OK.status();
  }
}
