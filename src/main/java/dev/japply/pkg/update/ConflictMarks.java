package dev.japply.pkg.update;

import dev.japply.diff.TextMerge;
import dev.japply.pkg.PackageFile;
import dev.japply.pkg.PackageTree;

/// Packages in which both versions stand of what is in conflict.
final class ConflictMarks {
  private ConflictMarks() {}

  /// The package with marks where the two differ.
  ///
  /// @param local the merge in which the local side wins
  /// @param upstream the merge in which upstream wins
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
