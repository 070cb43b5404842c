package dev.japply.input;

import dev.japply.tree.Value.MapValue;
import java.io.IOException;
import java.nio.file.Path;

/// The project file among manifests. It is in their directory, and holds no object.
final class ProjectFile {
  private ProjectFile() {}

  /// Whether the file has a project file's name, and nothing in it but a project.
  static boolean is(Path file) {
    if (!FileWalk.name(file).equals(Project.NAME)) {
      return false;
    }
    try {
      FileDocuments documents = FileDocuments.of(file);
      return documents.whole()
          && !documents.roots().isEmpty()
          && documents.roots().stream()
              .allMatch(root -> root instanceof MapValue map && Project.describes(map));
    } catch (IOException e) {
      return false;
    }
  }
}
