package dev.japply.cli.pkg;

import dev.japply.cli.flags.Command.LocalCommand;
import dev.japply.cli.flags.CommandContext;
import dev.japply.cli.flags.Flag;
import dev.japply.cli.flags.FlagSet;
import dev.japply.cli.flags.UsageException;
import dev.japply.io.Cancellation;
import dev.japply.kpt.Kptfile;
import dev.japply.kpt.Kptfile.UpdateStrategy;
import dev.japply.kpt.Kptfile.UpstreamLock;
import dev.japply.kpt.PackageTree;
import dev.japply.kpt.PackageUpdate;
import dev.japply.kpt.Upstream;
import dev.japply.kpt.git.GitRepository;
import dev.japply.kpt.git.GitRepository.FetchedFiles;
import dev.japply.kpt.git.NewDirectory;
import dev.japply.problem.ExitCode;
import dev.japply.report.PackageText;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
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
    Upstream upstream = Upstream.parse(arguments.getFirst());
    boolean named = arguments.size() > 1;
    Path directory = Path.of(named ? arguments.get(1) : "").toAbsolutePath().normalize();
    NewDirectory target =
        named && NewDirectory.isEmpty(directory)
            ? new NewDirectory(directory)
            : NewDirectory.at(directory, upstream.name());
    UpdateStrategy later = strategy.get().orElse(UpdateStrategy.RESOURCE_MERGE);
    return new PackageGetRun(context, cancellation)
        .run(upstream, target, later, comments.get())
        .status();
  }

  private record PackageGetRun(CommandContext context, Cancellation cancellation) {

    /// Paths that do not begin with `/`; what has a colon before the first `/` is a URL, or for
    /// ssh.
    private static final Pattern RELATIVE = Pattern.compile("(?![-/])[^:/]*(/.*)?");

    /// Makes a new directory of a package.
    ///
    /// @param comments whether each object gets a comment that identifies it
    ExitCode run(
        Upstream upstream, NewDirectory target, UpdateStrategy strategy, boolean comments) {
      Upstream wanted = absolute(upstream);
      var sources = new PackageSources(context.console(), cancellation);
      GitRepository repository = sources.repository(wanted.repo());
      if (wanted.ref().isEmpty()) {
        wanted = wanted.at(repository.refs().defaultBranch());
      }
      UpstreamLock lock = repository.resolve(wanted);
      sources.warnOfCredentials(wanted);
      FetchedFiles fetched = repository.files(lock);
      sources.warnOfSkipped(fetched.skipped());
      Kptfile placed =
          Kptfile.create(target.name()).withComments(comments).with(wanted, strategy).with(lock);
      PackageTree whole = new ReferredPackages(sources, wanted.repo()).fetched(fetched.tree());
      PackageTree bare = PackageUpdate.fetched(whole, placed);
      PackageTree tree = comments ? PackageUpdate.commented(bare) : bare;
      target.write(tree);
      context.console().out().printLine(PackageText.fetched(shown(target.path()), lock, tree));
      return ExitCode.OK;
    }

    /// A path from here, as one that means the same from everywhere, as `git clone` keeps it.
    private static Upstream absolute(Upstream upstream) {
      String repo = upstream.repo();
      return RELATIVE.matcher(repo).matches()
          ? new Upstream(
              Path.of(repo).toAbsolutePath().normalize().toString(),
              upstream.directory(),
              upstream.ref())
          : upstream;
    }

    /// The directory as the user may name it from here.
    private static String shown(Path directory) {
      Path here = Path.of("").toAbsolutePath();
      if (directory.equals(here)) {
        return ".";
      }
      return directory.startsWith(here)
          ? here.relativize(directory).toString()
          : directory.toString();
    }
  }
}
