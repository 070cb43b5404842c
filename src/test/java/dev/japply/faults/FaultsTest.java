package dev.japply.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.Cases;
import dev.japply.e2e.TestCluster;
import dev.japply.e2e.UsesTestCluster;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The [Laws], for cells of the table faults × commands × moments.
///
/// `make faults CASES=… SEED=… NAMES=…` runs more of it, without these all.
@Tag("sampled")
@UsesTestCluster
@Order(1)
class FaultsTest {
  private static final int SOME = 25;

  /// Zero for as few as it takes to meet everything once, as in `make verify`.
  private static final int CASES =
      Integer.getInteger("japply.faults.cases", Cases.all() ? 0 : SOME);

  private static final long SEED = Long.getLong("japply.faults.seed", 1L);
  private static final Pattern NAMES =
      Pattern.compile(System.getProperty("japply.faults.names", ""));
  private static final int THREADS = 2;

  private final TestCluster server;
  @TempDir private Path directory;

  FaultsTest(TestCluster server) {
    this.server = server;
  }

  @Test
  void whateverBefallsRequestsTheLawsHold() throws IOException {
    try (var upstream = new Upstream(server.kubeconfig());
        var relay = new Relay(upstream)) {
      var trial = new Trial(upstream, session(relay, "first"));
      List<Cell> named =
          Cells.all(trial::undisturbed).stream()
              .filter(cell -> NAMES.matcher(cell.name()).find())
              .toList();
      Collection<Cell> chosen =
          CASES > 0 ? Cells.choose(named, CASES, SEED) : Cells.choose(named, SEED);
      System.out.print(Cells.counts(chosen));
      var queue = new ConcurrentLinkedQueue<>(chosen);
      List<CompletableFuture<List<String>>> workers =
          IntStream.range(0, THREADS)
              .mapToObj(i -> CompletableFuture.supplyAsync(() -> work(upstream, "" + i, queue)))
              .toList();
      List<String> failures = workers.stream().flatMap(each -> each.join().stream()).toList();
      failures.forEach(System.out::println);
      System.out.printf(
          "faults: seed %d, %d of %d cells: %d keep the laws, %d break them%n",
          SEED, chosen.size(), named.size(), chosen.size() - failures.size(), failures.size());
      assertThat(failures).isEmpty();
    }
  }

  private Session session(Relay relay, String name) throws IOException {
    Path home = Files.createDirectory(directory.resolve(name));
    return new Session(relay, home, server.newNamespace());
  }

  private List<String> work(Upstream upstream, String name, Queue<Cell> cells) {
    var failures = new ArrayList<String>();
    try (var relay = new Relay(upstream)) {
      var trial = new Trial(upstream, session(relay, name));
      for (Cell cell = cells.poll(); cell != null; cell = cells.poll()) {
        broken(trial, cell).ifPresent(failures::add);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return failures;
  }

  /// What a cell breaks, with all that is known of it.
  private static Optional<String> broken(Trial trial, Cell cell) {
    try {
      Trial.Played played = trial.play(cell);
      List<String> broken = Laws.broken(trial.undisturbed(cell.command()), played);
      return broken.isEmpty()
          ? Optional.empty()
          : Optional.of(
              "== %s%n   BROKEN %s%n%s%n%s"
                  .formatted(
                      cell.name(), String.join("\n   BROKEN ", broken), played, repeat(cell)));
    } catch (IllegalStateException e) {
      return Optional.of(
          "== %s%n   NOT PLAYED %s%n%s".formatted(cell.name(), e.getMessage(), repeat(cell)));
    }
  }

  /// The line that plays a cell alone.
  private static String repeat(Cell cell) {
    return "repeat: make faults NAMES='^" + cell.name() + "$'";
  }
}
