package dev.japply.merge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.walk.Quantity;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Amounts in several forms.
final class QuantityTest {
  @ParameterizedTest
  @CsvSource({
    "'0.5', 500m",
    "'1', 1",
    "1, 1000m",
    "1.5, 1500m",
    ".5, 500m",
    "'5.', '5'",
    "'+1', '1'",
    "'-1', -1000m",
    "'0', 0",
    "'0', -0",
    "1k, 1000",
    "1Ki, 1024",
    "1Gi, 1024Mi",
    "1.5Gi, 1536Mi",
    "1e3, 1k",
    "1E3, 1k",
    "1E, 1e18",
    "1Ei, 1024Pi",
    "1e-3, 1m",
    "1u, 1000n",
    "0.1n, 1n",
    "100, 1e2",
    "'1e+2', '100'"
  })
  void same(String a, String b) {
    assertThat(Quantity.same(Flow.parse(a), Flow.parse(b))).isTrue();
    assertThat(Quantity.same(Flow.parse(b), Flow.parse(a))).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "500m, 501m",
    "1Mi, 1M",
    "1m, 1M",
    "1k, 1Ki",
    "1, -1",
    "1e3, 1e4",
    "a, a",
    "1x, 1x",
    "1K, 1k",
    "'', ''",
    "'\"1 \"', '1'",
    "null, null",
    "true, true",
    "[1], [1]"
  })
  void differentOrNoAmounts(String a, String b) {
    assertThat(Quantity.same(Flow.parse(a), Flow.parse(b))).isFalse();
  }
}
