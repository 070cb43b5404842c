package dev.japply.object;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Searches a text for many substrings in one pass.
final class SubstringSearch {
  /// The length of the shortest text that is looked for.
  static final int SHORTEST = 4;

  private static final int CHAR_BITS = 16;

  /// Longer texts are looked for in parts, so that one that was cut is found, too.
  private static final int PART = 32;

  /// The texts by how they begin.
  private final Map<Long, List<String>> texts = new HashMap<>();

  /// Receives the position of each text that is found.
  interface Finding {
    void at(int start, int end);
  }

  /// Adds `text`, unless it is shorter than `shortest`, which is at least [#SHORTEST].
  void add(String text, int shortest) {
    if (text.length() < shortest) {
      return;
    }
    for (int end = PART; end < text.length(); end += PART) {
      put(text.substring(end - PART, end));
    }
    put(text.substring(Math.max(0, text.length() - PART)));
  }

  private void put(String text) {
    List<String> alike = texts.computeIfAbsent(start(text, 0), key -> new ArrayList<>(1));
    if (!alike.contains(text)) {
      alike.add(text);
    }
  }

  boolean isEmpty() {
    return texts.isEmpty();
  }

  /// Finds all of the texts in `haystack`, those that overlap, too.
  void find(String haystack, Finding found) {
    for (int i = 0; i + SHORTEST <= haystack.length(); i++) {
      for (String text : texts.getOrDefault(start(haystack, i), List.of())) {
        if (haystack.startsWith(text, i)) {
          found.at(i, i + text.length());
        }
      }
    }
  }

  private static long start(String text, int at) {
    long start = 0;
    for (int i = 0; i < SHORTEST; i++) {
      start = start << CHAR_BITS | text.charAt(at + i);
    }
    return start;
  }
}
