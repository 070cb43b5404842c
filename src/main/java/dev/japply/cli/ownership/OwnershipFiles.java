package dev.japply.cli.ownership;

import dev.japply.input.ManifestFile;
import dev.japply.input.ManifestText;
import dev.japply.io.FileErrors;
import dev.japply.object.KubeObject;
import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import dev.japply.tree.Value.MapValue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/// Manifest files that change when fields are adopted or released.
final class OwnershipFiles {
  private static final String RERUN = "run the command again to finish";

  private final Map<String, ManifestFile> files = new LinkedHashMap<>();
  private final Map<String, Map<Origin, UnaryOperator<MapValue>>> edits = new LinkedHashMap<>();
  private final List<Problem> problems = new ArrayList<>();

  /// A change of an object's manifest.
  record Edit(KubeObject object, UnaryOperator<MapValue> change) {}

  /// Reads the files of `edits`, and tries the edits without writing.
  static OwnershipFiles of(List<Edit> edits) {
    var all = new OwnershipFiles();
    edits.forEach(all::add);
    return all;
  }

  private void add(Edit edit) {
    Origin origin = edit.object().origin();
    String subject = edit.object().key().subject();
    try {
      ManifestFile file = files.get(origin.source());
      if (file == null) {
        if (!Files.isRegularFile(Path.of(origin.source()))) {
          String what = "the manifest cannot be written: " + origin.source() + " is no file";
          problems.add(Problem.error(origin, subject, what, "leave --write out"));
          return;
        }
        file = ManifestFile.read(origin.source());
        files.put(origin.source(), file);
      }
      if (ManifestText.edit(file.text(), Map.of(origin, edit.change())).isEmpty()) {
        String what = "the manifest cannot be written with all else as it is";
        problems.add(Problem.error(origin, subject, what, "edit it by hand, without --write"));
      }
    } catch (IOException e) {
      problems.add(unwritten(origin.source(), FileErrors.reason(e)).about(subject));
    } catch (InvalidPathException e) {
      problems.add(unwritten(origin.source(), e.getReason()).about(subject));
    }
  }

  /// Returns the problems that prevent all writes; empty if there are none.
  List<Problem> problems() {
    return problems;
  }

  /// Takes note that the live object of `edit` is as it is to be.
  void done(Edit edit) {
    Origin origin = edit.object().origin();
    edits
        .computeIfAbsent(origin.source(), none -> new LinkedHashMap<>())
        .put(origin, edit.change());
  }

  /// Writes the files with the edits that were noted.
  ///
  /// @param written gets the name of each file
  /// @return the problems of files that could not be written
  List<Problem> write(Consumer<String> written) {
    var failed = new ArrayList<Problem>();
    edits.forEach((name, changes) -> {
      ManifestFile file = Objects.requireNonNull(files.get(name));
      try {
        String now =
            ManifestText.edit(file.text(), changes)
                .orElseThrow(() -> new IOException("its edits exclude one another"));
        if (!now.equals(file.text())) {
          file.replace(now);
          written.accept(name);
        }
      } catch (IOException e) {
        failed.add(unwritten(name, FileErrors.reason(e)).withHint(RERUN));
      }
    });
    return failed;
  }

  private static Problem unwritten(String file, String why) {
    return Problem.error(Origin.of(file), "the manifest cannot be written: " + why, "");
  }
}
