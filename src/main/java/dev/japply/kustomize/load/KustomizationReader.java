package dev.japply.kustomize.load;

import dev.japply.kustomize.model.FieldReader;
import dev.japply.kustomize.model.KustomizationFile;
import dev.japply.manifest.document.DocumentStream;
import dev.japply.manifest.document.Located;
import dev.japply.manifest.document.Located.Fields;
import dev.japply.manifest.document.SourceText;
import dev.japply.problem.JapplyException;
import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import dev.japply.problem.Severity;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Reads kustomization files.
public final class KustomizationReader {
  private KustomizationReader() {}

  /// The kustomization in `content`.
  ///
  /// @param warnings takes what is doubtful
  /// @throws JapplyException when it cannot be read, with all that is wrong
  public static KustomizationFile read(Content content, List<Problem> warnings) {
    var problems = new ArrayList<Problem>();
    FieldReader map = map(content, problems);
    var file = new KustomizationFile(map, problems);
    map.finish("");
    List<Problem> errors =
        problems.stream().filter(problem -> problem.severity() == Severity.ERROR).toList();
    if (!errors.isEmpty()) {
      throw new JapplyException(errors);
    }
    warnings.addAll(problems);
    return file;
  }

  /// The map that is the first document of `content`.
  ///
  /// @param problems takes what is wrong with its fields
  static FieldReader map(Content content, List<Problem> problems) {
    var roots = new ArrayList<Located>();
    String text = SourceText.decode(content.bytes());
    Optional<JapplyException> failed =
        DocumentStream.read(content.name(), text, entry -> roots.add(entry.root()))
            .map(failure ->
                new JapplyException(
                    Problem.error(
                        new Origin(
                            content.name(), failure.place().line(), failure.place().column()),
                        String.valueOf(failure.getMessage()),
                        failure.hint())));
    if (failed.isPresent()) {
      throw failed.get();
    }
    if (roots.isEmpty()
        || roots.getFirst() instanceof Fields(var fields, var at) && fields.isEmpty()) {
      throw new JapplyException(
          Problem.error(
              Origin.of(content.name()), "kustomization.yaml is empty", "list its resources"));
    }
    if (!(roots.getFirst() instanceof Fields fields)) {
      throw new JapplyException(
          Problem.error(Origin.of(content.name()), "invalid Kustomization: it must be a map", ""));
    }
    return new FieldReader(content.name(), fields, problems);
  }
}
