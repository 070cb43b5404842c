package dev.japply.bench;

import dev.japply.Oracle;
import dev.japply.merge.TimedMerge;
import dev.japply.merge.TimedMerge.Kind;
import dev.japply.tree.GoJson;
import dev.japply.tree.Value;
import dev.japply.tree.Value.IntValue;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.results.format.ResultFormatType;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

/// Runs the JMH benchmarks, and beside them upstream's merge in Go on the same documents.
public final class JmhBench {
  private static final int ITERATIONS = 5;

  /// How many merges upstream is given.
  private static final int GO_MERGES = 20_000;

  private JmhBench() {}

  /// Runs them.
  ///
  /// @param args the directory for results, and which benchmarks (a regular expression)
  public static void main(String[] args) throws IOException, RunnerException {
    showClassPath();
    Path directory = Files.createDirectories(Path.of(args[0]));
    var options =
        new OptionsBuilder()
            .include(args.length > 1 ? args[1] : ".")
            .forks(1)
            .warmupIterations(ITERATIONS)
            .measurementIterations(ITERATIONS)
            .warmupTime(TimeValue.seconds(1))
            .measurementTime(TimeValue.seconds(1))
            .shouldFailOnError(true)
            .jvmArgs("-Djapply.openapi=" + System.getProperty("japply.openapi", ""))
            .resultFormat(ResultFormatType.JSON)
            .result(directory.resolve("jmh.json").toString())
            .build();
    String table = table(new Runner(options).run());
    Files.writeString(directory.resolve("jmh.md"), table);
    System.out.print("\n" + table);
  }

  /// Tells JMH what to start its own JVMs with: this one is Maven's, which loads the classes by a
  /// class loader of its own.
  private static void showClassPath() {
    if (JmhBench.class.getClassLoader() instanceof URLClassLoader loader) {
      String path =
          Arrays.stream(loader.getURLs())
              .map(url -> Path.of(URI.create(url.toString())).toString())
              .collect(Collectors.joining(File.pathSeparator));
      System.setProperty("java.class.path", path);
    }
  }

  private static String table(Collection<RunResult> results) {
    var text = new StringBuilder("| benchmark | µs each | Go, µs each | Go ÷ japply |\n");
    text.append("|---|--:|--:|--:|\n");
    try (Oracle oracle = Oracle.start().orElseThrow()) {
      for (RunResult result : results) {
        text.append(row(result, oracle));
      }
    }
    return text.toString();
  }

  private static String row(RunResult result, Oracle oracle) {
    String name = result.getParams().getBenchmark().replaceFirst(".*\\.", "");
    double nanos = result.getPrimaryResult().getStatistics().getPercentile(50);
    if (name.equals("readMegabytes")) {
      String size = result.getParams().getParam("megabytes");
      String shape = result.getParams().getParam("shape").toLowerCase(Locale.ROOT);
      double each = nanos / Integer.parseInt(size) / 1e3;
      return "| one of %s MB, %s | %.1f | – | – |\n".formatted(size, shape, each);
    }
    if (!name.startsWith("merge")) {
      int count = name.startsWith("schema") ? 1 : ReadBenchmark.COUNT;
      return "| %s | %.1f | – | – |\n".formatted(name, nanos / count / 1e3);
    }
    Kind kind = Kind.valueOf(result.getParams().getParam("kind"));
    List<TimedMerge> merges = TimedMerge.all(kind);
    double own = nanos / merges.size() / 1e3;
    double upstream = upstreamNanos(oracle, merges) / merges.size() / 1e3;
    return "| %s, %s | %.1f | %.1f | %.2f |\n"
        .formatted(name, kind.name().toLowerCase(Locale.ROOT), own, upstream, upstream / own);
  }

  /// The median of all rounds but the first quarter, in which Go's heap grows.
  private static double upstreamNanos(Oracle oracle, List<TimedMerge> merges) {
    var cases = new ListValue(merges.stream().<Value>map(TimedMerge::question).toList());
    int rounds = GO_MERGES / merges.size();
    var question =
        MapValue.of("op", Value.text("time"))
            .with("cases", cases)
            .with("times", new IntValue(rounds));
    MapValue answer = oracle.ask(List.of(question)).getFirst();
    if (!(answer.get("nanos") instanceof ListValue(List<Value> nanos))) {
      throw new AssertionError("no times: " + GoJson.write(answer));
    }
    List<Long> sorted =
        nanos.stream().skip(rounds / 4).map(value -> ((IntValue) value).value()).sorted().toList();
    return sorted.get(sorted.size() / 2);
  }
}
