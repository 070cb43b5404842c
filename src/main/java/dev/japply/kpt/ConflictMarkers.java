package dev.japply.kpt;

import dev.japply.diff.TextMerge;
import dev.japply.problem.JapplyException;
import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Packages with conflict marks around both versions of each conflict.
final class ConflictMarkers {
  private ConflictMarkers() {}

  /// Sees that nothing is left of the marks of an earlier update: those lines are neither side's.
  ///
  /// @throws JapplyException when a file has some that it was not fetched with
  static void requireNone(PackageTree local, PackageTree origin) {
    List<Problem> left = new ArrayList<>();
    local
        .files()
        .forEach((path, file) -> {
          int line = mark(file);
          if (line > 0 && mark(origin.file(path)) == 0) {
            left.add(
                Problem.error(
                    new Origin(path, line, 0),
                    "is marked as a conflict of an earlier update",
                    "choose a side, and remove the marks"));
          }
        });
    if (!left.isEmpty()) {
      throw new JapplyException(left);
    }
  }

  /// The line of the first mark; 0 where there is none.
  private static int mark(@Nullable PackageFile file) {
    return file != null && file.isText()
        ? file.text().lines().toList().indexOf(TextMerge.MARK) + 1
        : 0;
  }

  /// Returns the package with marks wherever the two merges differ.
  ///
  /// @param local the merge with precedence for the local side
  /// @param upstream the merge with precedence for upstream
  static MergedPackage between(MergedPackage local, MergedPackage upstream) {
    PackageTree tree = local.tree();
    for (var entry : local.tree().files().entrySet()) {
      PackageFile mine = entry.getValue();
      PackageFile theirs = upstream.tree().file(entry.getKey());
      if (theirs != null && !theirs.equals(mine) && mine.isText() && theirs.isText()) {
        tree = tree.with(entry.getKey(), mine.with(TextMerge.marked(mine.text(), theirs.text())));
      }
    }
    return new MergedPackage(tree, local.conflicts());
  }
}
