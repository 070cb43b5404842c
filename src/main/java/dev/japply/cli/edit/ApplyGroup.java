package dev.japply.cli.edit;

import dev.japply.cli.flags.Command;
import dev.japply.cli.flags.CommandGroup;
import dev.japply.cli.flags.FlagSet;
import java.util.List;

/// The commands below `apply`, which are also commands of the program.
public final class ApplyGroup implements CommandGroup {
  @Override
  public List<String> names() {
    return List.of("view-last-applied", "set-last-applied", "edit-last-applied");
  }

  @Override
  public Command command(String name, FlagSet set) {
    return switch (name) {
      case "view-last-applied" -> new ViewLastAppliedCommand(set);
      case "set-last-applied" -> new SetLastAppliedCommand(set);
      case "edit-last-applied" -> new EditLastAppliedCommand(set);
      default -> throw new IllegalArgumentException(name);
    };
  }
}
