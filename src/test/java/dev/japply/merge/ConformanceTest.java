package dev.japply.merge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.japply.Oracle;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// The merge against upstream's own code and against the laws, on generated documents.
///
/// `make conformance CASES=… SEED=…` runs it with any number of cases.
@Tag("oracle")
class ConformanceTest {
  private static final int CASES = Integer.getInteger("japply.cases", 20_000);
  private static final long SEED = Long.getLong("japply.seed", 1L);
  private static final double SUCCESSFUL = 0.6;

  @Test
  void generatedCasesAgreeWithUpstream() {
    Optional<Oracle> started = Oracle.start();
    assumeTrue(started.isPresent(), "needs upstream's merge code, built with Go: make test");
    try (Oracle oracle = started.get()) {
      var conformance = new Conformance(oracle);
      conformance.run(SEED, CASES);
      conformance.failures().forEach(System.out::println);
      System.out.println(conformance.histogram());
      System.out.println("seed " + SEED + ", " + conformance.summary());
      assertThat(conformance.failures()).isEmpty();
      assertThat(conformance.successfulShare()).isGreaterThan(SUCCESSFUL);
    }
  }

  /// Seeds that once showed a difference, or a broken law.
  @Test
  void casesThatOnceFailedAgreeWithUpstream() throws IOException {
    Optional<Oracle> started = Oracle.start();
    assumeTrue(started.isPresent(), "needs upstream's merge code, built with Go: make test");
    try (Oracle oracle = started.get();
        var seeds =
            new BufferedReader(
                new InputStreamReader(
                    ConformanceTest.class.getResourceAsStream("seeds.txt"),
                    StandardCharsets.UTF_8))) {
      var conformance = new Conformance(oracle);
      seeds.lines().forEach(seed -> conformance.run(Long.parseLong(seed), 1));
      assertThat(conformance.failures()).isEmpty();
    }
  }
}
