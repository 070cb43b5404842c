package dev.japply.cli;

import dev.japply.cli.PreferenceFields.Mistyped;
import dev.japply.cli.flags.UsageException;
import dev.japply.input.ManifestReader;
import dev.japply.input.ManifestSet;
import dev.japply.input.Source;
import dev.japply.object.KubeObject;
import dev.japply.problem.Severity;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// The preferences in a file, as they are written.
///
/// @param object the first document with preferences
record KubercDocument(Path path, KubeObject object, PreferenceFields fields) {
  private static final String NONE = "kuberc: no valid preferences found in %s%s";

  /// A file without preferences, which is an error only if the user named it.
  static final class Unusable extends UsageException {
    private static final long serialVersionUID = 1L;

    Unusable(String message) {
      super(message);
    }
  }

  /// Reads the first document with preferences of a known version; empty if the file has no
  /// documents.
  ///
  /// @throws Unusable if it has only other documents
  /// @throws UsageException if one of them has preferences of an unknown version: other defaults
  ///   and other limits for plugins must not take their place
  static Optional<KubercDocument> read(Path file) {
    ManifestSet set =
        ManifestReader.read(List.of(new Source(file.toString(), () -> Files.newInputStream(file))));
    String wrong = "";
    String newer = "";
    for (KubeObject object : set.objects()) {
      PreferenceFields fields = PreferenceFields.of(object.tree()).orElse(null);
      if (fields != null) {
        Mistyped mistyped = fields.mistyped(object.tree()).orElse(null);
        if (mistyped == null) {
          return Optional.of(new KubercDocument(file, object, fields));
        }
        int line = object.positions().apply(mistyped.field()).line();
        wrong = wrong.isEmpty() ? "line " + line + ": " + mistyped : wrong;
      } else if (newer.isEmpty()) {
        newer = PreferenceFields.unknownVersion(object.tree()).orElse("");
      }
    }
    if (set.objects().isEmpty() && !set.hasErrors()) {
      return Optional.empty();
    }
    if (!newer.isEmpty()) {
      throw new UsageException(
          NONE.formatted(file, ": " + newer)
              + "; update japply, or set KUBERC=off to ignore the file and its limits for plugins");
    }
    String reason = wrong.isEmpty() ? failure(set) : wrong;
    throw new Unusable(NONE.formatted(file, reason.isEmpty() ? "" : ": " + reason));
  }

  private static String failure(ManifestSet set) {
    return set.problems().stream()
        .filter(problem -> problem.severity() == Severity.ERROR)
        .map(problem ->
            (problem.origin().line() > 0 ? "line " + problem.origin().line() + ": " : "")
                + problem.what())
        .findFirst()
        .orElse("");
  }
}
