package dev.japply.plan.file;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.japply.io.FileErrors;
import dev.japply.io.FileOwnership;
import dev.japply.plan.RecordedWrite;
import dev.japply.problem.JapplyException;
import dev.japply.problem.Origin;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// An undo file that a run writes, line by line. Only its owner can read it. The line before a
/// write is on the disk before the write is sent. Safe for use by multiple threads.
public final class UndoLog implements AutoCloseable {
  private final Path file;

  /// Unlike a channel, it is not closed when a thread is interrupted.
  private final RandomAccessFile output;

  private final UndoFileCodec codec = new UndoFileCodec();
  private int writes;
  private @Nullable IOException failure;
  private boolean closed;

  private UndoLog(Path file, RandomAccessFile output) {
    this.file = file;
    this.output = output;
  }

  /// Creates the file. An existing one stays, since it can take another run back.
  ///
  /// @throws JapplyException if the file exists or cannot be written
  public static UndoLog create(Path file, UndoFile.Made made) {
    return createNew(file, made)
        .orElseThrow(() ->
            problem(
                file,
                "exists already, and may be needed to take another run back",
                "name another file with --undo-file, or a directory, or delete it"));
  }

  /// Creates the file; empty if it exists. Of runs that do so at the same time, one creates it.
  ///
  /// @throws JapplyException if the file cannot be written
  public static Optional<UndoLog> createNew(Path file, UndoFile.Made made) {
    try {
      Files.createFile(file, FileOwnership.privateFile(file));
      var log = new UndoLog(file, new RandomAccessFile(file.toFile(), "rw"));
      log.append(log.codec.head(made), /* kept= */ true);
      return Optional.of(log);
    } catch (FileAlreadyExistsException e) {
      return Optional.empty();
    } catch (IOException e) {
      throw problem(file, "cannot be written: " + FileErrors.reason(e), "");
    }
  }

  /// Returns the path of the file.
  public Path file() {
    return file;
  }

  /// Whether the run has written anything.
  public synchronized boolean isEmpty() {
    return writes == 0;
  }

  /// Records a write before it is sent.
  ///
  /// @return the number of the write
  /// @throws JapplyException if the file cannot be written, so that the write must not be sent
  public synchronized int before(RecordedWrite write) {
    writes++;
    try {
      append(codec.before(writes, write), /* kept= */ true);
      return writes;
    } catch (IOException e) {
      throw problem(
          file,
          "cannot be written: " + FileErrors.reason(e) + ": the next change was not sent",
          "");
    }
  }

  /// Records the outcome of a write. Where that fails, undo finds it out from the live object.
  public synchronized void after(int number, RecordedWrite write) {
    try {
      append(codec.after(number, write), /* kept= */ false);
    } catch (IOException e) {
      // The file has the write already, with an unknown outcome.
    }
  }

  /// Whether nothing more is recorded.
  public synchronized boolean isClosed() {
    return closed;
  }

  /// Appends a whole line, or none: after a failure nothing more is appended.
  private void append(String line, boolean kept) throws IOException {
    if (failure != null) {
      throw failure;
    }
    long start = output.getFilePointer();
    try {
      output.write(line.getBytes(UTF_8));
      if (kept) {
        output.getFD().sync();
      }
    } catch (IOException e) {
      failure = e;
      output.setLength(start);
      throw e;
    }
  }

  /// Records that the run has reached its end, and closes the file.
  public synchronized void end() {
    try {
      append(codec.end(), /* kept= */ true);
    } catch (IOException e) {
      // The run then counts as cut off.
    }
    close();
  }

  @Override
  public synchronized void close() {
    closed = true;
    try {
      output.close();
    } catch (IOException e) {
      // All lines were written before.
    }
  }

  /// Removes the file of a run that has written nothing, or was taken back.
  public synchronized void discard() {
    close();
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      // A file too many, which takes nothing back.
    }
  }

  private static JapplyException problem(Path file, String what, String hint) {
    return new JapplyException(Origin.of(file.toString()), what, hint);
  }
}
