package dev.japply.cli;

import dev.japply.cli.flags.Command;
import dev.japply.cli.flags.CommandContext;
import dev.japply.cli.flags.Console;
import dev.japply.cli.flags.Flag;
import dev.japply.cli.flags.FlagSet;
import dev.japply.cli.flags.UsageException;
import dev.japply.cluster.ClusterException;
import dev.japply.cluster.config.ConnectionOptions;
import dev.japply.io.Cancellation;
import dev.japply.problem.JapplyException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;

/// The hidden command `japply __complete WORD... =CURRENT`, which the completion of shells calls.
/// `CURRENT` is the word under the cursor, which may be empty. The command prints its possible
/// values, one a line, and no errors. It ends soon if the cluster does not respond.
///
/// Names come from servers and files of others, and shells expand different characters. So only
/// names without a special character of any shell are printed.
record CompletionLookup(CommandContext context, Cancellation cancellation) {
  private static final Duration LIMIT = Duration.ofMillis(1500);

  /// Letters, digits, and what no shell expands within a word.
  private static final Pattern SAFE = Pattern.compile("[A-Za-z0-9_./][A-Za-z0-9_./:@+%-]*");

  /// Prints the values.
  ///
  /// @param words the words of the command line after the program, the one under the cursor last
  void run(String program, List<String> words) {
    if (words.isEmpty() || !words.getLast().startsWith("=")) {
      return;
    }
    CompletableFuture<List<String>> found =
        CompletableFuture.supplyAsync(
            () -> quietly(program, words), task -> Thread.ofPlatform().daemon().start(task));
    for (String value : await(found)) {
      if (SAFE.matcher(value).matches()) {
        context.console().data().print(value + "\n");
      }
    }
  }

  private static List<String> await(CompletableFuture<List<String>> found) {
    try {
      return found.get(LIMIT.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException | ExecutionException e) {
      return List.of();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return List.of();
    }
  }

  private List<String> quietly(String program, List<String> words) {
    try {
      String current = words.getLast().substring(1);
      return values(program, words.subList(0, words.size() - 1), current);
    } catch (UsageException | JapplyException | ClusterException | IllegalArgumentException e) {
      return List.of(); // an incomplete command line, or a cluster that does not respond
    }
  }

  private List<String> values(String program, List<String> before, String current) {
    Console silent = silent();
    List<String> closed = withoutOpenFlag(program, before, silent);
    CommandChoice choice = CommandChoice.of(program, closed, silent);
    String flag = openFlag(choice.flags(), before, current);
    Command command = choice.command();
    var defaults = new Defaults(choice, silent);
    choice.flags().parse(choice.arguments(), defaults);
    command.global().setCommand(program, choice.names());
    command.global().setPlugins(choice.plugins());
    command.global().setProject(defaults.project());
    Optional<ValueSource> source =
        flag.isEmpty() ? ValueSource.ofArguments(choice.names()) : ValueSource.ofFlag(flag);
    String start = flag.isEmpty() ? current : current.substring(current.indexOf('=') + 1);
    var lookup = new ValueLookup(context.connector(), silent, cancellation, quick(command), start);
    return source.map(found -> lookup.find(found, choice.flags().arguments())).orElse(List.of());
  }

  private static ConnectionOptions quick(Command command) {
    ConnectionOptions connection = command.global().connection();
    return connection.withOverrides(connection.overrides().withTimeout(LIMIT).withLogLevel(0));
  }

  /// Returns the words without the flag whose value is under the cursor.
  private static List<String> withoutOpenFlag(String program, List<String> before, Console silent) {
    if (before.isEmpty() || !before.getLast().startsWith("-")) {
      return before;
    }
    var closed = new ArrayList<>(before);
    String last = closed.removeLast();
    Flag<?> flag = CommandChoice.of(program, closed, silent).flags().named(last);
    return flag != null && flag.needsValue() && !last.contains("=") ? closed : before;
  }

  /// Returns the flag whose value is under the cursor; empty if it is an argument.
  private static String openFlag(FlagSet flags, List<String> before, String current) {
    String last = before.isEmpty() ? "" : before.getLast();
    if (last.startsWith("-") && !last.contains("=")) {
      Flag<?> flag = flags.named(last);
      if (flag != null && flag.needsValue()) {
        return FlagSet.name(last);
      }
    }
    return current.startsWith("--") && current.contains("=") ? FlagSet.name(current) : "";
  }

  /// Returns a console without messages.
  private Console silent() {
    return Console.of(
        context.console().environment(),
        InputStream.nullInputStream(),
        OutputStream.nullOutputStream(),
        OutputStream.nullOutputStream());
  }
}
