package dev.japply.kustomize.load;

import dev.japply.problem.ByteLimit;
import java.io.IOException;
import java.nio.file.Path;

/// The files that paths lead to: those of this machine, or those of a repository.
public interface FileTree {

  /// The path behind all symbolic links of an absolute path.
  ///
  /// @throws java.nio.file.NoSuchFileException when there is nothing
  /// @throws IOException when the path leads out of the tree
  Path real(Path path) throws IOException;

  /// Whether a real path is that of a folder.
  boolean isFolder(Path real);

  /// What the file at a real path holds.
  byte[] read(Path real, ByteLimit limit) throws IOException;

  /// How messages call a path.
  String name(Path shown);
}
