package dev.japply.fuzz;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.japply.Cases;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A part of `make fuzz`. Each reader gets at least a hundred inputs.
@Tag("generated")
@Tag("verify")
@Order(1)
class FuzzTest {
  private static final int INPUTS = Integer.getInteger("japply.fuzz.inputs", Cases.of(30_000));

  @TempDir private Path directory;

  @Test
  void whateverIsReadEndsWellOrInOneClearLine() throws Exception {
    Fuzz.Outcome outcome =
        Fuzz.run(List.of(Reader.values()), Fuzz.Guide.CODE, INPUTS, 1, directory);
    assertThat(outcome.failure()).isEmpty();
    System.out.print(Tally.table(outcome.tallies()));
    assertThat(outcome.tallies())
        .extracting(Tally::reader)
        .containsExactlyInAnyOrderElementsOf(Stream.of(Reader.values()).map(Reader::text).toList());
    assertThat(Tally.all(outcome.tallies()).inputs()).isCloseTo(INPUTS, withinPercentage(5));
  }
}
