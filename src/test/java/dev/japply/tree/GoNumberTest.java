package dev.japply.tree;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GoNumberTest {

  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "-0.0, -0",
    "1.0, 1",
    "1.10, 1.1",
    "-2.5, -2.5",
    "100, 100",
    "0.1, 0.1",
    "0.000001, 0.000001",
    "0.0000009, 9e-7",
    "-0.00000012, -1.2e-7",
    "1e20, 100000000000000000000",
    "999999999999999900000, 999999999999999900000",
    "1e21, 1e+21",
    "1.5e300, 1.5e+300",
    "-1e-100, -1e-100",
    "9223372036854775807, 9223372036854776000",
    "9223372036854774784, 9223372036854775000",
    "123456789012345678901234567890, 1.2345678901234568e+29",
    "9007199254740993, 9007199254740992",
    "1.7976931348623157e308, 1.7976931348623157e+308",
    "4.9e-324, 5e-324",
    "2.2250738585072014e-308, 2.2250738585072014e-308",
    "2e-323, 2e-323",
    "2e23, 2e+23",
    "0.3, 0.3",
    "0.30000000000000004, 0.30000000000000004",
  })
  void writesAsGoDoes(double value, String text) {
    assertThat(GoNumber.text(value)).isEqualTo(text);
  }

  @Test
  void whatIsWrittenReadsBackAsTheSameNumber() {
    var random = new SplittableRandom(20260101);
    for (int i = 0; i < 20_000; i++) {
      double value = Double.longBitsToDouble(random.nextLong());
      if (Double.isFinite(value)) {
        assertThat(Double.parseDouble(GoNumber.text(value))).isEqualTo(value);
      }
    }
  }
}
