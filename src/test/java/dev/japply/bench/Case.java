package dev.japply.bench;

import java.util.Comparator;

/// One line of the results: `1000 unchanged`.
record Case(int count, Step step) implements Comparable<Case> {
  private static final Comparator<Case> ORDER =
      Comparator.comparingInt(Case::count).thenComparing(Case::step);

  /// Whether it differs from the others of its size.
  boolean isOneOfItsKind() {
    return count == 1 ? step.changes(count) == 0 || step == Step.HALF : step != Step.FIRST;
  }

  @Override
  public int compareTo(Case other) {
    return ORDER.compare(this, other);
  }

  @Override
  public String toString() {
    return count == 0
        ? step.toString()
        : count + " " + (count == 1 && step == Step.HALF ? "changed" : step);
  }
}
