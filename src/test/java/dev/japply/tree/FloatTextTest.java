package dev.japply.tree;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FloatTextTest {

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
  void jsonIsAsGoWritesIt(double value, String text) {
    assertThat(FloatText.json(value)).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0, 0e+00, 0",
    "-0.0, -0, -0e+00, -0",
    "1, 1, 1e+00, 1",
    "-2.50, -2.5, -2.5e+00, -2.5",
    "0.0001, 0.0001, 1e-04, 0.0001",
    "0.00012, 0.00012, 1.2e-04, 0.00012",
    "0.00001, 1e-05, 1e-05, 0.00001",
    "1e-7, 1e-07, 1e-07, 0.0000001",
    "100000, 100000, 1e+05, 100000",
    "999999.5, 999999.5, 9.999995e+05, 999999.5",
    "1e6, 1e+06, 1e+06, 1000000",
    "1000000.5, 1.0000005e+06, 1.0000005e+06, 1000000.5",
    "1e20, 1e+20, 1e+20, 100000000000000000000",
    "1e21, 1e+21, 1e+21, 1000000000000000000000",
    "9223372036854775808, 9.223372036854776e+18, 9.223372036854776e+18, 9223372036854776000",
  })
  void theShortestFormsAreAsGoWritesThem(
      double value, String general, String scientific, String plain) {
    assertThat(FloatText.of(value, 'g', FloatText.SHORTEST)).isEqualTo(general);
    assertThat(FloatText.of(value, 'e', FloatText.SHORTEST)).isEqualTo(scientific);
    assertThat(FloatText.of(value, 'f', FloatText.SHORTEST)).isEqualTo(plain);
  }

  @ParameterizedTest
  @CsvSource({
    "4.9e-324, 5e-324",
    "1.7976931348623157e308, 1.7976931348623157e+308",
    "-1.7976931348623157e308, -1.7976931348623157e+308",
  })
  void theLeastAndTheGreatest(double value, String text) {
    assertThat(FloatText.of(value, 'g', FloatText.SHORTEST)).isEqualTo(text);
    assertThat(FloatText.of(value, 'e', FloatText.SHORTEST)).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({
    "0.5, f, 0, 0",
    "1.5, f, 0, 2",
    "2.5, f, 0, 2",
    "0.125, f, 2, 0.12",
    "0.375, f, 2, 0.38",
    "0.1, f, 20, 0.10000000000000000555",
    "3, f, 2, 3.00",
    "0, e, 3, 0.000e+00",
    "12345, e, 2, 1.23e+04",
    "12.5, e, 1, 1.2e+01",
    "2.5, e, 0, 2e+00",
    "1, e, 3, 1.000e+00",
    "123456, g, 3, 1.23e+05",
    "100000, g, 3, 1e+05",
    "123, g, 3, 123",
    "120, g, 5, 120",
    "1.25, g, 2, 1.2",
    "7.5, g, 0, 8",
  })
  void roundsToThePrecisionAndHalvesToEven(double value, char form, int precision, String text) {
    assertThat(FloatText.of(value, form, precision)).isEqualTo(text);
  }

  @Test
  void whatIsWrittenReadsBackAsTheSameNumber() {
    var random = new SplittableRandom(20260101);
    for (int i = 0; i < 20_000; i++) {
      double value = Double.longBitsToDouble(random.nextLong());
      if (Double.isFinite(value)) {
        assertThat(Double.parseDouble(FloatText.json(value))).isEqualTo(value);
      }
    }
  }
}
