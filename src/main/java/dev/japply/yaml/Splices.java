package dev.japply.yaml;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// Changes to make to a text: what stands from one place to another becomes something else.
final class Splices {
  private final List<Splice> splices = new ArrayList<>();

  private record Splice(int start, int end, String text) {}

  void replace(int start, int end, String text) {
    splices.add(new Splice(start, end, text));
  }

  void insert(int at, String text) {
    replace(at, at, text);
  }

  /// The text from `start` to `end` with the changes that lie in it. Of several at one place the
  /// one that was asked for first comes first.
  ///
  /// @throws Unspliceable when two changes are about the same characters
  String apply(String text, int start, int end) {
    var sorted = new ArrayList<>(splices);
    sorted.sort(Comparator.comparingInt(Splice::start).thenComparingInt(Splice::end));
    var result = new StringBuilder();
    int at = start;
    for (Splice splice : sorted) {
      if (splice.start() < at || splice.end() > end) {
        throw new Unspliceable("changes overlap");
      }
      result.append(text, at, splice.start()).append(splice.text());
      at = splice.end();
    }
    return result.append(text, at, end).toString();
  }
}
