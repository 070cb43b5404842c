package dev.japply.cli.build;

import dev.japply.input.ManifestSet;
import dev.japply.io.FileErrors;
import dev.japply.io.FileReplacement;
import dev.japply.kustomize.build.ObjectFiles;
import dev.japply.object.KubeObject;
import dev.japply.problem.JapplyException;
import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import dev.japply.problem.Severity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;

/// The output file or directory of a build.
///
/// @param path the path as the user wrote it
record BuildOutput(String path) {

  /// Whether it is a directory, which receives one file for each object.
  boolean isDirectory() {
    try {
      return !path.isEmpty() && Files.isDirectory(Path.of(path));
    } catch (InvalidPathException e) {
      return false;
    }
  }

  /// Replaces the content of the file.
  void write(String text) {
    try {
      write(Path.of(path), text);
    } catch (IOException | InvalidPathException e) {
      throw failure(path, e);
    }
  }

  /// Writes a file for each object. Writes nothing if one of them has no valid file name.
  ///
  /// @param text serializes an object
  void write(ManifestSet built, Function<KubeObject, String> text) {
    List<Problem> errors =
        built.problems().stream().filter(problem -> problem.severity() == Severity.ERROR).toList();
    if (!errors.isEmpty()) {
      throw new JapplyException(errors);
    }
    Map<String, String> files = new LinkedHashMap<>();
    ObjectFiles.of(built.objects()).forEach((name, object) -> files.put(name, text.apply(object)));
    files.forEach((name, content) -> {
      try {
        write(Path.of(path).resolve(name), content);
      } catch (IOException e) {
        throw failure(Path.of(path).resolve(name).toString(), e);
      }
    });
  }

  private static void write(Path file, String text) throws IOException {
    if (Files.exists(file)) {
      Path target = file.toRealPath();
      if (!Files.isRegularFile(target)) { // such as /dev/stdout, which cannot be replaced
        Files.writeString(target, text);
        return;
      }
      FileReplacement.writeAlike(draft(target), text, target);
    } else {
      FileReplacement.write(draft(file.toAbsolutePath()), text, file.toAbsolutePath());
    }
  }

  private static Path draft(Path target) throws IOException {
    return Files.createFile(target.resolveSibling(".japply-" + UUID.randomUUID()));
  }

  private static JapplyException failure(String file, Exception e) {
    String reason = e instanceof IOException io ? FileErrors.reason(io) : e.getMessage();
    return new JapplyException(
        Problem.error(Origin.of(file), "cannot be written: " + reason, "see --output"), e);
  }
}
