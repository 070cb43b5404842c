package dev.japply.pkg;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// The files of a package, by their paths from its directory: `sub/app.yaml`.
///
/// @param files in the order of their paths
public record PackageTree(SortedMap<String, PackageFile> files) {
  /// No files.
  public static final PackageTree EMPTY = new PackageTree(new TreeMap<>());

  public PackageTree {
    files = Collections.unmodifiableSortedMap(new TreeMap<>(files));
  }

  /// The file at `path`; null when there is none.
  public @Nullable PackageFile file(String path) {
    return files.get(path);
  }

  /// The Kptfile's text; null when there is none.
  public @Nullable String kptfile() {
    PackageFile file = file(Kptfile.NAME);
    return file == null ? null : file.text();
  }

  /// The same with another file at `path`.
  public PackageTree with(String path, PackageFile file) {
    var changed = new TreeMap<>(files);
    changed.put(path, file);
    return new PackageTree(changed);
  }

  /// The same without the file at `path`.
  public PackageTree without(String path) {
    var changed = new TreeMap<>(files);
    changed.remove(path);
    return new PackageTree(changed);
  }
}
