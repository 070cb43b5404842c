package dev.japply.kustomize.load;

import dev.japply.problem.JapplyException;
import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import java.util.ArrayList;
import java.util.List;

/// Reads the files of `replacements`.
public final class ReplacementReader {
  private ReplacementReader() {}

  /// The replacements of `entries`: those that are written in place, and those in files.
  ///
  /// @throws JapplyException when a file cannot be read, with all that is wrong
  public static List<ReplacementEntry> all(List<ReplacementEntry> entries, FileLoader directory) {
    var all = new ArrayList<ReplacementEntry>();
    for (ReplacementEntry entry : entries) {
      if (entry.path().text().isEmpty()) {
        all.add(entry);
      } else {
        all.addAll(read(entry, directory));
      }
    }
    return all;
  }

  private static List<ReplacementEntry> read(ReplacementEntry entry, FileLoader directory) {
    var targets = entry.targets();
    if (entry.source() != null || (targets != null && !targets.isEmpty())) {
      throw new JapplyException(
          entry.place(),
          "cannot specify both path and inline replacement",
          "write an entry for each");
    }
    FileContent content = directory.load(entry.path());
    var problems = new ArrayList<Problem>();
    var read = new ArrayList<ReplacementEntry>();
    for (FieldReader map : KustomizationReader.maps(content, problems)) {
      read.add(ReplacementEntry.read(map));
    }
    problems.removeIf(FieldReader::isUnknownField); // as kustomize
    if (!problems.isEmpty()) {
      throw new JapplyException(problems);
    }
    if (read.isEmpty()) {
      throw new JapplyException(
          Origin.of(content.name()),
          "unsupported replacement type encountered within replacement path",
          "write a replacement or a list of them");
    }
    return read;
  }
}
