package dev.japply.cli.command;

import dev.japply.cli.flags.Flags;
import dev.japply.cli.flags.GlobalFlags;

/// A command that talks to no cluster.
abstract class LocalCommand implements Command {
  final GlobalFlags global = new GlobalFlags();

  @Override
  public void declare(Flags flags) {
    global.declare(flags);
  }

  @Override
  public final GlobalFlags global() {
    return global;
  }

  @Override
  public final boolean asksCluster() {
    return false;
  }
}
