package dev.japply.cli.flags;

import dev.japply.io.FileErrors;
import dev.japply.io.FileOwnership;
import dev.japply.plan.file.UndoFile;
import dev.japply.plan.file.UndoFile.Made;
import dev.japply.plan.file.UndoFileCodec;
import dev.japply.plan.file.UndoLog;
import dev.japply.problem.ByteLimit;
import dev.japply.problem.JapplyException;
import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Reads and creates undo files.
public final class UndoFiles {
  private static final DateTimeFormatter NAME =
      DateTimeFormatter.ofPattern("'undo-'yyyyMMdd'T'HHmmss'Z'").withZone(ZoneOffset.UTC);

  /// The number of files that one second can have in a directory.
  private static final int MOST = 1000;

  private UndoFiles() {}

  /// Returns whether `file` is an undo file rather than another document.
  public static boolean isUndoFile(Path file, ByteLimit limit) {
    try (InputStream stream = Files.newInputStream(file)) {
      return UndoFileCodec.isUndoFile(limit.read(stream));
    } catch (IOException e) {
      return false;
    }
  }

  /// Reads the undo file `file`.
  ///
  /// @throws JapplyException if it is not an undo file, or was edited
  public static UndoFile read(Path file, ByteLimit limit) {
    try (InputStream stream = Files.newInputStream(file)) {
      return UndoFileCodec.read(limit.read(stream));
    } catch (IOException e) {
      String what = "cannot be read: " + FileErrors.reason(e);
      throw new JapplyException(Origin.of(file.toString()), what, "");
    } catch (JapplyException e) {
      throw new JapplyException(
          e.problems().stream()
              .map(one -> one.movedTo(new Origin(file.toString(), one.origin().line(), 0)))
              .toList());
    }
  }

  /// Returns the command that takes the run of `file` back.
  public static String command(Path file) {
    return "japply undo " + ShellWords.quoted(file.toString());
  }

  /// Creates the undo file of a run.
  ///
  /// @param given the file, or the directory for a new one; null for the user's state directory
  /// @throws JapplyException if it exists already, or cannot be written
  public static UndoLog create(@Nullable Path given, Console console, Made made) {
    Path file = given == null ? stateDirectory(console) : given;
    return Files.isDirectory(file) ? createIn(file, made) : UndoLog.create(file, made);
  }

  private static UndoLog createIn(Path directory, Made made) {
    String name = NAME.format(made.created());
    Path file = directory.resolve(name + ".jsonl");
    for (int i = 2; i < MOST; i++) {
      Optional<UndoLog> log = UndoLog.createNew(file, made);
      if (log.isPresent()) {
        return log.get();
      }
      file = directory.resolve(name + "-" + i + ".jsonl");
    }
    return UndoLog.create(file, made);
  }

  /// Creates the directory for undo files that no flag names. It is never in the working directory,
  /// which others may read, or commit.
  private static Path stateDirectory(Console console) {
    Path state = Path.of(console.variable("XDG_STATE_HOME"));
    Path parent = state.isAbsolute() ? state : Path.of(console.home(), ".local", "state");
    if (!parent.isAbsolute()) {
      throw new JapplyException(
          "there is no directory for the undo file, because HOME is not set",
          "name a file with --undo-file");
    }
    Path directory = parent.resolve("japply").resolve("undo");
    try {
      return Files.createDirectories(directory, FileOwnership.privateDirectory(directory));
    } catch (IOException e) {
      throw new JapplyException(
          Problem.error(
              Origin.of(directory.toString()),
              "cannot be written: " + FileErrors.reason(e),
              "name a file with --undo-file"));
    }
  }
}
