package dev.japply.cli.edit;

import dev.japply.check.DecodingFaults;
import dev.japply.cli.edit.EditSession.EditResult;
import dev.japply.cluster.Cluster;
import dev.japply.object.KubeObject;
import dev.japply.problem.Problem;
import dev.japply.problem.WarningId;
import java.util.ArrayList;
import java.util.List;

/// Compares edited objects with their types, before their annotations are saved: the next apply of
/// such a manifest would fail.
record EditValidation(Cluster cluster, Mode mode) {
  /// The treatment of unknown fields and wrong types.
  enum Mode {
    STRICT,
    WARN,
    IGNORE
  }

  List<Problem> problems(List<EditResult> edits) {
    var problems = new ArrayList<Problem>();
    if (mode == Mode.IGNORE) {
      return problems;
    }
    for (EditResult edit : edits) {
      if (edit.isChange()) {
        KubeObject edited = edit.edited();
        cluster
            .schema(edited.gvk())
            .ifPresent(schema -> problems.addAll(DecodingFaults.of(schema, edited)));
      }
    }
    return mode == Mode.STRICT
        ? problems
        : problems.stream().map(problem -> problem.asWarning(WarningId.EDIT)).toList();
  }
}
