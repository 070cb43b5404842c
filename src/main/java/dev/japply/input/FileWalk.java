package dev.japply.input;

import dev.japply.io.FileInput;
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
import java.util.stream.Stream;

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
  /// @param child the file itself
  /// @param isRegular whether it is in a directory of the walk, and is a regular file and no link
  record File(String path, Child child, boolean isRegular) {
    Path place() {
      return child.place();
    }
  }

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
      Path place = directory.resolve(path);
      walk.files.add(new File(path, new Child(path, place, ""), /* isRegular= */ false));
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
    String start = path.isEmpty() || path.endsWith("/") ? path : path + "/";
    List<Child> children = children(place, listed);
    children.sort((a, b) -> KeyOrder.UTF8.compare(a.name(), b.name()));
    List<Kind> kinds = Parallel.map(children, child -> kind(child.place()));
    for (int i = 0; i < children.size(); i++) {
      Child child = children.get(i);
      add(start + child.name(), child, kinds.get(i));
    }
  }

  /// Lists the names, which takes far less memory than paths. Names that are not UTF-8, and the
  /// reason of a failure, only come with paths.
  private static List<Child> children(Path place, Path listed) throws IOException {
    var children = new ArrayList<Child>();
    String[] names = listed.toFile().list();
    if (names != null
        && Stream.concat(Stream.of(listed.toString()), Stream.of(names))
            .allMatch(FileInput::isUtf8)) {
      for (String name : names) {
        children.add(new Child(name, place, name));
      }
      return children;
    }
    try (DirectoryStream<Path> stream = Files.newDirectoryStream(listed)) {
      for (Path path : stream) {
        Path name = path.getFileName();
        children.add(new Child(name.toString(), place.resolve(name), ""));
      }
    }
    return children;
  }

  /// An entry of a directory.
  ///
  /// @param base the directory, or the entry itself if `rest` is empty
  /// @param rest the name, which is the rest of the path
  record Child(String name, Path base, String rest) {
    Path place() {
      return base.resolve(rest);
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
      files.add(new File(path, child, kind == Kind.REGULAR));
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
