package dev.japply.cli.pkg;

import dev.japply.apply.Event;
import dev.japply.cli.flags.Command.LocalCommand;
import dev.japply.cli.flags.CommandContext;
import dev.japply.cli.flags.Console;
import dev.japply.cli.flags.Flag;
import dev.japply.cli.flags.FlagSet;
import dev.japply.cli.flags.ReportFlags;
import dev.japply.cli.flags.ReportFlags.ReportTarget;
import dev.japply.cli.flags.Reports;
import dev.japply.cli.pkg.LocalPackage.PackageArgument;
import dev.japply.diff.Secrets;
import dev.japply.io.Cancellation;
import dev.japply.kpt.InterruptedUpdate;
import dev.japply.kpt.InterruptedUpdate.Goal;
import dev.japply.kpt.Kptfile;
import dev.japply.kpt.Kptfile.UpdateStrategy;
import dev.japply.kpt.Kptfile.UpstreamLock;
import dev.japply.kpt.LocalChanges;
import dev.japply.kpt.LocalChanges.Edit;
import dev.japply.kpt.MergeOptions;
import dev.japply.kpt.MergeOptions.ConflictChoice;
import dev.japply.kpt.PackageFile;
import dev.japply.kpt.PackageTree;
import dev.japply.kpt.PackageUpdate;
import dev.japply.kpt.PackageUpdate.MergedPackage;
import dev.japply.kpt.Upstream;
import dev.japply.kpt.git.GitRepository.FetchedFiles;
import dev.japply.kpt.git.PackageDirectory;
import dev.japply.problem.ExitCode;
import dev.japply.problem.JapplyException;
import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import dev.japply.problem.WarningId;
import dev.japply.report.ConflictText;
import dev.japply.report.PackageReport;
import dev.japply.report.PackageText;
import dev.japply.report.ProblemReporter.Requests;
import dev.japply.report.Reporter;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.UsageMessageSpec;

/// `japply pkg update`: its flags, and the request that they make.
final class PackageUpdateCommand extends LocalCommand {
  private final Flag<Optional<UpdateStrategy>> strategy =
      PackageMergeFlags.strategy(
          flags.section("Update"),
          "The strategy of this and later updates; by default the strategy of the Kptfile.");
  private final Flag<Boolean> comments =
      PackageMergeFlags.comments(
          flags.section("Update"),
          "Write the comment # kpt-merge: NAMESPACE/NAME into each object of upstream, which"
              + " identifies it after a rename, in this and later updates; by default the choice"
              + " in the Kptfile.");
  private final PackageMergeFlags merge = new PackageMergeFlags(flags.section("Update"));
  private final Flag<Boolean> dryRun =
      flags
          .section("Update")
          .add("--dry-run")
          .help("Write nothing: show the changes of files, and the conflicts.")
          .bool(false);
  private final Flag<Boolean> requireClean =
      flags
          .section("Update")
          .add("--require-clean")
          .help("Refuse to update a package in a git repository with uncommitted edits.")
          .bool(true);
  private final Flag<Boolean> continues =
      flags
          .section("Update")
          .add("--continue")
          .help("Finish an interrupted update. Files that were edited since are conflicts.")
          .bool(false);
  private final ReportFlags report = new ReportFlags(flags.section("Output"), "", false);

  PackageUpdateCommand(FlagSet set) {
    super(set);
  }

  @Override
  public String name() {
    return "update";
  }

  @Override
  public void describe(UsageMessageSpec usage) {
    usage
        .header("Update a package to another version of its upstream.")
        .description(
            "Without VERSION, fetches the version of the Kptfile again. Keeps locally edited"
                + " values. Updates the whole directory or nothing; --continue or the same command"
                + " finishes an interrupted update.",
            "Exits with 0, with 3 after a conflict, or with 1 after an error.")
        .customSynopsis("${ROOT-COMMAND-NAME} pkg update [DIRECTORY][@VERSION] [flags]")
        .footer(
            "  ${ROOT-COMMAND-NAME} pkg update",
            "  ${ROOT-COMMAND-NAME} pkg update app@v2",
            "  ${ROOT-COMMAND-NAME} pkg update app@main --strategy=fast-forward",
            "  ${ROOT-COMMAND-NAME} pkg update app --continue");
  }

  @Override
  public int run(CommandContext context, Cancellation cancellation, List<String> arguments) {
    PackageArgument argument = PackageArgument.parse(global.command(), arguments);
    return new PackageUpdateRun(
            context,
            cancellation,
            argument.directory(),
            argument.version(),
            strategy.get().orElse(null),
            comments.isGiven() ? Optional.of(comments.get()) : Optional.empty(),
            merge.read(global, context.console(), cancellation),
            dryRun.get(),
            requireClean.get(),
            continues.get(),
            report.targetsOfPackage())
        .run()
        .status();
  }

  /// Carries out `japply pkg update`.
  ///
  /// @param path the directory of the package
  /// @param version the tag, branch or commit to update to; empty for the one that the Kptfile
  ///   names
  /// @param strategy the update strategy; null for the one that the Kptfile names
  /// @param comments whether each object gets a comment that identifies it; empty for the choice of
  ///   the Kptfile
  /// @param merge options for files that both sides changed
  /// @param dryRun whether only to show what would change
  /// @param requireClean whether uncommitted edits end the run
  /// @param continues whether only to finish an interrupted update
  /// @param targets reports in addition to, or in place of, the usual output
  private record PackageUpdateRun(
      CommandContext context,
      Cancellation cancellation,
      Path path,
      String version,
      @Nullable UpdateStrategy strategy,
      Optional<Boolean> comments,
      MergeOptions merge,
      boolean dryRun,
      boolean requireClean,
      boolean continues,
      List<ReportTarget> targets) {
    PackageUpdateRun {
      targets = List.copyOf(targets);
    }

    /// Updates a package, or shows what that would change.
    ExitCode run() {
      Reports reports = Reports.open(context, targets, Secrets.MASKED, cancellation);
      var line = new AtomicReference<>("failed");
      return reports.around("pkg update", dryRun, line::get, () -> update(reports, line));
    }

    /// An update before it is written.
    ///
    /// @param goal the record of it in the journal
    /// @param from the version of the package here; null when it does not name one
    /// @param edits the files that were edited here since they were fetched
    /// @param found the interrupted update that this one finishes
    private record Update(
        Goal goal,
        MergedPackage merged,
        PackageTree result,
        @Nullable UpstreamLock from,
        UpstreamLock to,
        List<Edit> edits,
        Optional<InterruptedUpdate> found) {}

    private ExitCode update(Reports reports, AtomicReference<String> line) {
      var directory = new PackageDirectory(path);
      PackageTree local = LocalPackage.read(directory);
      Optional<InterruptedUpdate> found = directory.interrupted();
      requireSame(found);
      Update update =
          found.isPresent() ? finish(directory, local, found.get()) : fresh(directory, local);
      PackageTree result = update.result();
      MergedPackage merged = update.merged();
      boolean written = isWritten(merged);
      if (written && !result.equals(local)) {
        checkCommitted(local, update);
      }
      ExitCode status = report(merged, reports);
      if (written) {
        directory.replace(local, result, update.goal(), update.found());
      }
      String name = path.toString();
      List<Edit> edits = LocalChanges.between(local, result);
      line.set(PackageText.updated(name, update.from(), update.to(), edits, !written));
      reports.add(() ->
          new PackageReport(
              name,
              PackageReports.version(update.from()),
              PackageReports.known(update.to()),
              PackageReports.files("", local, result),
              PackageReports.conflicts(merged.conflicts(), name, merge.choice())));
      if (!reports.isPrinted()) {
        print(local, result, written || dryRun ? line.get() : "");
      }
      return status;
    }

    private void requireSame(Optional<InterruptedUpdate> found) {
      Origin place = Origin.of(path.toString());
      boolean named = !continues || !version.isEmpty();
      if (found.isEmpty() && continues) {
        throw new JapplyException(place, "no update was interrupted here", "leave --continue out");
      }
      if (found.isPresent() && named && !found.get().goal().isRequestedBy(version, strategy)) {
        throw new JapplyException(
            place,
            PackageText.interrupted(found.get().goal()),
            "finish that one first with japply pkg update --continue, or remove %s, which leaves"
                    .formatted(found.get().record())
                + " the files as they are");
      }
    }

    /// Edits of a package that the update changes must be committed; files that upstream does not
    /// have count when it changes them.
    private void checkCommitted(PackageTree local, Update update) {
      PackageTree result = update.result();
      List<Edit> edits =
          update.edits().stream()
              .filter(edit ->
                  edit.kind() != LocalChanges.Kind.ADDED
                      || !Objects.equals(local.file(edit.path()), result.file(edit.path())))
              .toList();
      var sources = new PackageSources(context.console(), cancellation);
      if (requireClean) {
        sources.requireCommitted(path, edits);
      } else {
        sources.warnOfUncommitted(path, edits);
      }
    }

    /// The rest of an update that was interrupted. Nothing is fetched for it.
    private Update finish(PackageDirectory directory, PackageTree local, InterruptedUpdate found) {
      context
          .console()
          .warn(
              WarningId.INTERRUPTED_UPDATE,
              LocalPackage.interrupted(directory, found, local) + "; this finishes the update");
      MergedPackage merged = found.finish(local, merge);
      UpstreamLock from = LocalPackage.kptfile(directory, found.before(local)).lock();
      UpstreamLock to = LocalPackage.kptfile(directory, merged.tree()).lock();
      if (to == null) {
        throw new JapplyException(
            Origin.of(found.record()),
            "the record of the update names no version",
            "remove it, and update again");
      }
      return new Update(
          found.goal(), merged, merged.tree(), from, to, List.of(), Optional.of(found));
    }

    private Update fresh(PackageDirectory directory, PackageTree local) {
      Kptfile kptfile = LocalPackage.kptfile(directory, local);
      var sources = new PackageSources(context.console(), cancellation);
      Upstream upstream = kptfile.upstream();
      Upstream wanted = version.isEmpty() ? upstream : upstream.at(version);
      UpdateStrategy chosen = strategy == null ? kptfile.strategy() : strategy;
      UpstreamLock lock = sources.repository(upstream.repo()).resolve(wanted);
      sources.warnOfCredentials(upstream);
      UpstreamLock before = kptfile.lock();
      PackageUpdate versions = versions(local, before, lock);
      boolean written = comments.orElseGet(kptfile::hasComments);
      MergedPackage merged = merged(chosen, versions, merge.withComments(written));
      return new Update(
          new Goal(/* requested= */ version, /* version= */ wanted.ref(), chosen.text()),
          merged,
          placed(merged.tree(), each -> each.withComments(written).with(wanted, chosen).with(lock)),
          before,
          lock,
          LocalChanges.since(versions.origin(), local),
          Optional.empty());
    }

    /// The package as it was fetched, as it is here, and as it is upstream now.
    private PackageUpdate versions(
        PackageTree local, @Nullable UpstreamLock before, UpstreamLock lock) {
      var sources = new PackageSources(context.console(), cancellation);
      FetchedFiles updated = sources.repository(lock.from().repo()).files(lock);
      sources.warnOfSkipped(updated.skipped());
      PackageTree origin =
          before == null
              ? PackageTree.EMPTY
              : sources.repository(before.from().repo()).files(before).tree();
      var referred = new ReferredPackages(sources, lock.from().repo());
      PackageTree fetched = referred.asFetched(origin, local);
      return new PackageUpdate(fetched, local, referred.updated(updated.tree(), fetched, local));
    }

    private MergedPackage merged(
        UpdateStrategy chosen, PackageUpdate versions, MergeOptions options) {
      try {
        return versions.run(chosen, options);
      } catch (JapplyException e) {
        throw new JapplyException(
            e.problems().stream().map(problem -> within(path, problem)).toList());
      }
    }

    private static Problem within(Path directory, Problem problem) {
      Origin origin = problem.origin();
      return origin.source().isEmpty()
          ? problem
          : problem.movedTo(
              new Origin(
                  directory.resolve(origin.source()).toString(), origin.line(), origin.column()));
    }

    private boolean isWritten(MergedPackage merged) {
      boolean refused = merge.choice() == ConflictChoice.FAIL && !merged.conflicts().isEmpty();
      return !dryRun && !refused;
    }

    private void print(PackageTree local, PackageTree result, String line) {
      Console console = context.console();
      if (dryRun) {
        console.out().printDiff(PackageText.diff(local, result), console.colours());
        console.lastLine().set(line);
      } else if (!line.isEmpty()) {
        console.out().printLine(line);
      }
    }

    private ExitCode report(MergedPackage merged, Reports reports) {
      Reporter problems = Reporter.all(reports, context.console().problems(Requests.HIDDEN));
      String directory = path.toString();
      for (Problem problem : ConflictText.problems(merged.conflicts(), directory, merge.choice())) {
        problems.accept(new Event.Warned(problem));
      }
      if (merged.conflicts().isEmpty()) {
        return ExitCode.OK;
      }
      if (merge.choice() == ConflictChoice.FAIL && !dryRun) {
        context.console().printError(ConflictText.nothingWritten(merged.conflicts().size()));
      }
      return ExitCode.CONFLICTS;
    }

    private static PackageTree placed(PackageTree merged, UnaryOperator<Kptfile> placing) {
      PackageFile file = merged.files().getOrDefault(Kptfile.NAME, PackageFile.of(""));
      Kptfile kptfile = placing.apply(Kptfile.parse(Kptfile.NAME, file.text()));
      return merged.with(Kptfile.NAME, file.with(kptfile.text()));
    }
  }
}
