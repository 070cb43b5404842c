package dev.japply.cli;

import dev.japply.cli.apply.ApplyCommand;
import dev.japply.cli.build.BuildCommand;
import dev.japply.cli.check.CheckCommand;
import dev.japply.cli.diff.DiffCommand;
import dev.japply.cli.edit.ApplyGroup;
import dev.japply.cli.edit.EditLastAppliedCommand;
import dev.japply.cli.edit.SetLastAppliedCommand;
import dev.japply.cli.edit.ViewLastAppliedCommand;
import dev.japply.cli.flags.Command;
import dev.japply.cli.flags.CommandGroup;
import dev.japply.cli.flags.FlagSet;
import dev.japply.cli.merge.MergeCommand;
import dev.japply.cli.ownership.OwnershipCommand;
import dev.japply.cli.pkg.PackageCommand;
import dev.japply.cli.pkg.PackageGroup;
import dev.japply.cli.plan.PlanCommand;
import dev.japply.cli.plan.ShowCommand;
import dev.japply.cli.ready.ReadyCommand;
import dev.japply.cli.snapshot.SnapshotCommand;
import dev.japply.cli.undo.UndoCommand;
import dev.japply.cli.why.WhyCommand;
import dev.japply.plan.OwnershipTransfer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The commands of the program.
final class RootGroup implements CommandGroup {
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
        List.of("apply", "diff", "why", "plan", "show", "snapshot", "undo", "ready", "check"));
    groups.put(
        "Hand fields over",
        List.of("view-last-applied", "set-last-applied", "edit-last-applied", "release", "adopt"));
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
    return switch (name) {
      case "apply" -> new ApplyCommand(set);
      case "diff" -> new DiffCommand(set);
      case "why" -> new WhyCommand(set);
      case "plan" -> new PlanCommand(set);
      case "show" -> new ShowCommand(set);
      case "snapshot" -> new SnapshotCommand(set);
      case "undo" -> new UndoCommand(set);
      case "ready" -> new ReadyCommand(set);
      case "check" -> new CheckCommand(set);
      case "view-last-applied" -> new ViewLastAppliedCommand(set);
      case "set-last-applied" -> new SetLastAppliedCommand(set);
      case "edit-last-applied" -> new EditLastAppliedCommand(set);
      case "release" -> new OwnershipCommand(OwnershipTransfer.RELEASE, set);
      case "adopt" -> new OwnershipCommand(OwnershipTransfer.ADOPT, set);
      case "build", "kustomize" -> new BuildCommand(name, set);
      case "merge" -> new MergeCommand(set);
      case "pkg" -> new PackageCommand(set);
      case "completion" -> new CompletionCommand(set);
      case "options" -> new OptionsCommand(set);
      case "version" -> new VersionCommand(set);
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
