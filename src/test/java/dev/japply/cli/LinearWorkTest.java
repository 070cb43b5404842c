package dev.japply.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import dev.japply.cluster.FakeCluster;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// Twice the input takes at most about twice the work, counted in allocated bytes, which differ
/// less between runs than seconds. To look through a list for each of its items allocates nothing,
/// so eight times the input must also take clearly less than 64 times the processor's time.
@Tag("verify")
@Isolated("counts the allocations of all threads")
class LinearWorkTest {
  private static final double MOST = 2.5;
  private static final int TIMES = 8;
  private static final double MOST_TIME = 32;
  private static final int RUNS = 5;

  /// Whatever takes less starts too few computations to compare.
  private static final Duration SHORT = Duration.ofMillis(100);

  @TempDir private Path directory;

  /// A kind of growth: the manifests of a size, in one of two versions.
  record Growth(String what, int size, Version version) {
    /// Whether it can grow without end; depth cannot.
    boolean isFlat() {
      return !what.equals("depth");
    }

    String manifests(int count, String value) {
      return version.of(count, value);
    }

    @Override
    public String toString() {
      return what;
    }
  }

  interface Version {
    String of(int count, String value);
  }

  private static final List<Growth> GROWTHS =
      List.of(
          new Growth("fields", 500, LinearWorkTest::fields),
          new Growth("objects", 100, LinearWorkTest::objects),
          new Growth("lines", 2000, LinearWorkTest::lines),
          new Growth("depth", 30, LinearWorkTest::depth),
          new Growth("items by key", 300, LinearWorkTest::environment),
          new Growth("items by several keys", 300, LinearWorkTest::ports),
          new Growth("items of a set", 300, LinearWorkTest::finalizers),
          new Growth("items of a whole list", 300, LinearWorkTest::whole));

  private static String repeated(int count, IntFunction<String> part) {
    return IntStream.range(0, count).mapToObj(part).collect(Collectors.joining());
  }

  private static String configMap(String name, String data) {
    return "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: " + name + "}\ndata:\n" + data;
  }

  private static String fields(int count, String value) {
    return configMap("many", repeated(count, i -> "  k" + i + ": \"" + value + "\"\n"));
  }

  private static String objects(int count, String value) {
    return repeated(count, i -> "---\n" + configMap("o" + i, "  k: \"" + value + "\"\n"));
  }

  private static String lines(int count, String value) {
    return configMap("many", "  text: |\n" + repeated(count, i -> "    " + i + value + "\n"));
  }

  private static String depth(int count, String value) {
    return "apiVersion: example.com/v1\nkind: Deep\nmetadata: {name: deep}\nspec: "
        + "{a: ".repeat(count)
        + value
        + "}".repeat(count)
        + "\n";
  }

  private static String environment(int count, String value) {
    return deployment(
        "env:\n"
            + repeated(count, i -> "          - {name: E" + i + ", value: \"" + value + "\"}\n"));
  }

  private static String ports(int count, String value) {
    return deployment(
        "ports:\n"
            + repeated(
                count,
                i ->
                    "          - {containerPort: "
                        + (i + 1)
                        + ", name: p"
                        + i
                        + "-"
                        + value
                        + "}\n"));
  }

  private static String deployment(String container) {
    return """
    apiVersion: apps/v1
    kind: Deployment
    metadata: {name: many}
    spec:
      selector: {matchLabels: {app: many}}
      template:
        metadata: {labels: {app: many}}
        spec:
          containers:
          - name: one
            image: i
    """
        + "        "
        + container;
  }

  private static String finalizers(int count, String value) {
    return "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: many\n  finalizers:\n"
        + repeated(count, i -> "  - example.com/f" + i + "-" + value + "\n");
  }

  private static String whole(int count, String value) {
    return "apiVersion: example.com/v1\nkind: Deep\nmetadata: {name: many}\nspec:\n  items:\n"
        + repeated(count, i -> "  - {name: i" + i + ", value: \"" + value + "\"}\n");
  }

  private static Stream<Arguments> rows() {
    return GROWTHS.stream()
        .flatMap(growth ->
            Stream.of(
                    "apply",
                    "diff",
                    "plan",
                    "why",
                    "why --show=all",
                    "diff --why",
                    "plan --report=html=page",
                    "diff --report=html=page",
                    "show",
                    "undo",
                    "apply --plan")
                .map(command -> Arguments.of(growth, command)));
  }

  @ParameterizedTest(name = "{0}: {1}")
  @MethodSource("rows")
  void twiceTheInputTakesTwiceTheWork(Growth growth, String command) throws Exception {
    work(growth, command, growth.size() / 2); // loads classes
    Work once = median(growth, command, growth.size());
    Work twice = median(growth, command, 2 * growth.size());
    assertThat((double) twice.bytes() / once.bytes()).isLessThan(MOST);
    if (growth.isFlat()) {
      long start = Math.max(once.nanos(), SHORT.toNanos());
      long many = work(growth, command, TIMES * growth.size()).nanos();
      assertThat((double) many / start).isLessThan(MOST_TIME);
    }
  }

  /// What a command took: allocated bytes, and time of the processor.
  private record Work(long bytes, long nanos) {
    static Work soFar() {
      var system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
      var threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
      return new Work(threads.getTotalThreadAllocatedBytes(), system.getProcessCpuTime());
    }

    Work minus(Work before) {
      return new Work(bytes - before.bytes, nanos - before.nanos);
    }
  }

  /// The median of five runs: other threads allocate, too, and a thread that ends while the JVM
  /// counts is counted twice.
  private Work median(Growth growth, String command, int count) throws Exception {
    var runs = new ArrayList<Work>();
    for (int i = 0; i < RUNS; i++) {
      runs.add(work(growth, command, count));
    }
    runs.sort(Comparator.comparingLong(Work::bytes));
    return runs.get(RUNS / 2);
  }

  private Work work(Growth growth, String command, int count) throws Exception {
    var cluster = new FakeCluster();
    cluster.serve("example.com/v1", "Deep", "deeps", true);
    Path manifest = Files.writeString(directory.resolve("m.yaml"), growth.manifests(count, "1"));
    String file = manifest.toString();
    String page = directory.resolve("page").toString();
    String kept = directory.resolve("kept").toString();
    Files.deleteIfExists(Path.of(kept));
    var setting = new Ran.Setting(cluster);
    Ran first = setting.run("apply", "-f", file);
    assertThat(first.status()).as(first::toString).isZero();
    Files.writeString(manifest, growth.manifests(count, "2"));
    String[] args =
        switch (command) {
          case "show", "apply --plan" -> {
            Ran plan = setting.run("plan", "-f", file, "--out", kept);
            assertThat(plan.status()).as(plan::toString).isZero();
            yield command.equals("show")
                ? new String[] {"show", kept}
                : new String[] {"apply", "--plan", kept, "-f", file};
          }
          case "undo" -> {
            Ran ran = setting.run("apply", "-f", file, "--undo-file", kept);
            assertThat(ran.status()).as(ran::toString).isZero();
            yield new String[] {"undo", kept, "--yes"};
          }
          default -> (command.replace("page", page) + " -f " + file).split(" ");
        };
    Work before = Work.soFar();
    Ran ran = setting.run(args);
    Work work = Work.soFar().minus(before);
    assertThat(ran.status()).as(ran::toString).isIn(0, command.startsWith("diff") ? 1 : 0);
    return work;
  }
}
