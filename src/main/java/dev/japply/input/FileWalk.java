package dev.japply.input;

import dev.japply.io.Parallel;
import dev.japply.tree.KeyOrder;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The manifests in a directory, found as Go's `filepath.Walk` finds them: in byte order of the
/// names, hidden ones too, and without following symbolic links to directories.
final class FileWalk {
  private static final Set<String> EXTENSIONS = Set.of(".json", ".yaml", ".yml");

  private final Path directory;
  private final boolean recursive;
  private final List<File> files = new ArrayList<>();
  private final List<String> kustomizations = new ArrayList<>();

  private FileWalk(Path directory, boolean recursive) {
    this.directory = directory;
    this.recursive = recursive;
  }

  /// A file to read.
  ///
  /// @param path its name as messages call it
  /// @param isRegular whether it is in a directory of the walk, and is a regular file and no link
  record File(String path, Path place, boolean isRegular) {}

  /// Result of the walk.
  ///
  /// @param kustomizations files of kustomize's names in the directories; not a path that was given
  record Found(List<File> files, List<String> kustomizations) {}

  /// The files to read for `path`: itself, whatever its name, unless it is a directory.
  ///
  /// @param directory base directory of a relative `path`
  /// @throws IOException when a directory cannot be listed
  static Found find(Path directory, String path, boolean recursive) throws IOException {
    var walk = new FileWalk(directory, recursive);
    // A trailing slash makes the system look behind a symbolic link; Java drops the slash.
    if (path.endsWith("/") || walk.isDirectory(path)) {
      Path given = Path.of(path);
      Path shortest = given.normalize();
      walk.addDirectory(shortest.toString(), directory.resolve(shortest), directory.resolve(given));
    } else {
      walk.files.add(new File(path, directory.resolve(path), /* isRegular= */ false));
    }
    return new Found(walk.files, walk.kustomizations);
  }

  private boolean isDirectory(String path) {
    return Files.isDirectory(directory.resolve(path), LinkOption.NOFOLLOW_LINKS);
  }

  /// @param path the directory as messages call it; its name may have other bytes than UTF-8, which
  ///   only a [Path] keeps
  /// @param place the same as a path
  /// @param listed the same as it was given, before `x/..` was cut out
  private void addDirectory(String path, Path place, Path listed) throws IOException {
    Path parent = place.equals(listed) ? null : place;
    String start = path.isEmpty() || path.endsWith("/") ? path : path + "/";
    var children = new ArrayList<Child>();
    try (DirectoryStream<Path> stream = Files.newDirectoryStream(listed)) {
      stream.forEach(child -> children.add(Child.of(child, parent)));
    }
    children.sort((a, b) -> KeyOrder.UTF8.compare(a.name(), b.name()));
    List<Kind> kinds = Parallel.map(children, child -> kind(child.place()));
    for (int i = 0; i < children.size(); i++) {
      Child child = children.get(i);
      add(start + child.name(), child, kinds.get(i));
    }
  }

  /// An entry of a directory.
  private record Child(String name, Path place) {
    /// @param parent the directory if `path` is not in its shortest form
    static Child of(Path path, @Nullable Path parent) {
      Path name = path.getFileName();
      return new Child(name.toString(), parent == null ? path : parent.resolve(name));
    }
  }

  /// A kind of entries. A link is another one, and so is a file that no longer exists; reading it
  /// reports that.
  private enum Kind {
    DIRECTORY,
    REGULAR,
    OTHER
  }

  private void add(String path, Child child, Kind kind) throws IOException {
    String name = child.name();
    if (kind == Kind.DIRECTORY) {
      if (recursive) {
        addDirectory(path, child.place(), child.place());
      }
      return;
    }
    if (KustomizationFile.isNamed(name)) {
      kustomizations.add(path);
    }
    if (isManifest(name)) {
      files.add(new File(path, child.place(), kind == Kind.REGULAR));
    }
  }

  private static Kind kind(Path path) {
    try {
      BasicFileAttributes attributes =
          Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
      return attributes.isDirectory()
          ? Kind.DIRECTORY
          : attributes.isRegularFile() ? Kind.REGULAR : Kind.OTHER;
    } catch (IOException e) {
      return Kind.OTHER;
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
