package dev.japply.yaml;

import dev.japply.tree.Value;
import org.jspecify.annotations.Nullable;

/// The way from a map or a list back to the editor that met it.
interface ValueEdit {
  /// Changes a value that is one of an entry or an item where it stands, if that can be done.
  ///
  /// @param replace puts another one in its place
  void child(Part part, Value wanted, @Nullable Part donor, Runnable replace);

  /// An edit of parts of the same document, with changes of its own.
  ValueEdit apart();

  /// The changes to make.
  Splices splices();
}
