package dev.japply.cli.run.packages;

import dev.japply.cancel.Cancellation;
import dev.japply.cli.context.CommandContext;
import dev.japply.pkg.Kptfile;
import dev.japply.pkg.PackageFile;
import dev.japply.pkg.PackageTree;
import dev.japply.pkg.Upstream;
import dev.japply.pkg.UpstreamLock;
import dev.japply.pkg.disk.PackageDirectory;
import dev.japply.pkg.git.GitRepository;
import dev.japply.problem.ExitCode;
import dev.japply.problem.JapplyException;
import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import dev.japply.report.packages.PackageText;
import java.nio.file.Path;

/// Carries out `japply pkg diff`.
public record PackageDiffRun(CommandContext context, Cancellation cancellation) {

  /// What is compared.
  public enum Type {
    /// The package as it was fetched with what it is here: local edits.
    LOCAL,
    /// The package as it was fetched with what it is upstream: what an update brings.
    REMOTE,
    /// The package here with what it is upstream.
    COMBINED,
    /// Local edits, and then what an update brings.
    THREE_WAY
  }

  /// Shows what differs.
  ///
  /// @param version the version of upstream; empty for the one that the Kptfile names
  public ExitCode run(Path path, String version, Type type) {
    var directory = new PackageDirectory(path);
    PackageTree local = LocalPackage.read(directory);
    Kptfile kptfile = LocalPackage.kptfile(directory, local);
    UpstreamLock lock = kptfile.lock();
    if (lock == null) {
      throw new JapplyException(
          Problem.error(
              Origin.of(path.resolve(Kptfile.NAME).toString()),
              "has no upstreamLock: nothing is known of what was fetched",
              "update the package first"));
    }
    var sources = new PackageSources(context.console(), cancellation);
    GitRepository repository = sources.repository(kptfile.upstream().repo());
    PackageTree origin = placed(sources.repository(lock.from().repo()).files(lock).tree(), kptfile);
    Upstream upstream = kptfile.upstream();
    Upstream wanted = version.isEmpty() ? upstream : upstream.at(version);
    PackageTree updated =
        type == Type.LOCAL
            ? origin
            : placed(repository.files(repository.resolve(wanted)).tree(), kptfile);
    switch (type) {
      case LOCAL -> print(origin, local);
      case REMOTE -> print(origin, updated);
      case COMBINED -> print(local, updated);
      case THREE_WAY -> {
        context.console().out().printLine("# here, since " + lock.from().ref() + " was fetched");
        print(origin, local);
        context.console().out().printLine("# upstream, from there to " + wanted.ref());
        print(origin, updated);
      }
    }
    return ExitCode.OK;
  }

  private void print(PackageTree before, PackageTree after) {
    context.console().out().printDiff(PackageText.diff(before, after), context.console().colours());
  }

  /// Where the package comes from is no difference of it.
  private static PackageTree placed(PackageTree tree, Kptfile local) {
    String text = tree.kptfile();
    return text == null
        ? tree.with(Kptfile.NAME, PackageFile.of(Kptfile.create("x").placedAs(local).text()))
        : tree.with(
            Kptfile.NAME, PackageFile.of(Kptfile.parse(Kptfile.NAME, text).placedAs(local).text()));
  }
}
