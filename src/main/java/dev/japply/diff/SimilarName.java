package dev.japply.diff;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/// Suggests a known name for a misspelt one.
public final class SimilarName {
  private SimilarName() {}

  /// The one of `names` that is nearest to `name`; empty when none is near.
  public static Optional<String> find(Collection<String> names, String name) {
    int far = Math.max(1, name.length() / 3);
    return names.stream()
        .filter(known -> Math.abs(known.length() - name.length()) <= far)
        .filter(known -> known.equalsIgnoreCase(name) || distance(known, name) <= far)
        .min(
            Comparator.<String>comparingInt(known -> distance(known, name))
                .thenComparing(Comparator.naturalOrder()));
  }

  /// Returns `; did you mean NAME?` with the nearest one of `names`; empty when none is near.
  public static String question(Collection<String> names, String name) {
    return find(names, name).map(known -> "; did you mean " + known + "?").orElse("");
  }

  /// Returns the number of letters to insert, delete or replace, and of neighbours to swap, to make
  /// one of the other (Damerau and Levenshtein).
  private static int distance(String a, String b) {
    int[] before = new int[b.length() + 1];
    int[] above = new int[b.length() + 1];
    int[] row = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      row[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int[] free = before;
      before = above;
      above = row;
      row = free;
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int replaced = above[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        row[j] = Math.min(replaced, 1 + Math.min(above[j], row[j - 1]));
        if (areSwapped(a, i, b, j)) {
          row[j] = Math.min(row[j], before[j - 2] + 1);
        }
      }
    }
    return row[b.length()];
  }

  /// Whether the two letters before these places are the same in the other order.
  private static boolean areSwapped(String a, int i, String b, int j) {
    return i > 1
        && j > 1
        && a.charAt(i - 1) == b.charAt(j - 2)
        && a.charAt(i - 2) == b.charAt(j - 1);
  }
}
