package dev.japply.cli.flags;

import dev.japply.io.Cancellation;
import dev.japply.problem.ExitCode;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.UsageMessageSpec;

/// A command. Its constructor declares the flags, so that only the command that runs has any.
public abstract class Command {
  protected final Flags flags;

  /// The flags of all commands.
  protected final GlobalFlags global;

  private @Nullable TargetFlags targets;

  protected Command(FlagSet set) {
    this.flags = Flags.of(set);
    this.global = new GlobalFlags(flags.ofAll());
  }

  /// Adds the flags for runs over targets of the project file, after all others.
  ///
  /// @param connects whether the command can use a cluster
  protected final void addTargets(boolean connects) {
    targets = new TargetFlags(flags.section("Targets"), connects);
  }

  /// Returns the flags for runs over targets; null if the command supports none.
  public final @Nullable TargetFlags targets() {
    return targets;
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

  /// The subcommands of a command. A subcommand is created only if it is selected.
  public interface CommandGroup {
    /// The group of a command without subcommands.
    CommandGroup NONE =
        new CommandGroup() {
          @Override
          public List<String> names() {
            return List.of();
          }

          @Override
          public Command command(String name, FlagSet set) {
            throw new IllegalArgumentException(name);
          }
        };

    List<String> names();

    /// Returns the names in groups with headings, as help lists them.
    default Map<String, List<String>> groups() {
      return Map.of("Commands", names());
    }

    /// Returns another name of the subcommand, which help lists with the name; empty if there is
    /// none.
    default String alias(String name) {
      return "";
    }

    /// Creates the subcommand with one of these names.
    ///
    /// @param set receives the flags of the subcommand
    Command command(String name, FlagSet set);

    default CommandGroup below(String name) {
      return NONE;
    }
  }

  /// A command that connects to no cluster.
  public abstract static class LocalCommand extends Command {
    protected LocalCommand(FlagSet set) {
      super(set);
    }

    @Override
    public final boolean needsCluster() {
      return false;
    }
  }
}
