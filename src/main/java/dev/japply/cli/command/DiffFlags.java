package dev.japply.cli.command;

import dev.japply.cli.flags.Console;
import dev.japply.cli.flags.Flags;
import dev.japply.cli.flags.ReportFlag;
import dev.japply.cli.flags.ReportTarget;
import dev.japply.cli.flags.ShowSecretsFlag;
import dev.japply.cli.flags.SummaryFlag;
import dev.japply.cli.flags.UsageException;
import dev.japply.diff.Secrets;
import dev.japply.diff.UnifiedDiff;
import dev.japply.plan.Compatibility;
import dev.japply.plan.Difference;
import dev.japply.report.ProblemReporter.Requests;
import dev.japply.report.ShownFields;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// The flags that say what `diff` prints.
final class DiffFlags {
  @Nullable Integer context;
  boolean metadata;
  @Nullable Boolean managedFields;
  boolean exitCode = true;
  boolean why;
  ShowSecretsFlag secrets = new ShowSecretsFlag();
  ReportFlag reports = new ReportFlag();
  SummaryFlag summary = new SummaryFlag();

  /// Adds them to those of a command.
  void declare(Flags flags) {
    flags
        .add("-U", "--unified")
        .label("N")
        .help("The number of unchanged lines to show before and after a change.")
        .number(UnifiedDiff.USUAL_CONTEXT, value -> context = value);
    flags
        .add("--show-metadata")
        .help(
            "Compare status, uid, resourceVersion, generation, creationTimestamp, managedFields and"
                + " the last-applied annotation, too.")
        .bool(metadata, value -> metadata = value);
    flags
        .add("--show-managed-fields")
        .help("Compare managedFields, too.")
        .bool(false, value -> managedFields = value);
    flags
        .add("--exit-code")
        .help("Exit with status 1 if something differs; if false, with 0.")
        .bool(exitCode, value -> exitCode = value);
    flags
        .add("--why")
        .help("Say below each difference why each field changes, and who wrote what is live.")
        .bool(why, value -> why = value);
    secrets.declare(flags, "differences and reports");
    reports.declare(flags);
    summary.declare(flags);
  }

  /// What is to be printed.
  ///
  /// @throws UsageException when the flags make no sense
  DiffRequest.Output output(Console console, Compatibility compatibility, Requests requests) {
    int lines = Objects.requireNonNullElse(context, UnifiedDiff.USUAL_CONTEXT);
    if (lines < 0) {
      throw new UsageException("invalid --unified value \"" + lines + "\"; must be at least 0");
    }
    if (context != null && ExternalDiff.wanted(console)) {
      throw new UsageException(
          "-U cannot be used with KUBECTL_EXTERNAL_DIFF: pass it to that program");
    }
    List<ReportTarget> targets = reports.targets(false);
    if (targets.stream().anyMatch(ReportTarget::isPrinted) && ExternalDiff.wanted(console)) {
      throw new UsageException(
          "a report cannot be printed along with KUBECTL_EXTERNAL_DIFF: give it a file");
    }
    return new DiffRequest.Output(
        fields(compatibility),
        lines,
        exitCode,
        requests,
        summary.isWanted(compatibility),
        why,
        targets);
  }

  /// Whether it is told of each difference why.
  boolean why() {
    return why;
  }

  /// Whether reasons are told anywhere.
  boolean tellsWhy() {
    return why || reports.isWanted();
  }

  /// kubectl shows `managedFields` on request alone.
  private ShownFields fields(Compatibility compatibility) {
    return compatibility.allows(Difference.HIDES_METADATA_IN_DIFFS)
        ? new ShownFields(
            metadata, Objects.requireNonNullElse(managedFields, metadata), secrets.secrets())
        : new ShownFields(
            true, Objects.requireNonNullElse(managedFields, false), secrets.secrets());
  }

  /// Whether the values of Secrets are to be shown.
  Secrets secrets() {
    return secrets.secrets();
  }
}
