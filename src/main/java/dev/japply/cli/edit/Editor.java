package dev.japply.cli.edit;

import java.io.IOException;
import java.nio.file.Path;

/// An editor that the user changes a file with.
@FunctionalInterface
interface Editor {

  /// Opens `file`, and comes back when the user is done.
  ///
  /// @throws IOException when that did not end well, with a message for the user
  void open(Path file) throws IOException;
}
