package dev.japply.bench;

import dev.japply.input.ManifestReader;
import dev.japply.input.ManifestReader.ManifestSet;
import dev.japply.input.Source;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/// How the time to read a manifest grows with its size, in shapes in which a parser may look at the
/// same characters again and again.
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(value = 1, jvmArgsAppend = "-Xmx3g")
public class GrowthBenchmark {
  @Param({"1", "10", "100"})
  private int megabytes = 1;

  @Param private Shape shape = Shape.LINE;

  private List<Source> manifest = List.of();

  /// What the bytes of a manifest are.
  public enum Shape {
    /// A text on one line, such as base64.
    LINE,
    /// A comment.
    COMMENT,
    /// A number.
    DIGITS,
    /// A number to base 16.
    HEX_DIGITS,
    /// A number in JSON.
    JSON_DIGITS,
    /// A tab before each value.
    TABS,
    /// Small objects, as manifests are.
    OBJECTS;

    /// About as many bytes of this shape.
    String text(int bytes) {
      return switch (this) {
        case LINE -> "line: " + "a".repeat(bytes);
        case COMMENT -> "comment: # " + "a b ".repeat(bytes / 4);
        case DIGITS -> "digits: " + "9".repeat(bytes);
        case HEX_DIGITS -> "digits: 0x" + "f".repeat(bytes);
        case JSON_DIGITS -> "{\"digits\": " + "9".repeat(bytes) + "}";
        case TABS -> "tabs:\n" + "- text:\tone of several texts\n".repeat(bytes / 29);
        case OBJECTS ->
            "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: c\ndata:\n  key: value\n---\n"
                .repeat(bytes / 72);
      };
    }
  }

  /// Makes the manifest.
  @Setup
  public void prepare() {
    manifest = List.of(Source.of("m.yaml", shape.text(megabytes * 1_000_000)));
  }

  /// From bytes to objects and problems.
  @Benchmark
  public ManifestSet readMegabytes() {
    return ManifestReader.read(manifest);
  }
}
