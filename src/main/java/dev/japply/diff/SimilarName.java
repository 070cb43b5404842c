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

  /// Returns the number of letters to insert, delete or replace to make one of the other
  /// (Levenshtein).
  private static int distance(String a, String b) {
    int[] row = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      row[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int replaced = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(replaced, 1 + Math.min(row[j], row[j - 1]));
      }
    }
    return row[b.length()];
  }
}
