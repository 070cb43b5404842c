package dev.japply.report;

import dev.japply.golang.Sha256;
import dev.japply.problem.Problem;
import java.util.HashMap;
import java.util.Map;

/// Stable identifiers of findings for CI systems, independent of line numbers. A counter
/// distinguishes findings of one report with the same text.
final class FindingFingerprint {
  private final Map<String, Integer> known = new HashMap<>();

  String of(String check, String about) {
    String all = check + "\n" + about;
    int number = known.merge(all, 1, Integer::sum);
    return Sha256.hex(number == 1 ? all : all + "\n" + number);
  }

  String of(Problem problem) {
    return of(
        "problem",
        problem.origin().source() + "\n" + RunReport.sentence(problem.withoutVersions()));
  }
}
