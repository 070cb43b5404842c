package dev.japply.cli.build;

import dev.japply.cli.flags.BuildRequest;
import dev.japply.cli.flags.CommandContext;
import dev.japply.cli.flags.Flag;
import dev.japply.cli.flags.FlagSet;
import dev.japply.cli.flags.FunctionFlags;
import dev.japply.cli.flags.KustomizeFlags;
import dev.japply.cli.flags.LocalCommand;
import dev.japply.cli.flags.UsageException;
import dev.japply.io.Cancellation;
import dev.japply.problem.ExitCode;
import java.util.List;
import picocli.CommandLine.Model.UsageMessageSpec;

/// The command `japply build`, alias `japply kustomize`: its flags.
public final class BuildCommand extends LocalCommand {
  private final String name;
  private final Flag<String> output =
      flags
          .section("Output")
          .add("-o", "--output")
          .label("PATH")
          .help("Write to this file, or one file per object to this directory.")
          .text("");
  private final KustomizeFlags building = new KustomizeFlags(flags.section("Build"));
  private final BuildDiffFlags diff = new BuildDiffFlags(flags.section("Comparison"));
  private final FunctionFlags functions = new FunctionFlags(flags);

  /// @param name the name or alias used on the command line
  public BuildCommand(String name, FlagSet set) {
    super(set);
    this.name = name;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public void describe(UsageMessageSpec usage) {
    usage
        .header("Build a kustomization, and print its objects.")
        .description(
            "DIR is the directory of a kustomization.yaml, by default the working directory.",
            "With --diff, shows how the objects of DIR, or of all kustomizations that the changes"
                + " reach, differ from a commit's, and the line that causes each difference."
                + " Needs no cluster. Exits with 0 if nothing differs, 1 if something differs, 2"
                + " after an error.")
        .customSynopsis("${ROOT-COMMAND-NAME} " + name + " [--diff REV] [DIR...] [flags]")
        .footer(
            "  ${ROOT-COMMAND-NAME} " + name + " overlays/prod",
            "  ${ROOT-COMMAND-NAME} " + name + " overlays/prod | ${ROOT-COMMAND-NAME} diff -f -",
            "  ${ROOT-COMMAND-NAME} " + name + " --diff origin/main...",
            "  ${ROOT-COMMAND-NAME} " + name + " --diff main --report=markdown=comment.md");
  }

  @Override
  public int run(CommandContext context, Cancellation cancellation, List<String> arguments) {
    if (diff.isWanted()) {
      return compare(context, cancellation, arguments);
    }
    diff.requireNone();
    if (arguments.size() > 1) {
      throw new UsageException("specify one path to a kustomization directory");
    }
    String folder = arguments.isEmpty() ? "." : arguments.getFirst();
    functions.requireNone();
    var compatibility = global.compatibility(context.console());
    BuildRequest request = building.request(folder, global, compatibility);
    return new BuildRun(context, cancellation).run(request, output.get()).status();
  }

  private int compare(CommandContext context, Cancellation cancellation, List<String> folders) {
    functions.requireNone();
    if (output.isGiven()) {
      throw new UsageException("-o cannot be used with --diff: use --report=FORMAT=FILE");
    }
    BuildRequest building =
        this.building.request("", global, global.compatibility(context.console()));
    return diff.comparison(context, cancellation, building, folders, global).run().status();
  }

  @Override
  public ExitCode failure() {
    return diff.isMentioned(flags()) ? ExitCode.DIFF_ERROR : ExitCode.FAILED;
  }
}
