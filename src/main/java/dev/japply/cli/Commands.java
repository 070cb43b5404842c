package dev.japply.cli;

import dev.japply.cli.apply.ApplyCommand;
import dev.japply.cli.build.BuildCommand;
import dev.japply.cli.check.CheckCommand;
import dev.japply.cli.delete.DeleteCommand;
import dev.japply.cli.diff.DiffCommand;
import dev.japply.cli.edit.EditLastAppliedCommand;
import dev.japply.cli.edit.SetLastAppliedCommand;
import dev.japply.cli.edit.ViewLastAppliedCommand;
import dev.japply.cli.flags.Command;
import dev.japply.cli.flags.Command.CommandGroup;
import dev.japply.cli.flags.Command.LocalCommand;
import dev.japply.cli.flags.CommandContext;
import dev.japply.cli.flags.FlagSet;
import dev.japply.cli.flags.FlagSet.FlagSections;
import dev.japply.cli.merge.MergeCommand;
import dev.japply.cli.ownership.OwnershipCommand;
import dev.japply.cli.pkg.PackageCommand;
import dev.japply.cli.pkg.PackageCommand.PackageGroup;
import dev.japply.cli.plan.PlanCommand;
import dev.japply.cli.plan.ShowCommand;
import dev.japply.cli.ready.ReadyCommand;
import dev.japply.cli.sets.SetsCommand;
import dev.japply.cli.snapshot.SnapshotCommand;
import dev.japply.cli.targets.TargetsCommand;
import dev.japply.cli.undo.UndoCommand;
import dev.japply.cli.why.WhyCommand;
import dev.japply.io.Cancellation;
import dev.japply.plan.OwnershipTransfer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/// The tree of commands, and its help. picocli could read both from annotations, but by reflection,
/// which takes longer than most commands.
///
/// The names of a command are the names of its parent commands and its own, without the program.
final class Commands {
  static final CommandGroup ALL = new RootGroup();

  private Commands() {}

  /// The names in a text such as `apply view-last-applied`.
  static List<String> names(String path) {
    return Arrays.stream(path.strip().split("\\s+")).filter(word -> !word.isEmpty()).toList();
  }

  static boolean exists(List<String> names) {
    CommandGroup group = ALL;
    for (String name : names) {
      if (!group.names().contains(name)) {
        return false;
      }
      group = group.below(name);
    }
    return !names.isEmpty();
  }

  /// Whether both are the same command: some are below `apply`, too.
  static boolean isSame(List<String> one, List<String> other) {
    return withoutApply(one).equals(withoutApply(other));
  }

  private static List<String> withoutApply(List<String> names) {
    return names.size() > 1 && names.getFirst().equals("apply")
        ? names.subList(1, names.size())
        : names;
  }

  /// The command of these names, whose arguments are to be parsed.
  static Command parsing(String program, List<String> names) {
    String path = names.isEmpty() ? program : program + " " + String.join(" ", names);
    return command(names, FlagSet.parsing(path));
  }

  private static Command command(List<String> names, FlagSet set) {
    if (names.isEmpty()) {
      return new RootCommand(set);
    }
    return group(names.subList(0, names.size() - 1)).command(names.getLast(), set);
  }

  /// The command of these names with the texts of its flags.
  static Command described(List<String> names) {
    return command(names, FlagSet.described());
  }

  static CommandGroup group(List<String> names) {
    CommandGroup group = ALL;
    for (String name : names) {
      group = group.below(name);
    }
    return group;
  }

  /// Returns all commands of the program with their texts.
  static CommandLine tree() {
    CommandLine root = line(described(List.of()));
    addBelow(root, ALL);
    return root;
  }

  private static void addBelow(CommandLine line, CommandGroup group) {
    for (String name : group.names()) {
      CommandLine below = line(group.command(name, FlagSet.described()));
      addBelow(below, group.below(name));
      line.addSubcommand(name, below);
    }
  }

  private static CommandLine line(Command command) {
    CommandSpec spec = CommandSpec.wrapWithoutInspection(command).name(command.name());
    command.describe(spec.usageMessage());
    command.flags().options().forEach(spec::addOption);
    return new CommandLine(spec);
  }

  /// The flags of a command with help, below their headings.
  static FlagSections sections(CommandLine line) {
    return line.<Command>getCommand().flags().sections();
  }

  /// The commands of the program.
  private static final class RootGroup implements CommandGroup {
    @Override
    public List<String> names() {
      var names = new ArrayList<String>();
      for (List<String> group : groups().values()) {
        for (String name : group) {
          names.add(name);
          if (!alias(name).isEmpty()) {
            names.add(alias(name));
          }
        }
      }
      return names;
    }

    @Override
    public Map<String, List<String>> groups() {
      var groups = new LinkedHashMap<String, List<String>>();
      groups.put(
          "Apply and review",
          List.of(
              "apply",
              "diff",
              "why",
              "plan",
              "show",
              "snapshot",
              "undo",
              "delete",
              "sets",
              "targets",
              "ready",
              "check"));
      groups.put(
          "Hand fields over",
          List.of(
              "view-last-applied", "set-last-applied", "edit-last-applied", "release", "adopt"));
      groups.put("Kustomizations and packages", List.of("build", "pkg"));
      groups.put("Other", List.of("merge", "completion", "options", "version"));
      return groups;
    }

    @Override
    public String alias(String name) {
      return name.equals("build") ? "kustomize" : "";
    }

    @Override
    public Command command(String name, FlagSet set) {
      return constructor(name).apply(set);
    }

    /// Returns the constructor of a command. Only the one that is called loads its class: `new` in
    /// a lambda would load it for the check of its type.
    private static Function<FlagSet, Command> constructor(String name) {
      return switch (name) {
        case "apply" -> ApplyCommand::new;
        case "diff" -> DiffCommand::new;
        case "why" -> WhyCommand::new;
        case "plan" -> PlanCommand::new;
        case "show" -> ShowCommand::new;
        case "snapshot" -> SnapshotCommand::new;
        case "undo" -> UndoCommand::new;
        case "delete" -> DeleteCommand::new;
        case "sets" -> SetsCommand::new;
        case "targets" -> TargetsCommand::new;
        case "ready" -> ReadyCommand::new;
        case "check" -> CheckCommand::new;
        case "view-last-applied" -> ViewLastAppliedCommand::new;
        case "set-last-applied" -> SetLastAppliedCommand::new;
        case "edit-last-applied" -> EditLastAppliedCommand::new;
        case "release" -> set -> OwnershipCommand.of(OwnershipTransfer.RELEASE, set);
        case "adopt" -> set -> OwnershipCommand.of(OwnershipTransfer.ADOPT, set);
        case "build", "kustomize" -> set -> BuildCommand.of(name, set);
        case "merge" -> MergeCommand::new;
        case "pkg" -> PackageCommand::new;
        case "completion" -> CompletionCommand::new;
        case "options" -> OptionsCommand::new;
        case "version" -> VersionCommand::new;
        default -> throw new IllegalArgumentException(name);
      };
    }

    @Override
    public CommandGroup below(String name) {
      return switch (name) {
        case "apply" -> new ApplyGroup();
        case "pkg" -> new PackageGroup();
        default -> NONE;
      };
    }
  }

  /// The commands below `apply`, which are also commands of the program.
  private static final class ApplyGroup implements CommandGroup {
    @Override
    public List<String> names() {
      return List.of("view-last-applied", "set-last-applied", "edit-last-applied");
    }

    @Override
    public Command command(String name, FlagSet set) {
      return ALL.command(name, set);
    }
  }

  /// `japply` without a command: prints the help.
  static final class RootCommand extends LocalCommand {
    RootCommand(FlagSet set) {
      super(set);
    }

    @Override
    public String name() {
      return "japply";
    }

    @Override
    public void describe(UsageMessageSpec usage) {
      usage
          .header("Applies Kubernetes manifests: one three-way merge, one PATCH per object.")
          .footer(
              "  ${ROOT-COMMAND-NAME} diff -f manifests/        changes that an apply would make",
              "  ${ROOT-COMMAND-NAME} apply -f manifests/       apply each manifest of a directory",
              "  ${ROOT-COMMAND-NAME} why deployment web        the owner of each live field",
              "  ${ROOT-COMMAND-NAME} merge --config new.yaml --last-applied old.yaml --live"
                  + " live.yaml");
    }

    @Override
    public boolean readsProject() {
      return false;
    }

    @Override
    public int run(CommandContext context, Cancellation cancellation, List<String> arguments) {
      return 0;
    }
  }
}
