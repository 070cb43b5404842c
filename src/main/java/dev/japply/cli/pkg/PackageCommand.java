package dev.japply.cli.pkg;

import dev.japply.cli.flags.Command;
import dev.japply.cli.flags.Command.CommandGroup;
import dev.japply.cli.flags.Command.LocalCommand;
import dev.japply.cli.flags.CommandContext;
import dev.japply.cli.flags.FlagSet;
import dev.japply.cli.flags.UsageException;
import dev.japply.io.Cancellation;
import java.util.List;
import picocli.CommandLine.Model.UsageMessageSpec;

/// `japply pkg`: the commands for packages from git.
public final class PackageCommand extends LocalCommand {
  public PackageCommand(FlagSet set) {
    super(set);
  }

  @Override
  public String name() {
    return "pkg";
  }

  @Override
  public void describe(UsageMessageSpec usage) {
    usage
        .header("Get packages from git; update them and keep your edits.")
        .footer(
            "  ${ROOT-COMMAND-NAME} pkg get https://github.com/org/repo.git/app@v1",
            "  ${ROOT-COMMAND-NAME} pkg status app",
            "  ${ROOT-COMMAND-NAME} pkg diff app",
            "  ${ROOT-COMMAND-NAME} pkg update app@v2");
  }

  @Override
  public boolean readsProject() {
    return false;
  }

  @Override
  public int run(CommandContext context, Cancellation cancellation, List<String> arguments) {
    String all = String.join(", ", PackageGroup.NAMES);
    throw UsageException.of(
        global.command(),
        arguments.isEmpty()
            ? "must specify a command: " + all
            : "unknown command \"" + arguments.getFirst() + "\"; there are " + all);
  }

  /// The commands below `pkg`.
  public static final class PackageGroup implements CommandGroup {
    static final List<String> NAMES = List.of("get", "update", "diff", "status");

    @Override
    public List<String> names() {
      return NAMES;
    }

    @Override
    public Command command(String name, FlagSet set) {
      return switch (name) {
        case "get" -> new PackageGetCommand(set);
        case "update" -> new PackageUpdateCommand(set);
        case "diff" -> new PackageDiffCommand(set);
        case "status" -> new PackageStatusCommand(set);
        default -> throw new IllegalArgumentException(name);
      };
    }
  }
}
