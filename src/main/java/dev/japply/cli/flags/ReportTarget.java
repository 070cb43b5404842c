package dev.japply.cli.flags;

import dev.japply.report.ReportFormat;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// A requested report.
///
/// @param file the file to write; null for standard output, in place of the usual text
public record ReportTarget(ReportFormat format, @Nullable Path file) {
  /// Whether the report goes to standard output.
  public boolean isPrinted() {
    return file == null;
  }
}
