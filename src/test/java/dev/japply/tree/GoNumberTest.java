package dev.japply.tree;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import org.junit.jupiter.api.Test;

class GoNumberTest {
  /// The greatest integer that Go still rounds down to a float64.
  private static final BigInteger GREATEST =
      BigInteger.TWO.pow(1024).subtract(BigInteger.TWO.pow(970)).subtract(BigInteger.ONE);

  @Test
  void readsIntegersAsLongAsAFloatHoldsThem() {
    assertThat(GoNumber.integer("9223372036854775808")).contains(BigInteger.TWO.pow(63));
    assertThat(GoNumber.integer(GREATEST.toString())).contains(GREATEST);
    assertThat(GoNumber.integer(GREATEST.negate().toString())).contains(GREATEST.negate());
    assertThat(GoNumber.integer(GREATEST.add(BigInteger.ONE).toString())).isEmpty();
    assertThat(GoNumber.integer("-1" + "0".repeat(309))).isEmpty();
    assertThat(GoNumber.integer("1" + "0".repeat(1_000_000))).isEmpty();
  }

  @Test
  void complaintsShowTheBeginningOfLongNumbers() {
    assertThat(GoNumber.complaint("1e400"))
        .isEqualTo("json: cannot unmarshal number 1e400 into Go value of type float64");
    assertThat(GoNumber.complaint("1" + "0".repeat(40)))
        .contains(" number 10000000000000000000... (41 characters) into ");
  }
}
