package dev.japply.cli.pkg;

import dev.japply.cli.flags.Command;
import dev.japply.cli.flags.Command.CommandGroup;
import dev.japply.cli.flags.FlagSet;
import java.util.List;

/// The commands below `pkg`.
public final class PackageGroup implements CommandGroup {
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
