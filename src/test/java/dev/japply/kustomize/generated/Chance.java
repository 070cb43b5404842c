package dev.japply.kustomize.generated;

import java.util.List;
import java.util.SplittableRandom;

/// Decisions that follow from a seed.
final class Chance {
  private final SplittableRandom random;

  Chance(long seed) {
    this.random = new SplittableRandom(seed);
  }

  /// True once in `times`.
  boolean once(int times) {
    return random.nextInt(times) == 0;
  }

  /// From `least` to `most`, both included.
  int between(int least, int most) {
    return random.nextInt(least, most + 1);
  }

  <T> T pick(List<T> all) {
    return all.get(random.nextInt(all.size()));
  }

  String pick(String... all) {
    return all[random.nextInt(all.length)];
  }

  /// One of the elements that stand more often in the list than others.
  char letter(String all) {
    return all.charAt(random.nextInt(all.length()));
  }
}
