package dev.japply.cli.flags;

import dev.japply.io.Cancellation;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/// Reads the user's response to a question on standard input.
public final class Prompt {
  private static final Set<String> YES = Set.of("y", "yes");

  /// The interval between two checks for cancellation.
  private static final Duration GLANCE = Duration.ofMillis(50);

  private Prompt() {}

  /// Returns whether the user types `y` or `yes`; false if the run is cancelled first.
  public static boolean confirms(Console console, Cancellation cancellation) {
    var line = new CompletableFuture<Optional<String>>();
    Thread.ofPlatform().daemon().name("answer").start(() -> line.complete(read(console)));
    while (!line.isDone() && !cancellation.requested()) {
      cancellation.pause(GLANCE);
    }
    Optional<String> typed = line.getNow(Optional.empty());
    if (typed.isEmpty()) {
      console.err().printLine(""); // the cursor is still on the line of the question
    }
    return YES.contains(typed.orElse("").strip().toLowerCase(Locale.ROOT));
  }

  /// Returns the line; empty if the input has ended.
  private static Optional<String> read(Console console) {
    try {
      return Optional.ofNullable(
          new BufferedReader(new InputStreamReader(console.in(), StandardCharsets.UTF_8))
              .readLine());
    } catch (IOException e) {
      return Optional.empty();
    }
  }
}
