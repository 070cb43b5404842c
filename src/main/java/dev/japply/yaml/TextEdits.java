package dev.japply.yaml;

import java.util.ArrayList;
import java.util.List;

/// A list of replacements in a text.
final class TextEdits {
  private final List<Splice> splices = new ArrayList<>();

  private record Splice(int start, int end, String text) {
    static int compare(Splice a, Splice b) {
      int start = Integer.compare(a.start, b.start);
      return start == 0 ? Integer.compare(a.end, b.end) : start;
    }
  }

  void replace(int start, int end, String text) {
    splices.add(new Splice(start, end, text));
  }

  void insert(int at, String text) {
    replace(at, at, text);
  }

  /// Returns the text from `start` to `end` with the replacements applied. Several insertions at
  /// one position keep their order.
  ///
  /// @throws Unspliceable if two replacements overlap
  String apply(String text, int start, int end) {
    var sorted = new ArrayList<>(splices);
    sorted.sort(Splice::compare);
    var result = new StringBuilder();
    int at = start;
    for (Splice splice : sorted) {
      if (splice.start() < at || splice.end() > end) {
        throw new UneditableException("changes overlap");
      }
      result.append(text, at, splice.start()).append(splice.text());
      at = splice.end();
    }
    return result.append(text, at, end).toString();
  }
}
