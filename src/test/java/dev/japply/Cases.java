package dev.japply;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.IntStream;

/// Numbers of generated cases: a tenth of all in `make test`, all in `make verify`
/// (`-Djapply.percent=100`), and exactly as many as `-Djapply.cases` names in targets such as `make
/// conformance`.
public final class Cases {
  private static final int PERCENT = Integer.getInteger("japply.percent", 10);
  private static final int EXACTLY = Integer.getInteger("japply.cases", 0);

  private Cases() {}

  /// The number of cases to run where `all` is the full number; at least one.
  public static int of(int all) {
    return EXACTLY > 0 ? EXACTLY : Math.max(1, all * PERCENT / 100);
  }

  /// The number of cases to run where each takes long: in `make test` a hundredth of `all`, all in
  /// `make verify`.
  public static int few(int all) {
    return all() ? of(all) : of(all / 10);
  }

  /// Whether all cases run, so that what is rare must have come up.
  public static boolean all() {
    return EXACTLY == 0 && PERCENT >= 100;
  }

  /// Whether the number of cases is that of `make test` or `make verify`, so that what is usual
  /// must have come up. A number on the command line may be one.
  public static boolean enough() {
    return EXACTLY == 0;
  }

  /// The seeds in a file of the test resources, one on each line: cases that once failed.
  ///
  /// @param file below `dev/japply`
  public static List<Long> seeds(String file) {
    try (InputStream seeds = Cases.class.getResourceAsStream(file)) {
      String all = new String(seeds.readAllBytes(), StandardCharsets.UTF_8);
      return all.lines().map(Long::valueOf).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// The line that runs the case of `seed` alone.
  ///
  /// @param target of the Makefile
  public static String repeat(String target, long seed) {
    return "repeat: make " + target + " CASES=1 SEED=" + seed;
  }

  /// The items that one of `parts` tests runs: all of `all` in `make verify`; else a share, at
  /// least one, so that the tests have all of them together.
  public static <T> List<T> share(List<T> all, int part, int parts) {
    if (all()) {
      return all;
    }
    return IntStream.iterate(
            part % Math.min(parts, all.size()), i -> i < all.size(), i -> i + parts)
        .mapToObj(all::get)
        .toList();
  }

  /// Evenly spread items of `all`, at least one.
  public static <T> List<T> some(List<T> all) {
    int count = Math.min(all.size(), Math.max(1, Math.ceilDiv(all.size() * PERCENT, 100)));
    return IntStream.range(0, count)
        .mapToObj(i -> all.get((int) ((long) i * all.size() / count)))
        .toList();
  }
}
