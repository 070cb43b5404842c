package dev.japply.cli.flags;

import dev.japply.diff.Secrets;
import dev.japply.diff.SimilarName;
import dev.japply.report.ReportFormat;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The flags for the reports of a run.
public final class ReportFlags {
  private static final List<String> FORMATS = List.of(ReportFormat.NAMES.split(" "));

  private final Flag<List<String>> reports;
  private final Flag<Boolean> secrets;
  private final Flag<Boolean> summary;

  /// @param secretsIn the output that can contain values of Secrets; empty for none
  /// @param summarizes whether the command can print a summary
  public ReportFlags(Flags flags, String secretsIn, boolean summarizes) {
    reports =
        flags
            .add("--report")
            .label("FORMAT[=FILE]")
            .candidates(FORMATS)
            .help(
                "Report the run as "
                    + alternatives(FORMATS)
                    + ", in a file or instead of the usual output; may be repeated.")
            .texts();
    secrets =
        flags
            .where(!secretsIn.isEmpty())
            .add("--show-secrets")
            .rare()
            .help(
                "Show the values of Secrets, not ***, in "
                    + secretsIn
                    + ". Careful: logs of CI systems and comments store them for all readers.")
            .bool(false);
    summary =
        flags
            .where(summarizes)
            .add("--summary")
            .rare()
            .help("Print a summary on standard error: the number of objects with each result.")
            .bool(true);
  }

  private static String alternatives(List<String> formats) {
    int last = formats.size() - 1;
    return String.join(", ", formats.subList(0, last)) + " or " + formats.get(last);
  }

  public Secrets secrets() {
    return secrets.get() ? Secrets.SHOWN : Secrets.MASKED;
  }

  /// Whether to print a summary.
  public boolean summarizes() {
    return summary.get();
  }

  /// Whether the user typed the flag for a summary, so that it is printed although the text has its
  /// numbers.
  public boolean isSummaryTyped() {
    return summary.isTyped() && summary.get();
  }

  /// Returns one of these flags that the user typed; empty if there is none.
  public Optional<String> given() {
    return Stream.of(reports, secrets, summary).filter(Flag::isTyped).map(Flag::name).findFirst();
  }

  /// Whether any reports are requested.
  public boolean isWanted() {
    return !reports.get().isEmpty();
  }

  /// Returns the requested reports.
  ///
  /// @param output whether another flag requests standard output
  /// @throws UsageException if a format is unknown, or two outputs go to standard output
  public List<ReportTarget> targets(boolean output) {
    var targets = new ArrayList<ReportTarget>();
    for (String report : reports.get()) {
      int sign = report.indexOf('=');
      String name = sign < 0 ? report : report.substring(0, sign);
      ReportFormat format = ReportFormat.named(name).orElseThrow(() -> unknown(name));
      if (sign >= 0 && sign == report.length() - 1) {
        throw new UsageException("invalid --report value \"" + report + "\"; a file must follow =");
      }
      targets.add(new ReportTarget(format, sign < 0 ? null : Path.of(report.substring(sign + 1))));
    }
    long printed = targets.stream().filter(ReportTarget::isPrinted).count();
    if (printed > 1) {
      throw new UsageException(
          "only one --report can be printed; give the others files, as --report=json=report.json");
    }
    if (printed == 1 && output) {
      throw new UsageException(
          "--report cannot be printed along with -o; give it a file, as --report=json=report.json");
    }
    return targets;
  }

  private static UsageException unknown(String name) {
    return new UsageException(
        "invalid --report value \"%s\"; must be one of %s%s"
            .formatted(
                name,
                String.join(", ", ReportFormat.names()),
                SimilarName.question(ReportFormat.names(), name)));
  }

  /// Returns the requested reports about a package, which do not support HTML.
  ///
  /// @throws UsageException if HTML is requested
  public List<ReportTarget> targetsOfPackage() {
    List<ReportTarget> targets = targets(false);
    if (targets.stream().anyMatch(target -> target.format() == ReportFormat.HTML)) {
      throw new UsageException(
          "--report=html is a page of objects; a package can be reported as "
              + alternatives(FORMATS.stream().filter(format -> !format.equals("html")).toList()));
    }
    return targets;
  }

  /// A requested report.
  ///
  /// @param file the file to write; null for standard output, in place of the usual text
  public record ReportTarget(ReportFormat format, @Nullable Path file) {
    /// Whether the report goes to standard output.
    public boolean isPrinted() {
      return file == null;
    }
  }
}
