package dev.japply.cli.run;

import dev.japply.cli.flags.CommandContext;
import dev.japply.cli.flags.Console;
import dev.japply.cluster.config.ConnectionOptions;
import dev.japply.io.Cancellation;
import dev.japply.object.KubeObject;
import dev.japply.problem.JapplyException;
import dev.japply.problem.Problem;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;

/// Prompts on the terminal before something is changed.
public record YesPrompt(CommandContext context, Cancellation cancellation) {
  private static final Set<String> YES = Set.of("y", "yes");

  /// The interval between two checks for cancellation.
  private static final Duration GLANCE = Duration.ofMillis(50);

  /// Checks that a user can be prompted.
  ///
  /// @param none the error if there is no terminal
  public static void requireTerminal(Console console, Problem none) {
    if (!console.terminals().in() || !console.terminals().err()) {
      throw new JapplyException(none);
    }
  }

  /// Prints a question about a change of `objects`, and waits for the user's input.
  ///
  /// @param change the beginning of the question
  /// @param server the address of the cluster
  /// @throws JapplyException if the input is not a yes, unless the run was cancelled
  public void ask(
      String change, ConnectionOptions connection, String server, List<KubeObject> objects) {
    Console console = context.console();
    String name = context.connector().contextName(connection, console);
    var namespaces =
        objects.stream()
            .map(KubeObject::namespace)
            .filter(namespace -> !namespace.isEmpty())
            .collect(Collectors.toCollection(TreeSet::new));
    String where = namespaces.isEmpty() ? "" : ", namespace " + String.join(", ", namespaces);
    console
        .err()
        .print(
            "%s %s%s%s? [y/N] "
                .formatted(change, name.isEmpty() ? "" : "context " + name + ", ", server, where));
    console.err().flush();
    boolean confirmed = confirms(console, cancellation);
    if (!cancellation.requested() && !confirmed) {
      throw new JapplyException("not confirmed: nothing was changed", "");
    }
  }

  /// Returns whether the user types `y` or `yes`; false if the run is cancelled first.
  private static boolean confirms(Console console, Cancellation cancellation) {
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
