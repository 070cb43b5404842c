package dev.japply.faults;

import dev.japply.tree.GoJson;
import dev.japply.tree.Value.MapValue;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;

/// What a soak takes from wave to wave: memory, files, the size of objects. The last quarter of the
/// waves must not take more than the first.
final class SoakGrowth {
  static final String HEAD =
      "%5s %8s %8s %8s %8s %8s %8s %10s"
          .formatted("wave", "seconds", "RSS MiB", "most", "cached", "KiB", "left", "written");

  private final List<Wave> waves = new ArrayList<>();
  private long before = System.nanoTime();

  /// What is there after a wave.
  ///
  /// @param rss the median of the peaks of its processes, in KiB
  /// @param most the highest of them
  /// @param cached how many files the cache has
  /// @param size how many bytes they are
  /// @param left how many temporary files there are
  /// @param object how many bytes an object has
  private record Wave(
      double seconds, long rss, long most, long cached, long size, long left, long object) {}

  /// What a wave leaves.
  record Left(Path cache, Path temporary, List<MapValue> live) {}

  /// Takes a wave down.
  void add(List<SoakProcess.Ended> ended, Left left) {
    long now = System.nanoTime();
    List<Long> peaks = ended.stream().map(SoakProcess.Ended::peak).sorted().toList();
    List<Path> cached = files(left.cache());
    long object = left.live().stream().mapToLong(each -> GoJson.write(each).length()).sum();
    waves.add(
        new Wave(
            (now - before) / 1e9,
            peaks.get(peaks.size() / 2),
            peaks.getLast(),
            cached.size(),
            cached.stream().mapToLong(SoakGrowth::size).sum(),
            files(left.temporary()).size(),
            object / Math.max(1, left.live().size())));
    before = now;
  }

  private static List<Path> files(Path directory) {
    try (Stream<Path> files = Files.walk(directory)) {
      return files.filter(Files::isRegularFile).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static long size(Path file) {
    try {
      return Files.size(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// The last wave as a line below [#HEAD].
  ///
  /// @param written how often others wrote so far
  String line(int number, int written) {
    Wave wave = waves.getLast();
    return "%5d %8.1f %8d %8d %8d %8d %8d %10d"
        .formatted(
            number,
            wave.seconds(),
            wave.rss() / 1024,
            wave.most() / 1024,
            wave.cached(),
            wave.size() / 1024,
            wave.left(),
            written);
  }

  /// What grows.
  List<String> broken() {
    if (waves.isEmpty()) {
      return List.of();
    }
    int quarter = Math.max(1, waves.size() / 4);
    List<Wave> early = waves.subList(0, quarter);
    List<Wave> late = waves.subList(waves.size() - quarter, waves.size());
    var broken = new ArrayList<String>();
    compare(broken, "memory in KiB", 1.25, early, late, Wave::rss);
    compare(broken, "files in the cache", 1, early, late, Wave::cached);
    compare(broken, "bytes in the cache", 1.25, early, late, Wave::size);
    compare(broken, "temporary files", 1, early, late, Wave::left);
    compare(broken, "bytes of an object", 1.5, early, late, Wave::object);
    return broken;
  }

  /// @param factor what chance alone makes of a measure
  private static void compare(
      List<String> broken,
      String what,
      double factor,
      List<Wave> early,
      List<Wave> late,
      ToLongFunction<Wave> measure) {
    long first = median(early, measure);
    long last = median(late, measure);
    if (last > first * factor) {
      broken.add("%s grow: %d at first, %d at last".formatted(what, first, last));
    }
  }

  private static long median(List<Wave> some, ToLongFunction<Wave> measure) {
    long[] sorted = some.stream().mapToLong(measure).sorted().toArray();
    return sorted[sorted.length / 2];
  }
}
