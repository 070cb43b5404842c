package dev.japply.yaml;

import dev.japply.tree.Value;
import org.jspecify.annotations.Nullable;

/// Callback from a map or a list to the enclosing editor.
interface ValueEdit {
  /// Edits the value of an entry or item in place if that is possible.
  ///
  /// @param replace replaces the whole value instead
  void child(DocumentPart part, Value wanted, @Nullable DocumentPart donor, Runnable replace);

  /// Creates an edit of parts of the same document with its own list of changes.
  ValueEdit apart();

  TextEdits splices();
}
