package dev.japply.kpt.git;

import dev.japply.io.FileErrors;
import dev.japply.problem.JapplyException;
import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;

/// Describes a failed operation on a directory, with the file that caused it.
final class DiskErrors {
  private DiskErrors() {}

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
