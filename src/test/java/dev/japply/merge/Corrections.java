package dev.japply.merge;

import dev.japply.merge.MergeRequest.Rules;
import dev.japply.tree.Missing;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.IntValue;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import java.util.EnumSet;
import java.util.Set;

/// Counts in how many cases each correction makes japply's patch another than kubectl's.
final class Corrections {
  private static final long EXACT_IN_FLOAT64 = 1L << 53;

  private Corrections() {}

  static void count(Triple triple, MapValue upstream, Histogram histogram) {
    MapValue patch;
    try {
      patch = triple.merge(Rules.JAPPLY).patch();
    } catch (MergeException e) {
      histogram.count("corrected  refuses " + e.reason());
      return;
    }
    if (patch.equals(upstream)) {
      histogram.count("corrected  same patch as upstream");
      return;
    }
    var seen = EnumSet.noneOf(Kind.class);
    compare(upstream, patch, triple.live(), seen);
    if (patch.map("metadata").has("resourceVersion")) {
      histogram.count("corrected  guarded by the version");
    }
    seen.forEach(kind -> histogram.count("corrected  " + kind.text));
    if (triple.config().has("stringData")) {
      histogram.count("corrected  stringData");
    }
    histogram.count("corrected  another patch than upstream");
  }

  private enum Kind {
    ORDER("no order where nothing moved"),
    NULL("no null where nothing stands"),
    EQUAL("no value where it is the same or means the same"),
    REPLACE("list or map replaced whole"),
    SHARED("shared map or list keeps what others own"),
    EXACT("integer exact beyond 2^53");

    private final String text;

    Kind(String text) {
      this.text = text;
    }
  }

  private static void compare(Node upstream, Node patch, Node live, Set<Kind> seen) {
    if (!(upstream instanceof MapValue map)) {
      return;
    }
    for (var entry : map.entries().entrySet()) {
      String key = entry.getKey();
      Node ours = patch instanceof MapValue our ? our.get(key) : Missing.MISSING;
      Node before = live instanceof MapValue have ? have.get(key) : Missing.MISSING;
      if (ours.equals(entry.getValue())) {
        continue;
      }
      mark(key, entry.getValue(), ours, before, seen);
      compare(entry.getValue(), ours, before, seen);
    }
  }

  private static void mark(String key, Value upstream, Node ours, Node live, Set<Kind> seen) {
    boolean gone = ours instanceof Missing;
    if (key.startsWith(Directives.SET_ELEMENT_ORDER)) {
      add(seen, Kind.ORDER, gone);
    } else if (upstream.equals(Value.NULL)) {
      add(seen, Kind.NULL, gone && live instanceof Missing);
      add(seen, Kind.SHARED, !(live instanceof Missing));
    } else {
      add(seen, Kind.EQUAL, gone);
    }
    add(seen, Kind.REPLACE, replaces(ours));
    add(
        seen,
        Kind.EXACT,
        ours instanceof Value.BigIntValue
            || (ours instanceof IntValue(long number) && Math.abs(number) > EXACT_IN_FLOAT64));
  }

  private static void add(Set<Kind> seen, Kind kind, boolean applies) {
    if (applies) {
      seen.add(kind);
    }
  }

  private static boolean replaces(Node ours) {
    return switch (ours) {
      case MapValue map -> map.has(Directives.PATCH);
      case ListValue list ->
          !list.isEmpty()
              && list.items().getFirst() instanceof MapValue first
              && first.get(Directives.PATCH).equals(Directives.REPLACE);
      default -> false;
    };
  }
}
