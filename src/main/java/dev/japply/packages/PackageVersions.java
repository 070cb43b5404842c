package dev.japply.packages;

import dev.japply.kpt.Kptfile.UpdateStrategy;
import dev.japply.kpt.MergeOptions;
import dev.japply.kpt.MergeOptions.ConflictChoice;
import dev.japply.kpt.PackageFile;
import dev.japply.kpt.PackageTree;
import dev.japply.kpt.PackageUpdate;
import dev.japply.kpt.PackageUpdate.MergedPackage;
import dev.japply.kpt.UpdateConflict;
import java.util.Map;
import java.util.TreeMap;

/// A package of manifests in three versions: what two sides started from, and what each made of it.
/// They merge as `japply pkg update` merges them:
///
/// ```java
/// Map<String, String> origin = Map.of("app.yaml", "kind: A\napiVersion: v1\na: 1\nb: 1\n");
/// Map<String, String> updated = Map.of("app.yaml", "kind: A\napiVersion: v1\na: 2\nb: 1\n");
/// Map<String, String> local = Map.of("app.yaml", "kind: A\napiVersion: v1\na: 1\nb: 3 # mine\n");
/// MergedFiles merged = new PackageVersions(origin, updated, local).merge(PackageRules.DEFAULT);
/// String text = merged.files().get("app.yaml"); // … a: 2, b: 3 # mine
/// merged.conflicts().forEach(System.err::println);
/// ```
///
/// Objects are identified by group, kind, namespace and name, in whatever file they are. Parts that
/// no side changed keep their bytes. Files that are no manifests merge as texts, line by line. A
/// `Kptfile` merges, too, but the source of the package stays the local one.
///
/// @param origin the texts of the files, by their paths from the directory of the package:
///   `sub/app.yaml`
/// @param updated the same files of upstream
/// @param local the same files here, with local edits
public record PackageVersions(
    Map<String, String> origin, Map<String, String> updated, Map<String, String> local) {
  public PackageVersions {
    origin = Map.copyOf(origin);
    updated = Map.copyOf(updated);
    local = Map.copyOf(local);
  }

  /// The paths of the files.
  @Override
  public String toString() {
    return "origin "
        + origin.keySet()
        + ", updated "
        + updated.keySet()
        + ", local "
        + local.keySet();
  }

  /// The merged files, and what both sides changed.
  ///
  /// @throws dev.japply.problem.JapplyException when a Kptfile cannot be read
  public MergedFiles merge(PackageRules rules) {
    ConflictChoice choice =
        switch (rules.winner()) {
          case UPSTREAM -> ConflictChoice.UPSTREAM;
          case LOCAL -> ConflictChoice.LOCAL;
        };
    var options = new MergeOptions(choice, rules.inferredKeys(), rules.definitions());
    MergedPackage merged =
        new PackageUpdate(tree(origin), tree(local), tree(updated))
            .run(UpdateStrategy.RESOURCE_MERGE, options);
    var files = new TreeMap<String, String>();
    merged.tree().files().forEach((path, file) -> files.put(path, file.text()));
    return new MergedFiles(
        files, merged.conflicts().stream().map(PackageVersions::conflict).toList());
  }

  private static PackageTree tree(Map<String, String> texts) {
    var files = new TreeMap<String, PackageFile>();
    texts.forEach((path, text) -> files.put(path, PackageFile.of(text)));
    return new PackageTree(files);
  }

  private static EditConflict conflict(UpdateConflict conflict) {
    Winner winner =
        switch (conflict.result()) {
          case UPSTREAM -> Winner.UPSTREAM;
          case LOCAL -> Winner.LOCAL;
        };
    return new EditConflict(
        conflict.place(),
        conflict.subject(),
        conflict.field(),
        conflict.origin(),
        conflict.updated(),
        conflict.local(),
        winner);
  }
}
