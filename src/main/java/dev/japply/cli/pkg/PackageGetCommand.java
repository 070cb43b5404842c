package dev.japply.cli.pkg;

import dev.japply.cli.flags.CommandContext;
import dev.japply.cli.flags.Flag;
import dev.japply.cli.flags.FlagSet;
import dev.japply.cli.flags.LocalCommand;
import dev.japply.cli.flags.UsageException;
import dev.japply.io.Cancellation;
import dev.japply.kpt.PackageReference;
import dev.japply.kpt.UpdateStrategy;
import dev.japply.kpt.git.NewDirectory;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Model.UsageMessageSpec;

/// `japply pkg get`: its flags and its request.
final class PackageGetCommand extends LocalCommand {
  private static final int MOST_ARGUMENTS = 2;

  private final Flag<Optional<UpdateStrategy>> strategy =
      PackageMergeFlags.strategy(flags.section("Later updates"), "The strategy of later updates.");

  private final Flag<Boolean> comments =
      PackageMergeFlags.comments(
          flags.section("Later updates"),
          "Write the comment # kpt-merge: NAMESPACE/NAME into each object, which identifies it"
              + " after a rename, now and in later updates. Without, all files keep their bytes.");

  PackageGetCommand(FlagSet set) {
    super(set);
  }

  @Override
  public String name() {
    return "get";
  }

  @Override
  public void describe(UsageMessageSpec usage) {
    usage
        .header("Fetch a package from a git repository into a new directory.")
        .description(
            "The files are upstream's, with a comment in each object that identifies it; the"
                + " Kptfile records their origin. VERSION is a tag, a branch or a commit, by"
                + " default the default branch. If DIRECTORY exists and is not empty, the package"
                + " becomes a new directory in it.")
        .customSynopsis(
            "${ROOT-COMMAND-NAME} pkg get REPO[.git]/PATH[@VERSION] [DIRECTORY] [flags]")
        .footer(
            "  ${ROOT-COMMAND-NAME} pkg get https://github.com/org/repo.git/app@v1",
            "  ${ROOT-COMMAND-NAME} pkg get git@example.com:org/repo.git/app@main my-app");
  }

  @Override
  public int run(CommandContext context, Cancellation cancellation, List<String> arguments) {
    if (arguments.isEmpty()) {
      throw UsageException.of(global.command(), "must specify REPO.git/PATH@VERSION");
    }
    checkCount(arguments, MOST_ARGUMENTS);
    PackageReference reference = PackageReference.parse(arguments.getFirst());
    boolean named = arguments.size() > 1;
    Path directory = Path.of(named ? arguments.get(1) : "").toAbsolutePath().normalize();
    NewDirectory target =
        named && NewDirectory.isEmpty(directory)
            ? new NewDirectory(directory)
            : NewDirectory.at(directory, reference.name());
    UpdateStrategy later = strategy.get().orElse(UpdateStrategy.RESOURCE_MERGE);
    return new PackageGetRun(context, cancellation)
        .run(reference, target, later, comments.get())
        .status();
  }
}
