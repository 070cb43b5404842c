package dev.japply.report;

import dev.japply.problem.Origin;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What is reported of a package from git.
///
/// @param directory where it is
/// @param from what it was fetched as; null when that is not known
/// @param to what it was updated to, or compared with
/// @param files those that differ
/// @param conflicts what was changed both upstream and here
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
  /// @param side what is compared: `local`, `remote` or `combined`; empty for an update
  /// @param change `added`, `changed` or `deleted`
  /// @param diff the difference, as git shows it; without the values of Secrets
  public record File(String side, String path, String change, String diff) {
    /// How it is named where several comparisons are shown.
    String title() {
      return side.isEmpty() ? path : path + " (" + side + ")";
    }
  }

  /// Something that both sides changed.
  ///
  /// @param place where it stands
  /// @param subject the object; empty for files that hold none
  /// @param field the field; empty for the whole
  /// @param was the value that was fetched; empty for none, as the other two
  /// @param result what became of it: `upstream`, `local`, `marked` or `refused`
  public record Conflict(
      Origin place,
      String subject,
      String field,
      String was,
      String upstream,
      String here,
      String result) {}
}
