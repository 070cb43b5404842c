package dev.japply.kpt.git;

import dev.japply.problem.JapplyException;
import dev.japply.problem.Origin;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/// A file lock that keeps two programs from changing a directory at the same time.
///
/// The system releases the lock however the program ends; a leftover file is reused. The lock is
/// held only while files are read and moved, so other programs wait a while for it. While it is
/// held, nothing else in this process may open the file: closing it would release the lock.
///
/// @param directory the protected directory
/// @param patience the maximum time to wait for other programs
record ExclusiveLock(Path directory, Path file, Duration patience) {
  private static final long PAUSE_NANOS = 20_000_000;
  private static final long LARGEST = 1 << 20;

  /// Waits as long as others usually need.
  ExclusiveLock(Path directory, Path file) {
    this(directory, file, Duration.ofSeconds(10));
  }

  /// Work to do while the file is held.
  @FunctionalInterface
  interface Work {
    void run() throws IOException;
  }

  /// Does `work` while holding the file exclusively.
  ///
  /// @throws JapplyException if another program holds it for too long
  void hold(Work work) throws IOException {
    try (FileChannel channel = channel()) {
      try {
        work.run();
      } finally {
        // Deleted before the lock is released; afterwards it could be the file of the next holder.
        deleteHeld(channel);
      }
    }
  }

  private void deleteHeld(FileChannel channel) throws IOException {
    if (channel.isOpen()) {
      Files.deleteIfExists(file);
    }
  }

  private FileChannel channel() throws IOException {
    long end = System.nanoTime() + patience.toNanos();
    while (true) {
      FileChannel channel = attempt();
      if (channel != null) {
        return channel;
      }
      if (System.nanoTime() - end >= 0) {
        throw new JapplyException(
            Origin.of(directory.toString()),
            "another japply is at work in this directory",
            "wait for its end, and try again");
      }
      LockSupport.parkNanos(PAUSE_NANOS);
    }
  }

  private @Nullable FileChannel attempt() throws IOException {
    requireNoDevice();
    var channel =
        FileChannel.open(
            file, StandardOpenOption.CREATE, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
    boolean held = false;
    try {
      held = isHeld(channel) && isThere(channel);
      return held ? channel : null;
    } finally {
      if (!held) {
        channel.close();
      }
    }
  }

  /// A pipe that another program has put in its place would let none open it.
  private void requireNoDevice() throws IOException {
    try {
      var attributes =
          Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
      if (!attributes.isRegularFile()) {
        throw new FileSystemException(file.toString(), null, "is no file of japply's: remove it");
      }
    } catch (NoSuchFileException e) {
      // It is made.
    }
  }

  private static boolean isHeld(FileChannel channel) throws IOException {
    try {
      return channel.tryLock() != null;
    } catch (OverlappingFileLockException e) {
      return false;
    }
  }

  /// Returns whether the held file still has its name: the previous holder may have deleted it, and
  /// another program created a new one. To find out, the file gets a unique size. Opening it again
  /// would lose the lock, and the inode of a deleted file is soon reused.
  private boolean isThere(FileChannel channel) throws IOException {
    long size = ThreadLocalRandom.current().nextLong(1, LARGEST);
    channel.truncate(0);
    channel.write(ByteBuffer.allocate(1), size - 1);
    try {
      return Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS).size()
          == size;
    } catch (NoSuchFileException e) {
      return false;
    }
  }
}
