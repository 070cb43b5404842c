package dev.japply.cli;

import dev.japply.execute.Stop;
import java.util.List;
import picocli.CommandLine.Model.UsageMessageSpec;

/// `japply` without a command: says what there is.
final class RootCommand implements Command {
  GlobalFlags global = new GlobalFlags();

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
        new ViewLastAppliedCommand(),
        new SetLastAppliedCommand(),
        new EditLastAppliedCommand(),
        new MergeCommand(),
        new VersionCommand());
  }

  @Override
  public void declare(Flags flags) {
    global.declare(flags);
  }

  @Override
  public GlobalFlags global() {
    return global;
  }

  @Override
  public boolean asksCluster() {
    return false;
  }

  @Override
  public int run(World world, Stop stop, List<String> arguments) {
    return 0;
  }
}
