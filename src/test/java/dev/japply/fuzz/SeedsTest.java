package dev.japply.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SeedsTest {

  @ParameterizedTest
  @EnumSource
  void everyReaderTakesItsSeeds(Reader reader) throws Exception {
    List<byte[]> seeds = Seeds.of(reader);
    assertThat(seeds).isNotEmpty();
    for (byte[] seed : seeds) {
      assertThat(seed).as("the fuzzer would cut it").hasSizeLessThan(Fuzz.LONGEST);
      reader.read(seed);
    }
  }
}
