package dev.japply.cli.command;

import dev.japply.cli.flags.Console;
import dev.japply.io.Cancellation;
import dev.japply.problem.JapplyException;
import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/// Prompts on the terminal for a yes.
record YesPrompt(Console console, Cancellation cancellation) {
  private static final Set<String> YES = Set.of("y", "yes");

  /// The interval between two checks for cancellation.
  private static final Duration GLANCE = Duration.ofMillis(50);

  /// Prints `question`, and waits for the user's input.
  ///
  /// @throws JapplyException if the input is not a yes, unless the run was cancelled
  void ask(String question) {
    console.err().print(question);
    console.err().flush();
    String answer = answer();
    if (!cancellation.requested() && !YES.contains(answer.strip().toLowerCase(Locale.ROOT))) {
      throw new JapplyException(
          Problem.error(Origin.NONE, "not confirmed: nothing was changed", ""));
    }
  }

  /// Reads the user's input; empty if the run is cancelled first.
  private String answer() {
    var line = new CompletableFuture<String>();
    Thread.ofPlatform().daemon().name("answer").start(() -> line.complete(read()));
    while (!line.isDone() && !cancellation.requested()) {
      cancellation.pause(GLANCE);
    }
    return line.getNow("");
  }

  private String read() {
    try {
      String line =
          new BufferedReader(new InputStreamReader(console.in(), StandardCharsets.UTF_8))
              .readLine();
      return line == null ? "" : line;
    } catch (IOException e) {
      return "";
    }
  }
}
