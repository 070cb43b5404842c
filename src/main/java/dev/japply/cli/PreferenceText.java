package dev.japply.cli;

import dev.japply.cli.flags.Console;
import dev.japply.input.ManifestFile;
import dev.japply.input.ManifestText;
import dev.japply.io.FileErrors;
import dev.japply.io.FileReplacement;
import dev.japply.problem.JapplyException;
import dev.japply.problem.Origin;
import dev.japply.report.OutputFormat;
import dev.japply.tree.Value.MapValue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Writes a file of preferences. Other documents, comments and unchanged fields stay as they are.
final class PreferenceText {
  private PreferenceText() {}

  /// Writes `wanted`, and prints the name of the file.
  ///
  /// @param before the preferences in the file; null if there are none, or no file
  /// @throws JapplyException if the file cannot be written
  static void write(Path path, @Nullable KubercDocument before, MapValue wanted, Console console) {
    try {
      if (Files.exists(path)) {
        ManifestFile file = ManifestFile.read(path.toString());
        file.replace(before == null ? appended(file.text(), wanted) : edited(file, before, wanted));
      } else {
        create(path.toAbsolutePath(), text(wanted));
      }
    } catch (IOException e) {
      throw failure(path, "cannot be written: " + FileErrors.reason(e), "");
    }
    console.out().printLine("Updated " + path);
  }

  private static void create(Path path, String text) throws IOException {
    Path directory = path.getParent();
    if (directory != null) {
      Files.createDirectories(directory);
    }
    FileReplacement.write(Files.createTempFile(directory, ".kuberc", ".tmp"), text, path);
  }

  private static String text(MapValue preferences) {
    return new OutputFormat.Yaml(true).print(List.of(preferences)).text();
  }

  private static String appended(String text, MapValue wanted) {
    return text.isEmpty() || text.endsWith("\n") ? text + text(wanted) : text + "\n" + text(wanted);
  }

  private static String edited(ManifestFile file, KubercDocument before, MapValue wanted) {
    Origin origin = before.object().origin();
    return ManifestText.edit(file.text(), Map.of(origin, preferences -> wanted))
        .or(() -> ManifestText.isJson(file.text()) ? Optional.of(json(wanted)) : Optional.empty())
        .orElseThrow(() ->
            failure(
                before.path(),
                "cannot be written with all else as it is",
                "edit it by hand, or move it away"));
  }

  private static String json(MapValue preferences) {
    return new OutputFormat.Json(true).printInOrder(preferences).text();
  }

  private static JapplyException failure(Path path, String what, String hint) {
    return new JapplyException(Origin.of(path.toString()), what, hint);
  }
}
