package dev.japply.input;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// The manifests in a directory, found as Go's `filepath.Walk` finds them: in byte order of the
/// names, hidden ones too, and without following symbolic links to directories.
final class FileWalk {
  private static final Set<String> EXTENSIONS = Set.of(".json", ".yaml", ".yml");

  private final Path directory;
  private final boolean recursive;
  private final List<String> files = new ArrayList<>();
  private final List<String> kustomizations = new ArrayList<>();

  private FileWalk(Path directory, boolean recursive) {
    this.directory = directory;
    this.recursive = recursive;
  }

  /// Result of the walk.
  ///
  /// @param kustomizations files of kustomize's names in the directories; not a path that was given
  record Found(List<String> files, List<String> kustomizations) {}

  /// The files to read for `path`: itself, whatever its name, unless it is a directory.
  ///
  /// @param directory base directory of a relative `path`
  /// @throws IOException when a directory cannot be listed
  static Found find(Path directory, String path, boolean recursive) throws IOException {
    var walk = new FileWalk(directory, recursive);
    // A trailing slash makes the system look behind a symbolic link; Java drops the slash.
    if (path.endsWith("/") || walk.isDirectory(path)) {
      walk.addDirectory(path);
    } else {
      walk.files.add(path);
    }
    return new Found(walk.files, walk.kustomizations);
  }

  private boolean isDirectory(String path) {
    return Files.isDirectory(directory.resolve(path), LinkOption.NOFOLLOW_LINKS);
  }

  private void addDirectory(String parent) throws IOException {
    var names = new ArrayList<String>();
    try (DirectoryStream<Path> children = Files.newDirectoryStream(directory.resolve(parent))) {
      children.forEach(child -> names.add(name(child)));
    }
    names.sort(dev.japply.tree.KeyOrder.UTF8);
    for (String name : names) {
      String path = join(parent, name);
      if (!isDirectory(path)) {
        add(path, name);
      } else if (recursive) {
        addDirectory(path);
      }
    }
  }

  private void add(String path, String name) {
    if (KustomizationFile.isNamed(name)) {
      kustomizations.add(path);
    }
    if (isManifest(name)) {
      files.add(path);
    }
  }

  /// Whether a file in a directory is read, by the end of its name.
  static boolean isManifest(String name) {
    int dot = name.lastIndexOf('.');
    return dot >= 0 && EXTENSIONS.contains(name.substring(dot));
  }

  /// The last part of a path.
  static String name(Path path) {
    return String.valueOf(path.getFileName());
  }

  /// `parent/name` in its shortest form, as Go's `filepath.Join` gives it.
  static String join(String parent, String name) {
    return Path.of(parent, name).normalize().toString();
  }
}
