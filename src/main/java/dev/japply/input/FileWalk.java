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
import java.util.Arrays;
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
  /// @param exact its path; null if that is `path`
  /// @param size in bytes; 0 if it is not known
  record File(String path, @Nullable Path exact, Kind kind, long size) {
    /// @param directory base directory of relative paths
    Path place(Path directory) {
      return exact == null ? directory.resolve(path) : exact;
    }

    /// Whether it is in a directory of the walk, and is a regular file and no link.
    boolean isRegular() {
      return kind == Kind.REGULAR;
    }
  }

  /// A kind of files. A link is another one, and so is a file that was given or no longer exists;
  /// reading that reports it.
  enum Kind {
    DIRECTORY,
    REGULAR,
    OTHER
  }

  /// Result of the walk.
  ///
  /// @param kustomizations files of kustomize's names in the directories; not a path that was given
  record FoundFiles(List<File> files, List<String> kustomizations) {}

  /// The files to read for `path`: itself, whatever its name, unless it is a directory.
  ///
  /// @param directory base directory of a relative `path`
  /// @throws IOException when a directory cannot be listed
  static FoundFiles find(Path directory, String path, boolean recursive) throws IOException {
    var walk = new FileWalk(directory, recursive);
    // A trailing slash makes the system look behind a symbolic link; Java drops the slash.
    if (path.endsWith("/") || walk.isDirectory(path)) {
      Path given = Path.of(path);
      Path shortest = given.normalize();
      walk.addDirectory(shortest.toString(), directory.resolve(shortest), directory.resolve(given));
    } else {
      walk.files.add(new File(path, null, Kind.OTHER, 0));
    }
    return new FoundFiles(walk.files, walk.kustomizations);
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
    for (File child : children(start, place, listed)) {
      add(child, start.length());
    }
  }

  /// Lists the names, which takes far less memory than paths. Names that are not UTF-8, and the
  /// reason of a failure, only come with paths.
  private List<File> children(String start, Path place, Path listed) throws IOException {
    String[] names = listed.toFile().list();
    if (names != null && FileInput.isUtf8(listed.toString()) && areUtf8(names)) {
      Arrays.sort(names, KeyOrder.UTF8);
      return Parallel.map(
          Arrays.asList(names), name -> file(start.concat(name), null, place.resolve(name)));
    }
    var paths = new ArrayList<Path>();
    try (DirectoryStream<Path> stream = Files.newDirectoryStream(listed)) {
      stream.forEach(child -> paths.add(place.resolve(child.getFileName())));
    }
    paths.sort((a, b) -> KeyOrder.UTF8.compare(name(a), name(b)));
    return Parallel.map(paths, child -> file(start + name(child), child, child));
  }

  /// @param exact null if that is `path`
  private static File file(String path, @Nullable Path exact, Path place) {
    try {
      BasicFileAttributes attributes =
          Files.readAttributes(place, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
      if (attributes.isRegularFile()) {
        return new File(path, exact, Kind.REGULAR, attributes.size());
      }
      Kind kind = attributes.isDirectory() ? Kind.DIRECTORY : Kind.OTHER;
      return new File(path, exact, kind, 0);
    } catch (IOException e) {
      return new File(path, exact, Kind.OTHER, 0);
    }
  }

  private static boolean areUtf8(String[] names) {
    for (String name : names) {
      if (!FileInput.isUtf8(name)) {
        return false;
      }
    }
    return true;
  }

  /// @param start the index of the name in the path
  private void add(File child, int start) throws IOException {
    if (child.kind() == Kind.DIRECTORY) {
      if (recursive) {
        Path place = child.place(directory);
        addDirectory(child.path(), place, place);
      }
      return;
    }
    String name = child.path().substring(start);
    if (KustomizationFile.isNamed(name)) {
      kustomizations.add(child.path());
    }
    if (isManifest(name)) {
      files.add(child);
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
