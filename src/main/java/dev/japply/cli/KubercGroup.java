package dev.japply.cli;

import dev.japply.cli.flags.Command;
import dev.japply.cli.flags.CommandGroup;
import dev.japply.cli.flags.FlagSet;
import java.util.List;

/// The commands below `kuberc`.
final class KubercGroup implements CommandGroup {
  static final List<String> NAMES = List.of("view", "set");

  @Override
  public List<String> names() {
    return NAMES;
  }

  @Override
  public Command command(String name, FlagSet set) {
    return switch (name) {
      case "view" -> new KubercViewCommand(set);
      case "set" -> new KubercSetCommand(set);
      default -> throw new IllegalArgumentException(name);
    };
  }
}
