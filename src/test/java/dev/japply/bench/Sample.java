package dev.japply.bench;

import dev.japply.tree.Value;
import dev.japply.tree.Value.IntValue;
import dev.japply.tree.Value.MapValue;

/// What one run of a tool took.
///
/// @param wall microseconds from start to end
/// @param cpu microseconds of all its threads, on its own behalf and in the kernel
/// @param peak of resident memory, in bytes
/// @param traffic what went over the wire; not known of runs that are timed
record Sample(Case what, Tool tool, long wall, long cpu, long peak, Traffic traffic) {
  /// Requests to the server, and bytes to and from it.
  record Traffic(long requests, long bytes) {
    static final Traffic UNKNOWN = new Traffic(0, 0);

    Traffic since(Traffic before) {
      return new Traffic(requests - before.requests, bytes - before.bytes);
    }
  }

  boolean isTimed() {
    return traffic.equals(Traffic.UNKNOWN);
  }

  static Sample of(Case what, Tool tool, MapValue measured, Traffic traffic) {
    long cpu = number(measured, "user") + number(measured, "system");
    return new Sample(what, tool, number(measured, "wall"), cpu, number(measured, "peak"), traffic);
  }

  private static long number(MapValue map, String key) {
    return map.get(key) instanceof IntValue(long number) ? number : 0;
  }

  MapValue toValue() {
    MapValue value =
        MapValue.of("case", Value.text(what.toString())).with("tool", Value.text(tool.toString()));
    return isTimed()
        ? value
            .with("wallMicros", new IntValue(wall))
            .with("cpuMicros", new IntValue(cpu))
            .with("peakBytes", new IntValue(peak))
        : value
            .with("requests", new IntValue(traffic.requests()))
            .with("bytes", new IntValue(traffic.bytes()));
  }
}
