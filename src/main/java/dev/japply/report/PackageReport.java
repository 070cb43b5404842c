package dev.japply.report;

import dev.japply.problem.Origin;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The report about a package from git.
///
/// @param from the version that was fetched; null if it is unknown
/// @param to the version that the package was updated to or compared with
/// @param conflicts the changes made both upstream and locally
public record PackageReport(
    String directory,
    @Nullable Version from,
    Version to,
    List<File> files,
    List<Conflict> conflicts) {
  public PackageReport {
    files = List.copyOf(files);
    conflicts = List.copyOf(conflicts);
  }

  /// A version of the package upstream.
  ///
  /// @param ref the tag, branch or commit
  public record Version(String ref, String commit) {}

  /// A file that differs.
  ///
  /// @param side the comparison: `local`, `remote` or `combined`; empty for an update
  /// @param change `added`, `changed` or `deleted`
  /// @param diff the difference as git shows it, without the values of Secrets
  public record File(String side, String path, String change, String diff) {
    /// Returns the name of the file, with the comparison if there are several.
    String title() {
      return side.isEmpty() ? path : path + " (" + side + ")";
    }
  }

  /// A change made on both sides.
  ///
  /// @param place the position of the conflict
  /// @param subject the object; empty for files without objects
  /// @param field the field; empty for the whole object
  /// @param was the value that was fetched; empty if missing, like the other two values
  /// @param result the resolution: `upstream`, `local`, `marked` or `refused`
  public record Conflict(
      Origin place,
      String subject,
      String field,
      String was,
      String upstream,
      String here,
      String result) {}
}
