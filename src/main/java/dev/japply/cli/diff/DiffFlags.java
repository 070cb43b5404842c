package dev.japply.cli.diff;

import dev.japply.cli.flags.Console;
import dev.japply.cli.flags.Flag;
import dev.japply.cli.flags.Flags;
import dev.japply.cli.flags.ReportFlags;
import dev.japply.cli.flags.ReportFlags.ReportTarget;
import dev.japply.cli.flags.UsageException;
import dev.japply.diff.Secrets;
import dev.japply.diff.UnifiedDiff;
import dev.japply.plan.Compatibility;
import dev.japply.plan.Difference;
import dev.japply.report.FieldFilter;
import dev.japply.report.ProblemReporter.Requests;
import java.util.List;

/// The output flags of `diff`.
public final class DiffFlags {
  private final Flag<Integer> context;
  private final Flag<Boolean> metadata;
  private final Flag<Boolean> managedFields;
  private final Flag<Boolean> exitCode;
  private final Flag<Boolean> why;
  private final ReportFlags reports;

  public DiffFlags(Flags flags) {
    context = context(flags);
    metadata =
        flags
            .add("--show-metadata")
            .rare()
            .help(
                "Also compare status, uid, resourceVersion, generation, creationTimestamp,"
                    + " managedFields and the last-applied annotation.")
            .bool(false);
    managedFields =
        flags.add("--show-managed-fields").rare().help("Also compare managedFields.").bool(false);
    exitCode = exitCode(flags);
    why =
        flags
            .add("--why")
            .help(
                "Print below each difference the reason for each field, and the writer of the"
                    + " live value.")
            .bool(false);
    reports = new ReportFlags(flags, "differences and reports", true);
  }

  /// Returns the flag for the lines around a change.
  public static Flag<Integer> context(Flags flags) {
    return flags
        .add("-U", "--unified")
        .label("N")
        .help("The number of unchanged lines to show around a change.")
        .number(UnifiedDiff.USUAL_CONTEXT);
  }

  /// Returns the flag for an exit status that reports differences.
  public static Flag<Boolean> exitCode(Flags flags) {
    return flags
        .add("--exit-code")
        .help("Exit with status 1 if something differs; if false, with 0.")
        .bool(true);
  }

  /// Returns the number of lines around a change.
  ///
  /// @throws UsageException if it is negative
  public static int lines(Flag<Integer> context) {
    int lines = context.get();
    if (lines < 0) {
      throw new UsageException("invalid --unified value \"" + lines + "\"; must be at least 0");
    }
    return lines;
  }

  /// Rejects flags for japply's own differences if another program prints them.
  ///
  /// @param context the flag for the lines around a change
  public static void requireNoProgram(
      Console console, Flag<Integer> context, List<ReportTarget> targets) {
    if (!ExternalDiff.wanted(console)) {
      return;
    }
    if (context.isGiven()) {
      throw new UsageException(
          "-U cannot be used with KUBECTL_EXTERNAL_DIFF: pass it to that program");
    }
    if (targets.stream().anyMatch(ReportTarget::isPrinted)) {
      throw new UsageException(
          "a report cannot be printed along with KUBECTL_EXTERNAL_DIFF: give it a file");
    }
  }

  /// Returns the requested output.
  ///
  /// @throws UsageException if the flags are invalid or exclude each other
  DiffRun.Output output(Console console, Compatibility compatibility, Requests requests) {
    int lines = lines(context);
    List<ReportTarget> targets = reports.targets(false);
    requireNoProgram(console, context, targets);
    return new DiffRun.Output(
        fields(compatibility),
        lines,
        exitCode.get(),
        requests,
        reports.summarizes(),
        why.get(),
        targets);
  }

  /// Whether each difference is printed with its reasons.
  public boolean why() {
    return why.get();
  }

  /// Whether reasons are printed or reported anywhere.
  public boolean explains() {
    return why.get() || reports.isWanted();
  }

  /// Returns the fields to compare; kubectl includes `managedFields` only on request.
  private FieldFilter fields(Compatibility compatibility) {
    return compatibility.allows(Difference.SHORTENS_DIFFS)
        ? new FieldFilter(
            metadata.get(),
            managedFields.isGiven() ? managedFields.get() : metadata.get(),
            reports.secrets())
        : new FieldFilter(true, managedFields.get(), reports.secrets());
  }

  public Secrets secrets() {
    return reports.secrets();
  }
}
