package dev.japply.object;

import java.util.Arrays;

/// All parts of texts that have [#LENGTH] characters, however many there are. It keeps their hashes
/// alone, so of a billion other parts perhaps one is taken for one of these.
final class Parts {
  /// The length of the shortest part that is looked for.
  static final int LENGTH = 8;

  /// So many letters and digits a part must have: blanks and rulers are in many texts.
  private static final int LETTERS = 4;

  private static final long FACTOR = 0x9E3779B97F4A7C15L;
  private static final int SHIFT = 29;

  /// The hashes, each at the first free place from the one that it names; 0 is free.
  private long[] hashes = new long[1 << 8];

  private int count;

  /// Adds all parts of `text`.
  void add(String text) {
    for (int at = 0; at + LENGTH <= text.length(); at++) {
      if (letters(text, at) >= LETTERS && !isBlank(text, at) && !isBlank(text, at + LENGTH - 1)) {
        put(hash(text, at));
      }
    }
  }

  /// Finds all of the parts in `haystack`.
  void find(String haystack, SubstringSearch.Finding found) {
    if (count == 0) {
      return;
    }
    for (int at = 0; at + LENGTH <= haystack.length(); at++) {
      long hash = hash(haystack, at);
      if (hashes[place(hash)] == hash) {
        found.at(at, at + LENGTH);
      }
    }
  }

  private void put(long hash) {
    int place = place(hash);
    if (hashes[place] == hash) {
      return;
    }
    hashes[place] = hash;
    count++;
    if (2 * count > hashes.length) {
      grow();
    }
  }

  private void grow() {
    long[] before = hashes;
    hashes = new long[2 * before.length];
    Arrays.stream(before).filter(hash -> hash != 0).forEach(hash -> hashes[place(hash)] = hash);
  }

  private int place(long hash) {
    int place = (int) hash & hashes.length - 1;
    while (hashes[place] != 0 && hashes[place] != hash) {
      place = place + 1 & hashes.length - 1;
    }
    return place;
  }

  /// Blanks around a part are not of the value alone.
  private static boolean isBlank(String text, int at) {
    return Character.isWhitespace(text.charAt(at));
  }

  private static int letters(String text, int at) {
    int letters = 0;
    for (int i = at; i < at + LENGTH; i++) {
      letters += Character.isLetterOrDigit(text.charAt(i)) ? 1 : 0;
    }
    return letters;
  }

  private static long hash(String text, int at) {
    long hash = 1;
    for (int i = at; i < at + LENGTH; i++) {
      hash = (hash ^ text.charAt(i)) * FACTOR;
      hash ^= hash >>> SHIFT;
    }
    return hash == 0 ? 1 : hash;
  }
}
