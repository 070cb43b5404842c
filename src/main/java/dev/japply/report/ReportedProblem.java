package dev.japply.report;

import dev.japply.object.ObjectKey;
import dev.japply.problem.Problem;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// An error or warning of a run.
///
/// @param object null if the problem concerns none, or has only the subject of one
/// @param details lines below the problem, such as the reasons why an object is not ready
record ReportedProblem(Problem problem, @Nullable ObjectKey object, List<String> details) {
  ReportedProblem {
    details = List.copyOf(details);
  }
}
