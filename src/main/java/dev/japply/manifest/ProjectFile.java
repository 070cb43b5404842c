package dev.japply.manifest;

import dev.japply.manifest.document.DocumentStream;
import dev.japply.manifest.document.SourceText;
import dev.japply.problem.ByteLimit;
import dev.japply.project.Project;
import dev.japply.tree.Value.MapValue;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;

/// The project file among manifests. It lies beside them, and holds no object.
final class ProjectFile {
  private ProjectFile() {}

  /// Whether the file has a project file's name, and nothing in it but a project.
  static boolean is(Path file) {
    if (!FileWalk.name(file).equals(Project.NAME)) {
      return false;
    }
    var projects = new ArrayList<Boolean>();
    try (InputStream stream = Files.newInputStream(file)) {
      String text = SourceText.decode(ByteLimit.DEFAULT.read(stream));
      boolean whole =
          DocumentStream.read(
                  file.toString(),
                  text,
                  entry ->
                      projects.add(
                          entry.root().value() instanceof MapValue map && Project.describes(map)))
              .isEmpty();
      return whole && !projects.isEmpty() && !projects.contains(false);
    } catch (IOException e) {
      return false;
    }
  }
}
