package dev.japply.cli.flags;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.cli.flags.Console.Terminals;
import dev.japply.problem.WarningId;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The streams as terminals and as files.
class ConsoleTest {
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private Console console(Map<String, String> environment, String terminals) {
    var in = new ByteArrayInputStream(new byte[0]);
    return Console.of(environment, in, new ByteArrayOutputStream(), err)
        .with(Terminals.parse(terminals));
  }

  @ParameterizedTest
  @CsvSource({
    "out, TERM=xterm, true",
    "'out,err', TERM=xterm, true",
    "err, TERM=xterm, false",
    "'', TERM=xterm, false",
    "out, TERM=dumb, false",
    "out, NO_COLOR=1, false",
    "out, NO_COLOR=, true",
    "'', FORCE_COLOR=1, true",
  })
  void isColouredOnTerminals(String terminals, String variable, boolean coloured) {
    String[] word = variable.split("=", 2);
    assertThat(console(Map.of(word[0], word[1]), terminals).colours()).isEqualTo(coloured);
  }

  @Test
  void countsWarningsOfServersAlone() {
    Console console = console(Map.of(), "");
    console.warn(WarningId.DEPRECATED_FLAG, "of japply");
    assertThat(console.warnings().received()).isZero();
    console.warnOfServer("of the server");
    assertThat(console.warnings().received()).isEqualTo(1);
  }

  @Test
  void saysTheLastLineOnce() {
    Console console = console(Map.of(), "");
    console.lastLine().set("1 object");
    console.conclude();
    console.conclude();
    console.flush();
    assertThat(err.toString(UTF_8)).isEqualTo("1 object\n");
  }
}
