package dev.japply.bench;

import dev.japply.merge.MergeRequest;
import dev.japply.merge.ThreeWayMerge;
import dev.japply.merge.TimedMerge;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.Blackhole;

/// The three-way merge; one operation is all merges of a kind.
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class MergeBenchmark {
  /// Which merges.
  @Param TimedMerge.Kind kind = TimedMerge.Kind.UNCHANGED;

  private List<TimedMerge> merges = List.of();
  private List<MergeRequest> requests = List.of();

  /// Makes the merges.
  @Setup
  public void prepare() {
    merges = TimedMerge.all(kind);
    requests = merges.stream().map(TimedMerge::request).toList();
  }

  /// From three texts to the patch's text, which is what upstream's function does.
  @Benchmark
  public void mergeTexts(Blackhole sink) {
    for (TimedMerge merge : merges) {
      sink.consume(merge.patch());
    }
  }

  /// The merge of trees, which is what japply does with a manifest that it has read.
  @Benchmark
  public void mergeTrees(Blackhole sink) {
    for (MergeRequest request : requests) {
      sink.consume(ThreeWayMerge.merge(request));
    }
  }
}
