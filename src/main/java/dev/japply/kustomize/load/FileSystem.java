package dev.japply.kustomize.load;

import dev.japply.problem.ByteLimit;
import java.io.IOException;
import java.nio.file.Path;

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

  /// Returns whether a real path is a directory.
  boolean isFolder(Path real);

  byte[] read(Path real, ByteLimit limit) throws IOException;

  /// Returns the form of a path for messages.
  String name(Path shown);
}
