package dev.japply.kpt.git;

import dev.japply.io.FileErrors;
import dev.japply.problem.JapplyException;
import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;

/// Says what could not be done with a directory, and at which of its files.
final class DiskErrors {
  private DiskErrors() {}

  /// @param directory what is told where no file is to blame
  /// @param what what could not be done
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
