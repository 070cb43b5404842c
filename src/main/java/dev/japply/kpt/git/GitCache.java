package dev.japply.kpt.git;

import dev.japply.golang.Sha256;
import dev.japply.problem.JapplyException;
import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/// Where what was fetched is kept from one run to the next: a bare repository for each address.
///
/// @param root the directory of all of them
public record GitCache(Path root) {
  private static final long PAUSE_NANOS = 20_000_000;

  /// The repository for `address`. Its name is a hash: an address may hold a password.
  Path repository(String address) {
    return root.resolve(Sha256.hex(address));
  }

  /// The repository for the parts of `address` that are fetched file by file.
  Path parts(String address) {
    return root.resolve(Sha256.hex(address) + ".parts");
  }

  /// Makes a repository where there is none yet.
  ///
  /// @throws JapplyException when that cannot be done
  static void initialize(Git git, Path repository) {
    try {
      Files.createDirectories(repository);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    if (!Files.exists(repository.resolve("HEAD"))) {
      Git.Answer answer = git.run(repository, "init", "--quiet", "--bare", ".");
      if (!answer.isGood()) {
        throw new UncheckedIOException(new IOException(answer.err().strip()));
      }
    }
  }

  /// The root, which is there. What lies here is no package's, so git can be run here.
  ///
  /// @throws JapplyException when the directory cannot be written
  Path made() {
    try {
      return Files.createDirectories(root);
    } catch (IOException e) {
      throw failure(e);
    }
  }

  /// Does `work` while no other run works in the repository.
  ///
  /// @throws JapplyException when the directory cannot be written
  <T> T locked(Path repository, Supplier<T> work) {
    Path file = repository.resolveSibling(repository.getFileName() + ".lock");
    try {
      made();
      try (FileChannel channel =
              FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
          FileLock lock = lock(channel)) {
        return lock.isValid() ? work.get() : locked(repository, work);
      }
    } catch (IOException | UncheckedIOException e) {
      throw failure(e);
    }
  }

  private JapplyException failure(Exception e) {
    return new JapplyException(
        Problem.error(
            Origin.of(root.toString()),
            "packages cannot be kept here: " + e.getMessage(),
            "name another directory with JAPPLY_CACHE_DIR"),
        e);
  }

  /// The lock is the process's: threads of it take turns by themselves.
  private static FileLock lock(FileChannel channel) throws IOException {
    while (true) {
      try {
        return channel.lock();
      } catch (OverlappingFileLockException e) {
        LockSupport.parkNanos(PAUSE_NANOS);
      }
    }
  }
}
