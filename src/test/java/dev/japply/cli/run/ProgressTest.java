package dev.japply.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.apply.Event;
import dev.japply.cli.flags.Console;
import dev.japply.cli.flags.Console.Terminals;
import dev.japply.object.ObjectKey;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ProgressTest {
  private static final String CLEAR = "\r\u001b[K";
  private static final ObjectKey A = new ObjectKey("", "ConfigMap", "n", "a");
  private static final ObjectKey B = new ObjectKey("apps", "Deployment", "n", "b");

  /// What both streams print, as a terminal gets it.
  private final ByteArrayOutputStream terminal = new ByteArrayOutputStream();

  private Console console(Map<String, String> environment) {
    return Console.of(environment, new ByteArrayInputStream(new byte[0]), terminal, terminal)
        .with(new Terminals(true, true, true));
  }

  private String seen() {
    return terminal.toString(StandardCharsets.UTF_8);
  }

  @Test
  void countsAndNamesWhatTakesLongest() {
    try (var progress = Progress.of(console(Map.of()), false)) {
      accept(progress, new Event.Expected(3));
      assertThat(progress.line(80)).isEqualTo("0 of 3 done");
      accept(progress, new Event.Started(A));
      accept(progress, new Event.Started(B));
      assertThat(progress.line(80)).isEqualTo("0 of 3 done; now ConfigMap n/a");
      accept(progress, new Event.Finished(A, true));
      assertThat(progress.line(80)).isEqualTo("1 of 3 done, 1 failed; now Deployment n/b");
      assertThat(progress.line(20)).isEqualTo("1 of 3 done, 1 fail");
    }
  }

  @Test
  void isShownBelowWhatIsPrinted() {
    Console console = console(Map.of());
    console.screen().show(List.of("1 of 2"));
    console.out().printLine("a created");
    console.screen().show(List.of("2 of 2"));
    console.screen().show(List.of("2 of 3"));
    console.data().print("half");
    console.data().flush();
    console.screen().show(List.of("not below half a line"));
    console.data().print(" a line\n");
    console.data().flush();
    console.screen().show(List.of("end"));
    console.screen().show(List.of());
    assertThat(seen())
        .isEqualTo(
            "1 of 2"
                + CLEAR
                + "a created\n"
                + "2 of 2"
                + CLEAR
                + "2 of 3"
                + CLEAR
                + "half a line\n"
                + "end"
                + CLEAR);
  }

  /// Lines that were printed but not sent yet come before it.
  @Test
  void comesAfterAWhileAndGoes() throws InterruptedException {
    Console console = console(Map.of("COLUMNS", "12"));
    try (var progress = Progress.of(console, true)) {
      accept(progress, new Event.Expected(2));
      accept(progress, new Event.Started(A));
      console.data().print("x created\n");
      assertThat(seen()).isEmpty();
      Instant limit = Instant.now().plus(Duration.ofSeconds(20));
      while (seen().indexOf("0 of 2") < 0 && Instant.now().isBefore(limit)) {
        Thread.sleep(20);
      }
    }
    assertThat(seen()).startsWith("x created\n0 of 2 done").endsWith(CLEAR);
  }

  @Test
  void saysNothingWhereItIsNotWanted() throws InterruptedException {
    try (var progress = Progress.of(console(Map.of()), false)) {
      accept(progress, new Event.Expected(2));
      Thread.sleep(1500);
    }
    assertThat(seen()).isEmpty();
  }

  private static void accept(Progress progress, Event event) {
    progress.before(other -> {}).accept(event);
  }
}
