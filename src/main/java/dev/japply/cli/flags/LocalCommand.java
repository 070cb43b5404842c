package dev.japply.cli.flags;

/// A command that talks to no cluster.
public abstract class LocalCommand implements Command {
  public final GlobalFlags global = new GlobalFlags();

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
