package dev.japply.cli;

import dev.japply.execute.Stop;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;

/// `japply` without a command: says what there is.
@CommandLine.Command(
    name = "japply",
    header = "Applies Kubernetes manifests: one three-way merge, one PATCH per object.",
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {
      ApplyCommand.class,
      DiffCommand.class,
      ViewLastAppliedCommand.class,
      SetLastAppliedCommand.class,
      EditLastAppliedCommand.class,
      MergeCommand.class,
      VersionCommand.class
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  ${ROOT-COMMAND-NAME} apply -f manifests/            apply every manifest of a directory",
      "  ${ROOT-COMMAND-NAME} apply -f app.yaml --dry-run=server -o yaml",
      "  ${ROOT-COMMAND-NAME} diff -f manifests/             what applying them would change",
      "  ${ROOT-COMMAND-NAME} merge --config new.yaml --last-applied old.yaml --live live.yaml"
    })
final class RootCommand implements Command {
  @Mixin GlobalFlags global = new GlobalFlags();

  @Override
  public GlobalFlags global() {
    return global;
  }

  @Override
  public int run(World world, Stop stop, List<String> arguments) {
    return 0;
  }
}
