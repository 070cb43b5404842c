package dev.japply.report;

import dev.japply.golang.Sha256;
import dev.japply.problem.Problem;
import java.util.HashMap;
import java.util.Map;

/// By what a CI system knows a finding again in the next run: it stays when lines move. Findings of
/// one report that say the same are told apart by their order.
final class Fingerprints {
  private final Map<String, Integer> known = new HashMap<>();

  String of(String check, String about) {
    String all = check + "\n" + about;
    int number = known.merge(all, 1, Integer::sum);
    return Sha256.hex(number == 1 ? all : all + "\n" + number);
  }

  String of(Problem problem) {
    return of("problem", problem.origin().source() + "\n" + RunReport.sentence(problem));
  }
}
