package dev.japply.cli.flags;

import dev.japply.io.Cancellation;
import java.util.List;

/// A command that only has subcommands.
public abstract class GroupCommand extends LocalCommand {
  private final List<String> names;

  protected GroupCommand(FlagSet set, List<String> names) {
    super(set);
    this.names = List.copyOf(names);
  }

  @Override
  public final boolean readsProject() {
    return false;
  }

  @Override
  public final int run(CommandContext context, Cancellation cancellation, List<String> arguments) {
    String all = String.join(", ", names);
    throw UsageException.of(
        global.command(),
        arguments.isEmpty()
            ? "must specify a command: " + all
            : "unknown command \"" + arguments.getFirst() + "\"; there are " + all);
  }
}
