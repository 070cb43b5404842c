package dev.japply.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// What a command took: allocated bytes, and time of the processor.
record Work(long bytes, long nanos) {
  /// How much more twice the input may take.
  private static final double MOST = 2.5;

  private static final int DOUBLINGS = 3;
  private static final int RUNS = 5;

  /// Whatever takes less starts too few computations to compare.
  private static final Duration SHORT = Duration.ofMillis(100);

  /// The runs of a command.
  interface Runs {
    /// Runs the command with an input of `count` parts.
    Work with(int count) throws Exception;
  }

  /// One run of a command.
  interface Run {
    Ran run() throws Exception;
  }

  /// Checks that twice the input takes at most about twice the work, counted in allocated bytes,
  /// which differ less between runs than seconds. To look through a list for each of its items
  /// allocates nothing, so the time of the processor counts, too, for an input of many more parts.
  ///
  /// @param isEndless whether the input can have many more parts
  static void assertLinear(Runs runs, int size, boolean isEndless) throws Exception {
    runs.with(size / 2); // loads classes
    List<Work> once = many(runs, size);
    List<Work> twice = many(runs, 2 * size);
    assertThat((double) medianBytes(twice) / medianBytes(once)).isLessThan(MOST);
    if (isEndless) {
      double start = Math.max(leastNanos(once), SHORT.toNanos());
      double most = Math.pow(MOST, DOUBLINGS);
      double times = runs.with(size << DOUBLINGS).nanos() / start;
      for (int again = 1; again < RUNS && times > most; again++) {
        times = Math.min(times, runs.with(size << DOUBLINGS).nanos() / start);
      }
      assertThat(times).isLessThan(most);
    }
  }

  private static List<Work> many(Runs runs, int count) throws Exception {
    var all = new ArrayList<Work>();
    for (int i = 0; i < RUNS; i++) {
      all.add(runs.with(count));
    }
    return all;
  }

  /// Other threads allocate, too, and a thread that ends while the JVM counts is counted twice.
  private static long medianBytes(List<Work> runs) {
    return runs.stream()
        .sorted(Comparator.comparingLong(Work::bytes))
        .toList()
        .get(runs.size() / 2)
        .bytes();
  }

  private static long leastNanos(List<Work> runs) {
    return runs.stream().mapToLong(Work::nanos).min().orElseThrow();
  }

  /// Returns the work of a run, which ends with 0 or with another status.
  static Work of(Run run, int status) throws Exception {
    Work before = soFar();
    Ran ran = run.run();
    Work after = soFar();
    assertThat(ran.status()).as(ran::toString).isIn(0, status);
    return new Work(after.bytes - before.bytes, after.nanos - before.nanos);
  }

  private static Work soFar() {
    var system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    var threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    return new Work(threads.getTotalThreadAllocatedBytes(), system.getProcessCpuTime());
  }
}
