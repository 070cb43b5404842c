package dev.japply.cli.pkg;

import dev.japply.kpt.Kptfile.UpstreamLock;
import dev.japply.kpt.LocalChanges;
import dev.japply.kpt.MergeOptions.ConflictChoice;
import dev.japply.kpt.PackageSecrets;
import dev.japply.kpt.PackageTree;
import dev.japply.kpt.UpdateConflict;
import dev.japply.problem.Origin;
import dev.japply.report.ConflictText;
import dev.japply.report.PackageReport;
import dev.japply.report.PackageText;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

final class PackageReports {
  private PackageReports() {}

  /// Returns the files that differ between two versions.
  ///
  /// @param side the kind of comparison; empty for an update
  static List<PackageReport.File> files(String side, PackageTree before, PackageTree after) {
    var secrets = new PackageSecrets(before, after);
    return LocalChanges.between(before, after).stream()
        .map(edit ->
            new PackageReport.File(
                side,
                edit.path(),
                edit.kind().name().toLowerCase(Locale.ROOT),
                PackageText.diff(
                    edit.path(), before.file(edit.path()), after.file(edit.path()), secrets)))
        .toList();
  }

  static List<PackageReport.Conflict> conflicts(
      List<UpdateConflict> conflicts, String directory, ConflictChoice choice) {
    return conflicts.stream()
        .map(conflict -> {
          Origin place = ConflictText.place(conflict, directory);
          return new PackageReport.Conflict(
              place,
              conflict.subject(),
              conflict.field(),
              conflict.origin(),
              conflict.updated(),
              conflict.local(),
              result(conflict, choice));
        })
        .toList();
  }

  private static String result(UpdateConflict conflict, ConflictChoice choice) {
    return switch (choice) {
      case FAIL -> "refused";
      case MARK -> "marked";
      case UPSTREAM, LOCAL -> conflict.result().name().toLowerCase(Locale.ROOT);
    };
  }

  static PackageReport.@Nullable Version version(@Nullable UpstreamLock lock) {
    return lock == null ? null : known(lock);
  }

  static PackageReport.Version known(UpstreamLock lock) {
    return new PackageReport.Version(lock.from().ref(), lock.commit());
  }
}
