package dev.japply.compare;

import dev.japply.diff.ChangedLines;
import java.util.Optional;

/// The files of a revision and of the working tree.
public interface ComparedFiles {
  /// Returns the changed lines of a file; empty if neither tree has it.
  ///
  /// @param source the name of the file in messages
  /// @param isOld whether the name is of the revision
  Optional<ChangedLines> changes(String source, boolean isOld);
}
