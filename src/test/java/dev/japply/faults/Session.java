package dev.japply.faults;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.japply.cli.Japply;
import dev.japply.cli.RealConnector;
import dev.japply.cli.flags.CommandContext;
import dev.japply.cli.flags.Console;
import dev.japply.io.CancellationSource;
import dev.japply.io.Hurried;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;

/// Runs of japply in this process, before a relay, with pauses that are a hundredth as long.
///
/// @param home where it keeps what it learns
record Session(Relay relay, Path home, String namespace) {
  /// Much longer than a run takes, so that one that does not end is told from one that is slow.
  private static final Duration LIMIT = Duration.ofMinutes(2);

  /// What a run said.
  ///
  /// @param status -1 when it threw something, or did not end
  record Said(int status, String out, String err) {}

  /// Runs japply, which pauses by `paused`.
  Said run(List<String> args, String input, Runnable paused) {
    var out = new ByteArrayOutputStream();
    var err = new ByteArrayOutputStream();
    var in = new ByteArrayInputStream(input.getBytes(UTF_8));
    Console console = Console.of(environment(), in, out, err);
    var stop = new Hurried(new CancellationSource(), paused);
    var context = new CommandContext(console, new RealConnector(stop::pause));
    var all = new ArrayList<>(args);
    all.addAll(List.of("-n", namespace, "-s", relay.url()));
    var japply = new Japply(context, stop);
    var run = new FutureTask<>(() -> japply.run(all));
    Thread.ofPlatform().daemon().start(run);
    return new Said(end(run, err), out.toString(UTF_8), err.toString(UTF_8));
  }

  /// The status; -1 when it threw something, or did not end.
  private static int end(FutureTask<Integer> run, OutputStream err) {
    try {
      return run.get(LIMIT.toSeconds(), TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      e.printStackTrace(new PrintStream(err, true, UTF_8));
    } catch (TimeoutException e) {
      run.cancel(true);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return -1;
  }

  private Map<String, String> environment() {
    return Map.of(
        "HOME", home.toString(),
        "TMPDIR", home.toString(),
        "PATH", System.getenv("PATH"),
        "KUBE_EDITOR", "sed -i -e s/one/two/ -e s/hunter-two/hunter-new/");
  }

  /// Writes a file that a run is given, and returns its path.
  Path write(String name, String text) {
    try {
      return Files.writeString(home.resolve(name), text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Forgets what was learned.
  void forget() {
    try (Stream<Path> files = Files.walk(home)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
      Files.createDirectory(home);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
