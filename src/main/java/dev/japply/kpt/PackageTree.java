package dev.japply.kpt;

import java.util.Collections;
import java.util.List;
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

  /// The directories of the packages inside of this one: those with a Kptfile, in the order of
  /// their paths.
  public List<String> inner() {
    String end = "/" + Kptfile.NAME;
    return files.keySet().stream()
        .filter(path -> path.endsWith(end))
        .map(path -> path.substring(0, path.length() - end.length()))
        .toList();
  }

  /// The files in a directory, by their paths from there.
  public PackageTree below(String directory) {
    String start = directory + "/";
    var below = new TreeMap<String, PackageFile>();
    files
        .tailMap(start)
        .forEach((path, file) -> {
          if (path.startsWith(start)) {
            below.put(path.substring(start.length()), file);
          }
        });
    return new PackageTree(below);
  }

  /// Returns a copy with those files as the content of a directory; other files in it are removed.
  public PackageTree with(String directory, PackageTree tree) {
    var changed = new TreeMap<>(files);
    changed.keySet().removeIf(path -> path.startsWith(directory + "/"));
    tree.files().forEach((path, file) -> changed.put(directory + "/" + path, file));
    return new PackageTree(changed);
  }

  /// The same with another file at `path`.
  public PackageTree with(String path, PackageFile file) {
    var changed = new TreeMap<>(files);
    changed.put(path, file);
    return new PackageTree(changed);
  }

  PackageTree without(String path) {
    var changed = new TreeMap<>(files);
    changed.remove(path);
    return new PackageTree(changed);
  }
}
