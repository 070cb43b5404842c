package dev.japply.cli.pkg;

import dev.japply.cli.flags.Command.LocalCommand;
import dev.japply.cli.flags.CommandContext;
import dev.japply.cli.flags.FlagSet;
import dev.japply.cli.flags.UsageException;
import dev.japply.cli.pkg.LocalPackage.PackageArgument;
import dev.japply.io.Cancellation;
import dev.japply.kpt.Kptfile;
import dev.japply.kpt.Kptfile.UpstreamLock;
import dev.japply.kpt.LocalChanges;
import dev.japply.kpt.PackageTree;
import dev.japply.kpt.Upstream;
import dev.japply.kpt.Versions;
import dev.japply.kpt.git.GitRepository;
import dev.japply.kpt.git.PackageDirectory;
import dev.japply.problem.ExitCode;
import dev.japply.report.PackageText;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Model.UsageMessageSpec;

final class PackageStatusCommand extends LocalCommand {
  PackageStatusCommand(FlagSet set) {
    super(set);
  }

  @Override
  public String name() {
    return "status";
  }

  @Override
  public void describe(UsageMessageSpec usage) {
    usage
        .header("Show the upstream of a package, its newer versions, and local edits.")
        .customSynopsis("${ROOT-COMMAND-NAME} pkg status [DIRECTORY] [flags]")
        .footer("  ${ROOT-COMMAND-NAME} pkg status app");
  }

  @Override
  public int run(CommandContext context, Cancellation cancellation, List<String> arguments) {
    PackageArgument argument = PackageArgument.parse(global.command(), arguments);
    if (!argument.version().isEmpty()) {
      throw UsageException.of(global.command(), "must not specify a version");
    }
    return new PackageStatusRun(context, cancellation).run(argument.directory()).status();
  }

  private record PackageStatusRun(CommandContext context, Cancellation cancellation) {

    ExitCode run(Path path) {
      var directory = new PackageDirectory(path);
      PackageTree local = LocalPackage.read(directory);
      LocalPackage.warnOfInterrupted(context.console(), directory, local);
      Kptfile kptfile = LocalPackage.kptfile(directory, local);
      Upstream upstream = kptfile.upstream();
      UpstreamLock lock = kptfile.lock();
      var sources = new PackageSources(context.console(), cancellation);
      GitRepository repository = sources.repository(upstream.repo());
      UpstreamLock now = repository.resolve(upstream);
      List<String> newer =
          Versions.newer(repository.branchesAndTags().versions(upstream.path()), upstream.ref());
      List<LocalChanges.Edit> edits =
          lock == null
              ? List.of()
              : LocalChanges.since(
                  new ReferredPackages(sources, upstream.repo())
                      .asFetched(repository.files(lock).tree(), local),
                  local);
      context.console().out().print(PackageText.status(kptfile, now, newer, edits));
      return ExitCode.OK;
    }
  }
}
