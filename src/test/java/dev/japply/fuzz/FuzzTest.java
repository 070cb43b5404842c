package dev.japply.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A part of `make fuzz`.
@Tag("slow")
class FuzzTest {
  private static final int INPUTS = Integer.getInteger("japply.fuzz.inputs", 20_000);

  @TempDir private Path directory;

  @Test
  void whateverIsReadEndsWellOrInOneClearLine() throws Exception {
    assertThat(Fuzz.run(List.of(Reader.values()), INPUTS, 1, directory)).isEmpty();
  }
}
