package dev.japply.cli.edit;

import dev.japply.input.ManifestReader;
import dev.japply.input.ManifestSet;
import dev.japply.input.Source;
import dev.japply.object.KubeObject;
import dev.japply.problem.Problem;
import dev.japply.problem.Severity;
import dev.japply.tree.FieldPath;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// The contents of a file that comes back from the editor.
///
/// Objects are matched by group, kind, namespace and name. One that is not there any more is left
/// as it is; one that was not opened is an error, since a renamed object would be another one.
///
/// @param edits the objects, changed or not
/// @param problems the errors in the file
record EditedFile(List<EditResult> edits, List<Problem> problems) {
  EditedFile {
    edits = List.copyOf(edits);
    problems = List.copyOf(problems);
  }

  static EditedFile read(Path file, List<EditedObject> originals) {
    var source = new Source(file.toString(), () -> Files.newInputStream(file));
    ManifestSet manifests = ManifestReader.read(List.of(source));
    var problems = new ArrayList<>(manifests.problems());
    var edits = new ArrayList<EditResult>();
    var seen = new HashSet<EditedObject>();
    for (KubeObject object : manifests.objects()) {
      Optional<EditedObject> original = originals.stream().filter(o -> o.isOf(object)).findFirst();
      if (original.isEmpty()) {
        problems.add(unknown(object, originals));
      } else if (!seen.add(original.get())) {
        problems.add(twice(object));
      } else {
        edits.add(new EditResult(original.get(), object));
      }
    }
    return new EditedFile(edits, problems);
  }

  /// Returns the contents with the mistakes that the types of the objects show, if there are no
  /// other errors.
  EditedFile checked(EditValidation validation) {
    if (hasErrors()) {
      return this;
    }
    var all = new ArrayList<>(problems);
    all.addAll(validation.problems(edits));
    return new EditedFile(edits, all);
  }

  /// Whether `text` has nothing but comments and empty lines.
  static boolean isEmpty(String text) {
    return text.lines().map(String::strip).allMatch(line -> line.isEmpty() || line.startsWith("#"));
  }

  boolean hasErrors() {
    return problems.stream().anyMatch(problem -> problem.severity() == Severity.ERROR);
  }

  /// Whether everything that was opened is there and as it was.
  boolean isUntouched(List<EditedObject> originals) {
    Set<EditedObject> there = edits.stream().map(EditResult::original).collect(Collectors.toSet());
    return there.containsAll(originals) && edits.stream().noneMatch(EditResult::isChange);
  }

  private static Problem unknown(KubeObject object, List<EditedObject> originals) {
    String opened =
        originals.stream()
            .map(original -> original.key().subject())
            .collect(Collectors.joining(", "));
    return Problem.error(
        object.positions().apply(FieldPath.root().key("metadata").key("name")),
        object.key().subject(),
        "no original object found: its group, kind, namespace and name must match an object"
            + " that was opened ("
            + opened
            + ")",
        "write them as they were, or remove the object");
  }

  private static Problem twice(KubeObject object) {
    return object.error("is in the file twice", "remove one of them");
  }
}
