package dev.japply.kpt;

import static dev.japply.kpt.GitFolder.configMap;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.japply.Cases;
import dev.japply.Program;
import dev.japply.Program.Said;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/// The program is killed with SIGKILL before each of its calls of the system that change the disk
/// or start git; in `make test` before one in thirty. The directory is then as it was, or the same
/// command makes of it what it should be, with all that was edited in between. No other command
/// writes anything.
@Tag("sampled")
@Tag("process")
@Order(1)
@Execution(ExecutionMode.CONCURRENT)
class PackageKillTest {
  private static final String NO_COMMENTS = "--merge-comments=false";

  private static final String ITS_CODE = "dev.japply.kpt.";
  private static final int FEWEST_UPDATE = 30;
  private static final int FEWEST_INTERRUPTED = 8;
  private static final int FEWEST_GET = 12;

  /// From one call at which it is killed to the next.
  private static final int STEP = Cases.all() ? 1 : 31;

  @TempDir private Path directory;
  private GitFolder upstream;

  @BeforeEach
  void makeUpstream() throws Exception {
    assumeTrue(Program.executable().isEmpty(), "a distribution has no debugger's agent");
    upstream = GitFolder.in(directory.resolve("up"));
    upstream.commit(
        Map.of("web/a.yaml", configMap("a", "1"), "web/old/b.yaml", configMap("b", "1")));
    upstream.git("tag", "v1");
    Files.delete(upstream.path().resolve("web/old/b.yaml"));
    upstream.commit(
        Map.of("web/a.yaml", configMap("a", "2"), "web/new/c.yaml", configMap("c", "1")));
    upstream.git("tag", "v2");
  }

  private Map<String, String> environment() {
    return Map.of("HOME", directory.toString(), "PATH", System.getenv("PATH"));
  }

  private Said run(String... arguments) {
    return Program.run(environment(), "", List.of(arguments));
  }

  private String kill(int moment, String... arguments) throws Exception {
    var command = new ArrayList<>(Program.command());
    command.addAll(List.of(arguments));
    return KillPoints.kill(command, environment(), ITS_CODE, moment);
  }

  private String reference(String version) {
    return "file://" + upstream.path() + "/.git/web@" + version;
  }

  /// All that is in a directory, the program's own files included; null when it is not there.
  private static Map<String, String> files(Path root) throws IOException {
    if (!Files.isDirectory(root)) {
      return Map.of();
    }
    var files = new TreeMap<String, String>();
    try (Stream<Path> paths = Files.walk(root)) {
      for (Path path : paths.toList()) {
        String name = root.relativize(path).toString();
        files.put(name, Files.isDirectory(path) ? "/" : Files.readString(path, ISO_8859_1));
      }
    }
    return files;
  }

  private Path fresh(int moment) throws IOException {
    Path parent = Files.createDirectory(directory.resolve("u" + moment));
    // In a git repository, or not.
    if (moment % 2 == 0) {
      GitFolder.in(parent);
    }
    Path target = parent.resolve("web");
    assertThat(run("pkg", "get", reference("v1"), target.toString(), NO_COMMENTS).status())
        .isZero();
    Files.writeString(target.resolve("mine.txt"), "mine");
    return target;
  }

  @Test
  void anUpdateIsWholeOrIsFinishedOnRequestWhereverItIsKilled() throws Exception {
    Path undisturbed = fresh(-1);
    Map<String, String> before = files(undisturbed);
    assertThat(run("pkg", "update", undisturbed + "@v2").status()).isZero();
    Map<String, String> after = files(undisturbed);
    assertThat(after.keySet()).contains("new/c.yaml", "mine.txt").doesNotContain("old");
    int interrupted = 0;
    int moment = 0;
    for (boolean killed = true; killed; moment += STEP) {
      Path target = fresh(moment);
      String call = kill(moment, "pkg", "update", target + "@v2");
      killed = !call.isEmpty();
      Map<String, String> left = files(target);
      String as = "killed at call %d, %s%n%s".formatted(moment, call, left.keySet());
      Map<String, String> all = files(parent(target));
      Said status = run("pkg", "status", target.toString());
      assertThat(status.status()).as(as).isZero();
      assertThat(files(parent(target))).as(as).isEqualTo(all);
      boolean decided = status.err().contains("an update to v2 was interrupted");
      interrupted += decided ? 1 : 0;
      if (!decided) {
        assertThat(left).as(as).isIn(before, after);
      }
      // Edits after the kill are kept by whatever finishes the update.
      Files.writeString(target.resolve("mine.txt"), "edited");
      String edited = Files.readString(target.resolve("a.yaml")) + "  own: edit\n";
      Files.writeString(target.resolve("a.yaml"), edited);
      Said update = run("pkg", "update", target + "@v2", "--require-clean=false");
      assertThat(update.status()).as(as + update.err()).isEqualTo(decided ? 3 : 0);
      var wanted = new TreeMap<>(after);
      wanted.put("mine.txt", "edited");
      wanted.put("a.yaml", after.get("a.yaml") + "  own: edit\n");
      assertThat(files(target)).as(as).isEqualTo(wanted);
    }
    assertThat(moment).isGreaterThan(FEWEST_UPDATE);
    assertThat(interrupted).isGreaterThan(FEWEST_INTERRUPTED / STEP);
    System.out.printf("pkg update: killed at %d calls%n", moment / STEP - 1);
  }

  @Test
  void aPackageIsThereWhollyOrNotAtAllWhereverGetIsKilled() throws Exception {
    int calls = 0;
    for (boolean killed = true; killed; calls += STEP) {
      Path parent = Files.createDirectory(directory.resolve("g" + calls));
      Path target = parent.resolve("web");
      // A cache of its own, so that it is made anew and killed in the making, too.
      Path cache = parent.resolveSibling("cache" + calls);
      var environment = new TreeMap<>(environment());
      environment.put("JAPPLY_CACHE_DIR", cache.toString());
      var command = new ArrayList<>(Program.command());
      List<String> arguments =
          List.of("pkg", "get", reference("v1"), target.toString(), NO_COMMENTS);
      command.addAll(arguments);
      String call = KillPoints.kill(command, environment, ITS_CODE, calls);
      killed = !call.isEmpty();
      String as = "killed at call %d, %s".formatted(calls, call);
      if (!Files.exists(target)) {
        assertThat(Program.run(environment, "", arguments).status()).as(as).isZero();
      }
      assertThat(files(target).keySet())
          .as(as)
          .containsExactlyInAnyOrder("", "Kptfile", "a.yaml", "old", "old/b.yaml");
      assertThat(files(target)).as(as).containsEntry("a.yaml", configMap("a", "1"));
      // Who is killed between the last step and its end leaves what it held.
      assertThat(parent)
          .as(as)
          .isDirectoryNotContaining(
              path -> !path.equals(target) && !path.endsWith(".web.japply-get.lock"));
    }
    assertThat(calls).isGreaterThan(FEWEST_GET);
    System.out.printf("pkg get: killed at %d calls%n", calls / STEP - 1);
  }

  private static Path parent(Path path) {
    return Objects.requireNonNull(path.getParent());
  }
}
