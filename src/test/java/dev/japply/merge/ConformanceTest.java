package dev.japply.merge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.Oracle;
import dev.japply.UsesOracle;
import org.junit.jupiter.api.Test;

/// The merge against upstream's own code and against the laws, on generated documents.
///
/// `make conformance CASES=… SEED=…` runs it with any number of cases.
@UsesOracle
class ConformanceTest {
  private static final int CASES = Integer.getInteger("japply.cases", 20_000);
  private static final long SEED = Long.getLong("japply.seed", 1L);
  private static final double SUCCESSFUL = 0.6;

  @Test
  void generatedCasesAgreeWithUpstream() {
    try (Oracle oracle = Oracle.start().orElseThrow()) {
      var conformance = new Conformance(oracle);
      conformance.run(SEED, CASES);
      conformance.failures().forEach(System.out::println);
      System.out.println(conformance.histogram());
      System.out.println("seed " + SEED + ", " + conformance.summary());
      assertThat(conformance.failures()).isEmpty();
      assertThat(conformance.successfulShare()).isGreaterThan(SUCCESSFUL);
    }
  }
}
