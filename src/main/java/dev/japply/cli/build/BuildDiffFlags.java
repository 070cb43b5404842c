package dev.japply.cli.build;

import dev.japply.cli.diff.DiffFlags;
import dev.japply.cli.diff.ExternalDiff;
import dev.japply.cli.flags.BuildRequest;
import dev.japply.cli.flags.CommandContext;
import dev.japply.cli.flags.Console;
import dev.japply.cli.flags.Flag;
import dev.japply.cli.flags.FlagSet;
import dev.japply.cli.flags.Flags;
import dev.japply.cli.flags.GlobalFlags;
import dev.japply.cli.flags.ReportFlags;
import dev.japply.cli.flags.ReportFlags.ReportTarget;
import dev.japply.cli.flags.UsageException;
import dev.japply.io.Cancellation;
import java.util.List;
import java.util.stream.Stream;

/// The flags of `build --diff`.
final class BuildDiffFlags {
  private final Flag<String> revision;
  private final Flag<List<String>> filenames;
  private final Flag<Boolean> recursive;
  private final Flag<Integer> around;
  private final Flag<Boolean> exitCode;
  private final ReportFlags reports;

  /// @param flags the section of these flags
  BuildDiffFlags(Flags flags) {
    revision =
        flags
            .add("--diff")
            .label("REV")
            .help(
                "Show how the objects differ from a commit, branch or tag; with ... at the end,"
                    + " from the commit where the current branch left it.")
            .text("");
    filenames =
        flags
            .add("-f", "--filename")
            .label("FILE,...")
            .help("Compare files, directories or patterns of manifests instead of kustomizations.")
            .lists();
    recursive =
        flags
            .add("-R", "--recursive")
            .help("Read the directories of -f recursively, or build all kustomizations in DIR.")
            .bool(false);
    around = DiffFlags.context(flags);
    exitCode = DiffFlags.exitCode(flags);
    reports = new ReportFlags(flags, "differences and reports", true);
  }

  boolean isWanted() {
    return revision.isGiven();
  }

  /// Whether to build all kustomizations in a directory. A comparison does so anyway.
  boolean isRecursive() {
    return recursive.get();
  }

  /// Whether a comparison is requested by arguments that may be invalid.
  boolean isMentioned(FlagSet flags) {
    return flags.mentions(revision);
  }

  /// Rejects the other flags, which only a comparison has.
  void requireNone() {
    Stream.of(filenames, around, exitCode)
        .filter(Flag::isTyped)
        .map(Flag::name)
        .findFirst()
        .or(() -> reports.given())
        .ifPresent(name -> {
          throw new UsageException(name + " is only for --diff");
        });
  }

  /// Returns the comparison.
  ///
  /// @param building the request to build each kustomization
  /// @param folders the directories on the command line
  BuildDiffRun comparison(
      CommandContext context,
      Cancellation cancellation,
      BuildRequest building,
      List<String> folders,
      GlobalFlags global) {
    Console console = context.console();
    if (!filenames.get().isEmpty() && !folders.isEmpty()) {
      throw new UsageException("only one of -f and DIR can be specified");
    }
    if (!building.command().isEmpty()) {
      throw new UsageException("--kustomize-command cannot be used with --diff");
    }
    int lines = DiffFlags.lines(around);
    List<ReportTarget> targets = reports.targets(false);
    DiffFlags.requireNoProgram(console, around, targets);
    return new BuildDiffRun(
        context,
        cancellation,
        revision.get(),
        filenames.get().isEmpty()
            ? new BuildDiffRun.Kustomizations(folders)
            : new BuildDiffRun.Manifests(filenames.get(), recursive.get()),
        building,
        new BuildDiffRun.Output(
            lines,
            ExternalDiff.wanted(console)
                ? ExternalDiff.of(console, global.compatibility(console))
                : null,
            exitCode.get(),
            reports.secrets(),
            reports.summarizes(),
            targets,
            global.requests()));
  }
}
