package dev.japply.kustomize.load;

import dev.japply.io.FileInput;
import dev.japply.problem.ByteLimit;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;

/// A file tree: this machine's, or the one of a fetched repository.
public interface FileSystem {
  /// The path behind all symbolic links of an absolute path.
  ///
  /// @throws java.nio.file.NoSuchFileException when there is nothing
  /// @throws IOException when the path leads out of the tree
  Path real(Path path) throws IOException;

  /// The path behind all symbolic links of a path in a directory.
  ///
  /// @param directory a real path
  /// @throws java.nio.file.NoSuchFileException when there is nothing
  /// @throws IOException when the path leads out of the tree
  default Path real(Path directory, String path) throws IOException {
    return real(directory.resolve(path));
  }

  boolean isFolder(Path real);

  byte[] read(Path real, ByteLimit limit) throws IOException;

  /// Returns the form of a path for messages.
  String name(Path shown);

  /// The files of this machine.
  enum OnDiskFileSystem implements FileSystem {
    INSTANCE;

    @Override
    public Path real(Path path) throws IOException {
      try {
        return path.toRealPath();
      } catch (NoSuchFileException e) {
        if (Files.isSymbolicLink(path)) {
          String target = Files.readSymbolicLink(path).toString();
          throw new IOException(
              "it is a symbolic link to '%s', which is not there".formatted(target));
        }
        throw e;
      }
    }

    /// Looks at the last part only if the path is a name: the system looks at all parts.
    @Override
    public Path real(Path directory, String path) throws IOException {
      Path file = directory.resolve(path);
      boolean isName = path.indexOf('/') < 0 && !path.isEmpty() && !path.startsWith(".");
      return isName && !attributes(file).isSymbolicLink() ? file : real(file);
    }

    private static BasicFileAttributes attributes(Path file) throws IOException {
      return Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    }

    @Override
    public boolean isFolder(Path real) {
      return Files.isDirectory(real);
    }

    @Override
    public byte[] read(Path real, ByteLimit limit) throws IOException {
      // Opening a pipe would wait for a writer.
      if (!Files.isRegularFile(real) && Files.exists(real)) {
        throw new IOException("it is no regular file");
      }
      try (InputStream stream = FileInput.open(real)) {
        return limit.read(stream);
      }
    }

    @Override
    public String name(Path shown) {
      return shown.toString();
    }
  }
}
