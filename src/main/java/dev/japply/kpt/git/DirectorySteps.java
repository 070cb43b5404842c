package dev.japply.kpt.git;

import dev.japply.io.FileErrors;
import dev.japply.problem.JapplyException;
import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/// The single steps of a change of a directory. The program may be killed between any two of them.
class DirectorySteps {
  static final DirectorySteps DISK = new DirectorySteps();

  void createDirectories(Path directory) throws IOException {
    Files.createDirectories(directory);
  }

  /// Writes a new file and waits until it is on the disk.
  void write(Path file, byte[] bytes, boolean executable) throws IOException {
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
      var left = ByteBuffer.wrap(bytes);
      while (left.hasRemaining()) {
        channel.write(left);
      }
      if (executable) {
        Set<PosixFilePermission> mode = Files.getPosixFilePermissions(file);
        mode.add(PosixFilePermission.OWNER_EXECUTE);
        mode.add(PosixFilePermission.GROUP_EXECUTE);
        mode.add(PosixFilePermission.OTHERS_EXECUTE);
        Files.setPosixFilePermissions(file, mode);
      }
      channel.force(true);
    } catch (FileAlreadyExistsException e) {
      throw new FileSystemException(
          file.toString(), null, "this disk takes it for another file of the package");
    }
  }

  /// Replaces a file by another, atomically.
  void move(Path from, Path to) throws IOException {
    Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
  }

  void delete(Path file) throws IOException {
    Files.deleteIfExists(file);
  }

  /// Deletes a tree, deepest entries first. A symbolic link is deleted, but not its target.
  final void deleteTree(Path root) throws IOException {
    for (Path path : tree(root).reversed()) {
      delete(path);
    }
  }

  /// Lists a file, or a directory and its content, each directory before its entries; empty if it
  /// does not exist.
  private static List<Path> tree(Path root) throws IOException {
    if (!Files.exists(root, LinkOption.NOFOLLOW_LINKS)) {
      return List.of();
    }
    try (Stream<Path> paths = Files.walk(root)) {
      return paths.sorted(Comparator.naturalOrder()).toList();
    }
  }

  /// Describes a failed operation on a directory, with the file that caused it.
  ///
  /// @param directory the path for the message if the failure names no file
  /// @param what the failed operation
  static JapplyException failure(IOException e, Path directory, String what) {
    return failure(e, directory, what, "");
  }

  /// @param hint the remedy; empty for none
  static JapplyException failure(IOException e, Path directory, String what, String hint) {
    boolean known = e instanceof FileSystemException at && at.getFile() != null;
    String place = known ? ((FileSystemException) e).getFile() : directory.toString();
    return new JapplyException(
        Problem.error(Origin.of(place), what + ": " + FileErrors.reason(e), hint), e);
  }
}
