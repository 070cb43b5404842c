package dev.japply.cli.edit;

import dev.japply.object.KubeObject;

/// An object as it came back from the editor.
///
/// @param edited its place is in the file that was edited
record EditResult(EditedObject original, KubeObject edited) {

  /// Whether anything was changed.
  boolean isChange() {
    return original.differsFrom(edited.tree());
  }
}
