package dev.japply.kpt;

import dev.japply.kpt.Kptfile.UpdateStrategy;
import dev.japply.kpt.MergeOptions.ConflictChoice;
import dev.japply.kpt.PackageUpdate.MergedPackage;
import java.util.Map;
import java.util.TreeMap;

/// Packages in three versions, for tests.
///
/// @param origin as it was fetched
record Trees(PackageTree origin, PackageTree updated, PackageTree local) {

  /// Versions of one file.
  static Trees of(String origin, String updated, String local) {
    return new Trees(file(origin), file(updated), file(local));
  }

  private static PackageTree file(String text) {
    return text.isEmpty() ? PackageTree.EMPTY : tree(Map.of("a.yaml", text));
  }

  static PackageTree tree(Map<String, String> files) {
    var tree = new TreeMap<String, PackageFile>();
    files.forEach((path, text) -> tree.put(path, PackageFile.of(text)));
    return new PackageTree(tree);
  }

  /// The merge in which upstream wins.
  MergedPackage merge() {
    return merge(true);
  }

  MergedPackage merge(boolean upstreamWins) {
    return merge(upstreamWins, new ManifestFiles.Read());
  }

  MergedPackage merge(boolean upstreamWins, ManifestFiles.Read read) {
    return merge(
        MergeOptions.DEFAULT.with(upstreamWins ? ConflictChoice.UPSTREAM : ConflictChoice.LOCAL),
        read);
  }

  MergedPackage merge(MergeOptions options) {
    return merge(options, new ManifestFiles.Read());
  }

  /// @param read what was read of them before
  MergedPackage merge(MergeOptions options, ManifestFiles.Read read) {
    return new PackageMerge(origin, updated, local, options, read).run();
  }

  /// The whole update, with marks if the options choose that.
  MergedPackage update(MergeOptions options) {
    return new PackageUpdate(origin, local, updated).run(UpdateStrategy.RESOURCE_MERGE, options);
  }

  /// The file of a merge; empty when there is none.
  static String text(MergedPackage merged) {
    return text(merged.tree(), "a.yaml");
  }

  static String text(PackageTree tree, String path) {
    PackageFile file = tree.file(path);
    return file == null ? "" : file.text();
  }

  /// The conflicts in short: `3 spec.replicas: 1 -> 2 | 3 => UPSTREAM`.
  static java.util.List<String> conflicts(MergedPackage merged) {
    return merged.conflicts().stream()
        .map(c ->
            "%d %s: %s -> %s | %s => %s"
                .formatted(
                    c.place().line(), c.field(), c.origin(), c.updated(), c.local(), c.result()))
        .toList();
  }
}
