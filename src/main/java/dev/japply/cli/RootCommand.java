package dev.japply.cli;

import dev.japply.cli.command.ApplyCommand;
import dev.japply.cli.command.BuildCommand;
import dev.japply.cli.command.DiffCommand;
import dev.japply.cli.command.MergeCommand;
import dev.japply.cli.command.MigrateCommand;
import dev.japply.cli.command.PlanCommand;
import dev.japply.cli.command.ReadyCommand;
import dev.japply.cli.command.ShowCommand;
import dev.japply.cli.command.SnapshotCommand;
import dev.japply.cli.command.WhyCommand;
import dev.japply.cli.edit.EditLastAppliedCommand;
import dev.japply.cli.edit.HandoverCommand;
import dev.japply.cli.edit.SetLastAppliedCommand;
import dev.japply.cli.edit.ViewLastAppliedCommand;
import dev.japply.cli.flags.Command;
import dev.japply.cli.flags.CommandContext;
import dev.japply.cli.flags.LocalCommand;
import dev.japply.cli.pkg.PackageCommand;
import dev.japply.io.Cancellation;
import dev.japply.plan.Handover;
import java.util.List;
import picocli.CommandLine.Model.UsageMessageSpec;

/// `japply` without a command: says what there is.
public final class RootCommand extends LocalCommand {
  @Override
  public String name() {
    return "japply";
  }

  @Override
  public void describe(UsageMessageSpec usage) {
    usage
        .header("Applies Kubernetes manifests: one three-way merge, one PATCH per object.")
        .synopsisSubcommandLabel("COMMAND")
        .footer(
            "  ${ROOT-COMMAND-NAME} apply -f manifests/            apply every manifest of a"
                + " directory",
            "  ${ROOT-COMMAND-NAME} apply -f app.yaml --dry-run=server -o yaml",
            "  ${ROOT-COMMAND-NAME} diff -f manifests/             what applying them would change",
            "  ${ROOT-COMMAND-NAME} merge --config new.yaml --last-applied old.yaml --live"
                + " live.yaml");
  }

  @Override
  public List<Command> commands() {
    return List.of(
        new ApplyCommand(),
        new DiffCommand(),
        new WhyCommand(),
        new PlanCommand(),
        new ShowCommand(),
        new SnapshotCommand(),
        new ReadyCommand(),
        new ViewLastAppliedCommand(),
        new SetLastAppliedCommand(),
        new EditLastAppliedCommand(),
        new HandoverCommand(Handover.RELEASE),
        new HandoverCommand(Handover.ADOPT),
        new MigrateCommand(),
        new BuildCommand("build"),
        new BuildCommand("kustomize"),
        new MergeCommand(),
        new PackageCommand(),
        new CompletionCommand(this),
        new OptionsCommand(),
        new VersionCommand());
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
