package dev.japply.cli.flags;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.cli.flags.ProcessRunner.Printed;
import dev.japply.io.Cancellation;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TerminalWidthTest {
  /// A program that prints the size of a terminal.
  private record Size(String text) implements ProcessRunner {
    @Override
    public int run(List<String> command, Cancellation cancellation) {
      throw new AssertionError(command);
    }

    @Override
    public Printed print(List<String> command, Cancellation cancellation) throws IOException {
      if (text.equals("none")) {
        throw new IOException("no /bin/sh");
      }
      return new Printed(0, text.replace("N", "\n"));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "120,   true,  30 90N, 120",
    "120,   false, 30 90N, 120",
    "'',    true,  30 90N, 90",
    "'',    false, 30 90N, 100",
    "0,     true,  30 90N, 90",
    "wide,  false, 30 90N, 100",
    "99999, false, 30 90N, 100",
    "'',    true,  0 0N,   80",
    "'',    true,  '',     80",
    "'',    true,  none,   80",
  })
  void isThatOfTheTerminal(String columns, boolean terminal, String size, int width) {
    Console console =
        Console.of(
            Map.of("COLUMNS", columns),
            InputStream.nullInputStream(),
            new ByteArrayOutputStream(),
            new ByteArrayOutputStream());
    assertThat(TerminalWidth.of(console, new Size(size), terminal)).isEqualTo(width);
  }
}
