package dev.japply.cli.flags;

/// A command that connects to no cluster.
public abstract class LocalCommand extends Command {
  protected LocalCommand(FlagSet set) {
    super(set);
  }

  @Override
  public final boolean needsCluster() {
    return false;
  }
}
