package dev.japply.cli.pkg;

import dev.japply.cli.flags.Command.LocalCommand;
import dev.japply.cli.flags.CommandContext;
import dev.japply.cli.flags.Flag;
import dev.japply.cli.flags.FlagSet;
import dev.japply.cli.flags.ReportFlags;
import dev.japply.cli.flags.ReportFlags.ReportTarget;
import dev.japply.cli.flags.Reports;
import dev.japply.cli.flags.UsageException;
import dev.japply.cli.pkg.LocalPackage.PackageArgument;
import dev.japply.diff.Secrets;
import dev.japply.io.Cancellation;
import dev.japply.kpt.Kptfile;
import dev.japply.kpt.Kptfile.UpstreamLock;
import dev.japply.kpt.LocalChanges;
import dev.japply.kpt.PackageFile;
import dev.japply.kpt.PackageTree;
import dev.japply.kpt.Upstream;
import dev.japply.kpt.git.GitRepository;
import dev.japply.kpt.git.PackageDirectory;
import dev.japply.problem.ExitCode;
import dev.japply.problem.JapplyException;
import dev.japply.problem.Origin;
import dev.japply.report.MessageWriter;
import dev.japply.report.PackageReport;
import dev.japply.report.PackageText;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import picocli.CommandLine.Model.UsageMessageSpec;

/// `japply pkg diff`: its flags and the versions that it compares.
final class PackageDiffCommand extends LocalCommand {
  private final Flag<PackageDiffRun.Type> type =
      flags
          .section("Comparison")
          .add("--type")
          .label("local|remote|combined|3way")
          .help(
              "Local edits; the changes of an update; local files against upstream's; or local"
                  + " edits, then the changes.")
          .value("local", PackageDiffCommand::type);
  private final ReportFlags report = new ReportFlags(flags.section("Output"), "", false);

  PackageDiffCommand(FlagSet set) {
    super(set);
  }

  @Override
  public String name() {
    return "diff";
  }

  @Override
  public void describe(UsageMessageSpec usage) {
    usage
        .header("Show local edits of a package, or changes upstream.")
        .description(
            "Lines with - are from the older version, lines with + from the newer one. Values of"
                + " Secrets are masked. Exits with 0, or with 1 after an error.")
        .customSynopsis("${ROOT-COMMAND-NAME} pkg diff [DIRECTORY][@VERSION] [flags]")
        .footer(
            "  ${ROOT-COMMAND-NAME} pkg diff app",
            "  ${ROOT-COMMAND-NAME} pkg diff app@v2 --type=remote");
  }

  @Override
  public int run(CommandContext context, Cancellation cancellation, List<String> arguments) {
    PackageArgument argument = PackageArgument.parse(global.command(), arguments);
    return new PackageDiffRun(context, cancellation)
        .run(argument.directory(), argument.version(), type.get(), report.targetsOfPackage())
        .status();
  }

  private static PackageDiffRun.Type type(String type) {
    return switch (type) {
      case "local" -> PackageDiffRun.Type.LOCAL;
      case "remote" -> PackageDiffRun.Type.REMOTE;
      case "combined" -> PackageDiffRun.Type.COMBINED;
      case "3way" -> PackageDiffRun.Type.THREE_WAY;
      default ->
          throw new UsageException(
              "invalid --type value \"" + type + "\"; must be local, remote, combined or 3way");
    };
  }

  private record PackageDiffRun(CommandContext context, Cancellation cancellation) {

    /// The versions to compare.
    enum Type {
      /// Between the fetched package and the local one: local edits.
      LOCAL,
      /// Between the fetched package and upstream: the effect of an update.
      REMOTE,
      /// Between the local package and upstream.
      COMBINED,
      /// Local edits, and then what an update brings.
      THREE_WAY
    }

    /// Prints the differences.
    ///
    /// @param version the upstream version; empty for the one that the Kptfile names
    /// @param targets reports in addition to, or in place of, the usual output
    ExitCode run(Path path, String version, Type type, List<ReportTarget> targets) {
      Reports reports = Reports.open(context, targets, Secrets.MASKED, cancellation);
      var line = new AtomicReference<>("failed");
      return reports.around(
          "pkg diff", false, line::get, () -> compare(path, version, type, reports, line));
    }

    private ExitCode compare(
        Path path, String version, Type type, Reports reports, AtomicReference<String> line) {
      var directory = new PackageDirectory(path);
      PackageTree local = LocalPackage.read(directory);
      LocalPackage.warnOfInterrupted(context.console(), directory, local);
      Kptfile kptfile = LocalPackage.kptfile(directory, local);
      UpstreamLock lock = lock(kptfile, path);
      var sources = new PackageSources(context.console(), cancellation);
      var referred = new ReferredPackages(sources, lock.from().repo());
      PackageTree fetched =
          referred.asFetched(sources.repository(lock.from().repo()).files(lock).tree(), local);
      PackageTree origin = placed(fetched, kptfile);
      Upstream upstream = kptfile.upstream();
      Upstream wanted = version.isEmpty() ? upstream : upstream.at(version);
      GitRepository repository = sources.repository(upstream.repo());
      UpstreamLock to = type == Type.LOCAL ? lock : repository.resolve(wanted);
      PackageTree updated =
          type == Type.LOCAL
              ? origin
              : placed(referred.updated(repository.files(to).tree(), fetched, local), kptfile);
      List<Comparison> comparisons = comparisons(type, origin, local, updated);
      List<PackageReport.File> files =
          comparisons.stream().flatMap(comparison -> comparison.files().stream()).toList();
      line.set(PackageText.compared(path.toString(), files.size()));
      reports.add(() ->
          new PackageReport(
              path.toString(),
              PackageReports.version(lock),
              PackageReports.known(to),
              files,
              List.of()));
      if (!reports.isPrinted()) {
        for (Comparison comparison : comparisons) {
          print(comparison, type, lock, wanted);
        }
      }
      return ExitCode.OK;
    }

    private static UpstreamLock lock(Kptfile kptfile, Path path) {
      UpstreamLock lock = kptfile.lock();
      if (lock == null) {
        throw new JapplyException(
            Origin.of(path.resolve(Kptfile.NAME).toString()),
            "has no upstreamLock: the fetched version is unknown",
            "update the package first");
      }
      return lock;
    }

    private static List<Comparison> comparisons(
        Type type, PackageTree origin, PackageTree local, PackageTree updated) {
      var here = new Comparison("local", LocalChanges.comparable(origin, local), local);
      var there = new Comparison("remote", origin, updated);
      return switch (type) {
        case LOCAL -> List.of(here);
        case REMOTE -> List.of(there);
        case COMBINED ->
            List.of(new Comparison("combined", local, LocalChanges.comparable(updated, local)));
        case THREE_WAY -> List.of(here, there);
      };
    }

    private record Comparison(String side, PackageTree before, PackageTree after) {
      List<PackageReport.File> files() {
        return PackageReports.files(side, before, after);
      }
    }

    private void print(Comparison comparison, Type type, UpstreamLock lock, Upstream wanted) {
      MessageWriter out = context.console().out();
      if (type == Type.THREE_WAY) {
        out.printLine(
            comparison.side().equals("local")
                ? "# here, since " + lock.from().ref() + " was fetched"
                : "# upstream, from there to " + wanted.ref());
      }
      out.printDiff(
          PackageText.diff(comparison.before(), comparison.after()), context.console().colours());
    }

    /// Ignores differences in the origin of the package.
    private static PackageTree placed(PackageTree tree, Kptfile local) {
      String text = tree.kptfile();
      return text == null
          ? tree.with(Kptfile.NAME, PackageFile.of(Kptfile.create("x").placedAs(local).text()))
          : tree.with(
              Kptfile.NAME,
              PackageFile.of(Kptfile.parse(Kptfile.NAME, text).placedAs(local).text()));
    }
  }
}
