package dev.japply.cli;

import static org.assertj.core.api.Assertions.assertThat;

/// What may be said of input that somebody made to do harm.
final class ClearLines {
  private static final int LONGEST = 20_000;

  private ClearLines() {}

  /// Each line says that it is an error or a warning, none is endless, none tells of the inside of
  /// the program, and none moves a terminal's cursor.
  static void check(Ran ran) {
    assertThat(ran.err().lines())
        .as("%s", ran)
        .allMatch(line -> line.matches("(error|Warning): .+"));
    assertThat(ran.err())
        .hasSizeLessThan(LONGEST)
        .doesNotContainPattern("\\b(java|dev\\.japply|tools\\.jackson)\\.\\w+");
    assertThat((ran.out() + ran.err()).codePoints().filter(ClearLines::steers).boxed()).isEmpty();
    if (ran.status() != 0) {
      assertThat(ran.out() + ran.err()).as("%s", ran).isNotEmpty();
    }
  }

  private static boolean steers(int c) {
    return c != '\n'
        && c != '\t'
        && (Character.isISOControl(c) || Character.getType(c) == Character.FORMAT);
  }
}
