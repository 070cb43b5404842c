package dev.japply.cli.command;

import dev.japply.cancel.Cancellation;
import dev.japply.cli.build.BuildRequest;
import dev.japply.cli.build.BuildRun;
import dev.japply.cli.context.CommandContext;
import dev.japply.cli.context.UsageException;
import dev.japply.cli.flags.Flags;
import dev.japply.compat.Difference;
import dev.japply.kustomize.BuildOptions;
import dev.japply.kustomize.load.Folder.Restriction;
import dev.japply.kustomize.transform.Unmatched;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Model.UsageMessageSpec;

/// `japply build`, also called `japply kustomize`: its flags, and the request that they make.
final class BuildCommand extends LocalCommand {
  private static final String ROOT_ONLY = "LoadRestrictionsRootOnly";
  private static final String NONE = "LoadRestrictionsNone";

  private final String name;
  String loadRestrictor = ROOT_ONLY;
  boolean allowUnmatched;

  /// @param name which of its names it is called by
  BuildCommand(String name) {
    this.name = name;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public void describe(UsageMessageSpec usage) {
    usage
        .header("Print what a kustomization describes, as kubectl kustomize does.")
        .description(
            "DIR is the directory of a kustomization.yaml; the working directory when there is"
                + " none.")
        .customSynopsis("${ROOT-COMMAND-NAME} " + name + " [DIR] [FLAGS]")
        .footer(
            "  ${ROOT-COMMAND-NAME} " + name + " overlays/prod",
            "  ${ROOT-COMMAND-NAME} " + name + " overlays/prod | ${ROOT-COMMAND-NAME} diff -f -");
  }

  @Override
  public void declare(Flags flags) {
    flags
        .add("--load-restrictor")
        .label(ROOT_ONLY + "|" + NONE)
        .help("Whether a kustomization may load files from outside of its directory.")
        .text(loadRestrictor, value -> loadRestrictor = value);
    flags
        .add("--allow-unmatched")
        .help("Pass over patches whose target selects nothing, as kustomize does.")
        .bool(allowUnmatched, value -> allowUnmatched = value);
    super.declare(flags);
  }

  @Override
  public int run(CommandContext context, Cancellation cancellation, List<String> arguments) {
    if (arguments.size() > 1) {
      throw new UsageException("specify one path to a kustomization directory");
    }
    String folder = arguments.isEmpty() ? "." : arguments.getFirst();
    boolean refused =
        !allowUnmatched
            && global.compatibility(context.console()).allows(Difference.REFUSES_UNMATCHED_PATCHES);
    var options =
        new BuildOptions(
            Path.of(""), restriction(), refused ? Unmatched.REFUSED : Unmatched.PASSED_OVER);
    var request = new BuildRequest(folder, options);
    return new BuildRun(context).run(request).status();
  }

  private Restriction restriction() {
    return switch (loadRestrictor) {
      case "", ROOT_ONLY -> Restriction.ROOT_ONLY;
      case NONE -> Restriction.NONE;
      default ->
          throw new UsageException(
              "illegal flag value --load-restrictor %s; legal values: [%s %s]"
                  .formatted(loadRestrictor, ROOT_ONLY, NONE));
    };
  }
}
